// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Testing

@testable import BelfryRuntime

struct AdaptiveSpinTests {
    @Test func `looks once most waits are short`() {
        var spin = AdaptiveSpin(coreCount: 2) { 1 }
        for _ in 0..<7 { spin.note(.microseconds(20)) }
        let early = spin.isWorthwhile(at: .now)
        spin.note(.microseconds(20))
        let then = spin.isWorthwhile(at: .now)
        spin.note(.milliseconds(1))
        let late = spin.isWorthwhile(at: .now)
        #expect([early, then, late] == [false, true, false])
    }

    @Test func `sleeps at once where the cores are busy`() {
        var spin = AdaptiveSpin(coreCount: 2) { 3 }
        for _ in 0..<100 { spin.note(.zero) }
        let looks = spin.isWorthwhile(at: .now)
        #expect(!looks)
    }

    @Test func `sleeps at once where nobody tells how busy they are`() {
        var spin = AdaptiveSpin(coreCount: 2) { nil }
        for _ in 0..<100 { spin.note(.zero) }
        let looks = spin.isWorthwhile(at: .now)
        #expect(!looks)
    }

    @Test func `looks at the machine again after a while`() {
        var runnable = [1, 5]
        var spin = AdaptiveSpin(coreCount: 2) { runnable.removeFirst() }
        for _ in 0..<100 { spin.note(.zero) }
        let begin = MonotonicTime.now
        let looks = [0, 9, 10].map { spin.isWorthwhile(at: begin + .milliseconds($0)) }
        #expect(looks == [true, true, false])
    }

    @Test func `looks at the machine sooner while no core is free`() {
        var runnable = [5, 2]
        var spin = AdaptiveSpin(coreCount: 2) { runnable.removeFirst() }
        for _ in 0..<100 { spin.note(.zero) }
        let begin = MonotonicTime.now
        let looks = [0, 999, 1000].map { spin.isWorthwhile(at: begin + .microseconds($0)) }
        #expect(looks == [false, false, true])
    }

    @Test func `counts what wants a core on this machine`() throws {
        let threads = try #require(RunnableThreads())
        #expect(threads.count ?? 0 >= 1)
    }
}
