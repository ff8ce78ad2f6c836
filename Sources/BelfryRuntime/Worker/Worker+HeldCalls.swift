// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// System calls that the kernel holds: forbidden ones end a worker, locks of files are answered.
extension Worker {
    func isHeld(_ held: HeldCall) {
        if let lock = held.call.lock { return lockAsked(lock, held) }
        violated(held.call.call)
    }

    private func violated(_ call: SystemCall) {
        // What it said before the call counts, so it is read first.
        read()
        if let client {
            client.run.violated(call.name, self)
        } else {
            owner.noteDeparture(of: bundle, .strikes)
        }
        kill()
    }

    // MARK: Locks

    /// Takes a lock, or refuses it.
    private func lockAsked(_ lock: LockCall, _ held: HeldCall) {
        if locks.admit() { return tryLock(lock, held) }
        // One that goes on all the same is answered slowly: its threads wait, and not the host.
        _ = clock.call(at: clock.now + LockAllowance.refusalDelay) { [weak self] in
            guard let self, lock.isRelease, !isForgotten else { return held.answer(ENOLCK) }
            tryLock(lock, held)
        }
    }

    private func tryLock(_ lock: LockCall, _ held: HeldCall) {
        switch attempt(lock) {
        case .answer(let errno): held.answer(errno)
        case .pass: held.letPass()
        case .wait:
            guard locks.beginWaiting() else { return held.answer(ENOLCK) }
            retryLater(lock, held, after: nil)
        }
    }

    private func attempt(_ lock: LockCall) -> LockCall.Outcome {
        process?.attempt(lock) ?? .answer(errno: ENOLCK)
    }

    private func retryLater(_ lock: LockCall, _ held: HeldCall, after last: Duration?) {
        let pause = LockAllowance.pause(after: last)
        _ = clock.call(at: clock.now + pause) { [weak self] in
            self?.retry(lock, held, after: pause)
        }
    }

    /// Tries again, unless the thread has ended or a signal has taken its call back.
    private func retry(_ lock: LockCall, _ held: HeldCall, after pause: Duration) {
        guard !isForgotten else { return }
        guard held.isWaiting else { return locks.endWaiting() }
        let outcome = attempt(lock)
        if outcome == .wait { return retryLater(lock, held, after: pause) }
        locks.endWaiting()
        if case .answer(let errno) = outcome { held.answer(errno) }
    }
}
