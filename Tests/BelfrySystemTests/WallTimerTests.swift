// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import MachineClock
import Testing

@Suite struct WallTimerTests {
    @Test func `ends a wait when its time has come`() throws {
        let timer = try WallTimer()
        let now = try #require(MonotonicTime.read(CLOCK_REALTIME))
        _ = timer.set(toNanoseconds: now + 2_000_000)
        #expect(try timer.wait() == .due)
        let then = try #require(MonotonicTime.read(CLOCK_REALTIME))
        #expect(then >= now + 2_000_000)
    }

    @Test func `ends a wait at once for a time that has passed`() throws {
        let timer = try WallTimer()
        _ = timer.set(toNanoseconds: 0)
        #expect(try timer.wait() == .due)
    }

    @Test(.enabled(if: MachineClock.maySet, "only root can set the clock"))
    func `notices that the clock was set, and waits on for its time`() async throws {
        try await MachineClock.alone {
            let timer = try WallTimer()
            let later = try #require(MonotonicTime.read(CLOCK_REALTIME)) + 60_000_000_000
            var wasChanged = timer.set(toNanoseconds: later)
            #expect(!wasChanged)
            try await MachineClock.moveForward()
            try #require(try timer.wait() == .clockChanged)
            wasChanged = timer.set(toNanoseconds: later)
            #expect(!wasChanged)
            // Who sets the timer is told of it too.
            try await MachineClock.moveBack()
            wasChanged = timer.set(toNanoseconds: 0)
            #expect(wasChanged)
            #expect(try timer.wait() == .due)
            // Without a time to wait for, a change is noticed all the same.
            wasChanged = timer.set(toNanoseconds: nil)
            #expect(!wasChanged)
            try await MachineClock.moveForward()
            #expect(try timer.wait() == .clockChanged)
            try await MachineClock.moveBack()
        }
    }
}
