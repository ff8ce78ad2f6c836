// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Dispatch
internal import Glibc
internal import Testing
internal import os

/// The locks of `os`.
@Suite(.timeLimit(.minutes(1)))
struct UnfairLockTests {
    @Test func `threads take turns`() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 40_000)
    }

    @Test func `a lock that is held is not taken by trying`() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        let taken = OSAllocatedUnfairLock(initialState: true)
        DispatchQueue.concurrentPerform(iterations: 1) { _ in
            let isTaken = lock.lockIfAvailable()
            taken.withLock { $0 = isTaken }
        }
        #expect(!taken.withLock { $0 })
        lock.precondition(.owner)
        lock.unlock()
        lock.precondition(.notOwner)
        #expect(lock.lockIfAvailable())
        lock.unlock()
    }

    @Test func `locking twice on one thread ends the process`() async {
        await #expect(processExitsWith: .signal(SIGILL)) {
            let lock = OSAllocatedUnfairLock()
            lock.lock()
            lock.lock()
        }
    }

    @Test func `available memory is within the limit`() {
        #expect(os_proc_available_memory() < .max)
    }
}
