// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryRuntime
import Testing

@Suite struct LockAllowanceTests {
    private var allowance = LockAllowance()

    private mutating func admitAll() -> Int {
        var count = 0
        while allowance.admit() { count += 1 }
        return count
    }

    @Test mutating func `each run has its calls, until the worker has made all of its own`() {
        for number in 1...4 {
            allowance.beginRun()
            #expect(!allowance.isSpent, "before run \(number)")
            let count = admitAll()
            #expect(count == LockAllowance.runLimit)
        }
        #expect(allowance.isSpent)
        allowance.beginRun()
        let rest = admitAll()
        #expect(rest == 0)
        #expect(allowance.count == LockAllowance.workerLimit)
    }

    @Test mutating func `so many threads wait, and another one when one of them has ended`() {
        var admitted = 0
        while allowance.beginWaiting() { admitted += 1 }
        #expect(admitted == LockAllowance.waitingLimit)
        allowance.endWaiting()
        let isAdmitted = allowance.beginWaiting()
        #expect(isAdmitted)
    }

    @Test func `a call that waits is tried more and more seldom`() {
        var pause = LockAllowance.pause(after: nil)
        #expect(pause == .milliseconds(1))
        for _ in 0..<20 {
            let next = LockAllowance.pause(after: pause)
            #expect(next >= pause && next <= .milliseconds(50))
            pause = next
        }
        #expect(pause == .milliseconds(50))
    }
}
