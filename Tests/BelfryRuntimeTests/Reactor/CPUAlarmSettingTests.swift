// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct CPUAlarmSettingTests {
    @Test func `the kernel's timer is set to the first reading, and to an earlier one`() {
        var setting = CPUAlarmSetting()
        #expect(setting.set(to: 100) == .arm(100))
        #expect(setting.set(to: 40) == .arm(40))
    }

    @Test func `a later reading leaves the timer where it is, until that rings`() {
        var setting = CPUAlarmSetting()
        #expect(setting.set(to: 100) == .arm(100))
        #expect(setting.set(to: 900) == .none)
        #expect(setting.set(to: 800) == .none)
        // Early: the timer is set to what the alarm was set to last, and the alarm does not ring.
        #expect(setting.timerRang(at: 104) == .arm(800))
        #expect(setting.timerRang(at: 801) == .ring)
    }

    @Test func `it rings at once where the early timer came after the reading`() {
        var setting = CPUAlarmSetting()
        _ = setting.set(to: 100)
        _ = setting.set(to: 102)
        #expect(setting.timerRang(at: 104) == .ring)
        #expect(setting.timerRang(at: 105) == .none)
    }

    @Test func `after a ring any reading sets the timer`() {
        var setting = CPUAlarmSetting()
        _ = setting.set(to: 100)
        #expect(setting.timerRang(at: 100) == .ring)
        #expect(setting.set(to: 200) == .arm(200))
        // Nobody noticed but who looked: the timer is still to ring, which rings nothing.
        #expect(setting.look(at: 199) == .none)
        #expect(setting.look(at: 200) == .ring)
        #expect(setting.look(at: 201) == .none)
        #expect(setting.timerRang(at: 201) == .none)
    }

    @Test func `a ring that was under way as the alarm was set anew leaves the timer set`() {
        var setting = CPUAlarmSetting()
        _ = setting.set(to: 100)
        _ = setting.set(to: 90)
        #expect(setting.timerRang(at: 50) == .arm(90))
        #expect(setting.timerRang(at: 90) == .ring)
    }
}
