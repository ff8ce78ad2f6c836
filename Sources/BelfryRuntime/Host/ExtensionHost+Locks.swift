// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// Locks of files: the kernel holds the call of a worker, and the host answers it.
extension ExtensionHost {
    /// A lock that some thread of a worker waits for.
    private struct Waiting {
        let call: SystemCallListener.WaitingCall
        let lock: LockCall
        let worker: UInt64
        let zygote: UInt64
        var pause: Duration?
    }

    /// Takes a lock for a worker, or refuses it.
    func lockAsked(
        _ lock: LockCall,
        by worker: WorkerRecord,
        in call: SystemCallListener.WaitingCall
    ) {
        let zygote = worker.zygote
        let isAdmitted = worker.locks.admit()
        guard !isAdmitted else { return tryLock(lock, by: worker, in: call) }
        // One that goes on all the same is answered slowly: its threads wait, and not the host.
        let number = worker.number
        _ = reactor.schedule(at: .now + LockAllowance.refusalDelay) { [weak self] in
            self?.assumeIsolated { host in
                guard lock.isRelease, let worker = host.workers[number] else {
                    return host.answerLock(call, in: zygote, ENOLCK)
                }
                host.tryLock(lock, by: worker, in: call)
            }
        }
    }

    /// Answers a call of a zygote's worker with an error number; 0 for success.
    func answerLock(_ call: SystemCallListener.WaitingCall, in zygote: UInt64, _ errno: Int32) {
        zygotes[zygote]?.listener?.answer(call, errno: errno)
    }

    private func tryLock(
        _ lock: LockCall,
        by worker: WorkerRecord,
        in call: SystemCallListener.WaitingCall
    ) {
        switch attempt(lock, by: worker) {
        case .answer(let errno): answerLock(call, in: worker.zygote, errno)
        case .pass: zygotes[worker.zygote]?.listener?.letPass(call)
        case .wait:
            guard worker.locks.beginWaiting() else {
                return answerLock(call, in: worker.zygote, ENOLCK)
            }
            let waiting = Waiting(
                call: call,
                lock: lock,
                worker: worker.number,
                zygote: worker.zygote
            )
            retryLater(waiting)
        }
    }

    private func attempt(_ lock: LockCall, by worker: WorkerRecord) -> LockCall.Outcome {
        guard let process = worker.process else { return .answer(errno: ENOLCK) }
        return lock.attempt(for: process.pidfd)
    }

    private func retryLater(_ waiting: Waiting) {
        var next = waiting
        let pause = LockAllowance.pause(after: waiting.pause)
        next.pause = pause
        _ = reactor.schedule(at: .now + pause) { [weak self, next] in
            self?.assumeIsolated { $0.retry(next) }
        }
    }

    /// Tries again, unless the thread has ended or a signal has taken its call back.
    private func retry(_ waiting: Waiting) {
        guard let worker = workers[waiting.worker] else { return }
        guard zygotes[waiting.zygote]?.listener?.isWaiting(waiting.call) == true else {
            return worker.locks.endWaiting()
        }
        let outcome = attempt(waiting.lock, by: worker)
        if outcome == .wait { return retryLater(waiting) }
        worker.locks.endWaiting()
        guard case .answer(let errno) = outcome else { return }
        answerLock(waiting.call, in: waiting.zygote, errno)
    }
}
