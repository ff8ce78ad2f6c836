// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// Answers one worker's locks of files, which the kernel holds until the host has said what becomes
/// of them.
///
/// It belongs to the host's thread. How often a worker may lock is for ``LockAllowance`` to say.
final class WorkerLocks {
    private let clock: any HostClock
    private var allowance = LockAllowance()

    /// Makes one for a worker that has locked nothing.
    ///
    /// - Parameter clock: The host's clock.
    init(_ clock: any HostClock) {
        self.clock = clock
    }

    /// Whether what is left of its calls is less than a run may need.
    var isSpent: Bool { allowance.isSpent }

    /// Begins to count for another run.
    func beginRun() {
        allowance.beginRun()
    }

    /// Takes a lock, or refuses it.
    ///
    /// - Parameters:
    ///   - lock: What one of the worker's threads has asked for.
    ///   - held: The call, which waits for its answer.
    ///   - process: The worker's process; nil where it is gone.
    func asked(_ lock: LockCall, _ held: HeldCall, by process: (any WorkerProcess)?) {
        if allowance.admit() { return attempt(lock, held, by: process) }
        // One that goes on all the same is answered slowly: its threads wait, and not the host.
        _ = clock.call(at: clock.now + LockAllowance.refusalDelay) { [weak self, weak process] in
            guard let self, let process, lock.isRelease else { return held.answer(ENOLCK) }
            attempt(lock, held, by: process)
        }
    }

    private func attempt(_ lock: LockCall, _ held: HeldCall, by process: (any WorkerProcess)?) {
        guard let process else { return held.answer(ENOLCK) }
        switch process.attempt(lock) {
        case .answer(let errno): held.answer(errno)
        case .pass: held.letPass()
        case .wait:
            guard allowance.beginWaiting() else { return held.answer(ENOLCK) }
            retryLater(lock, held, by: process, after: nil)
        }
    }

    private func retryLater(
        _ lock: LockCall,
        _ held: HeldCall,
        by process: any WorkerProcess,
        after last: Duration?
    ) {
        let pause = LockAllowance.pause(after: last)
        _ = clock.call(at: clock.now + pause) { [weak self, weak process] in
            guard let self, let process else { return }
            retry(lock, held, by: process, after: pause)
        }
    }

    /// Tries again, unless the thread has ended or a signal has taken its call back.
    private func retry(
        _ lock: LockCall,
        _ held: HeldCall,
        by process: any WorkerProcess,
        after pause: Duration
    ) {
        guard held.isWaiting else { return allowance.endWaiting() }
        let outcome = process.attempt(lock)
        if outcome == .wait { return retryLater(lock, held, by: process, after: pause) }
        allowance.endWaiting()
        if case .answer(let errno) = outcome { held.answer(errno) }
    }
}
