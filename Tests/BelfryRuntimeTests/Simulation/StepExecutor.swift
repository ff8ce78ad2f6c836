// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Synchronization

/// Runs an actor's work on whatever thread drains it, in the order in which the work came.
final class StepExecutor: SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {}

    /// Whether there is nothing to run.
    var isDrained: Bool { jobs.withLock(\.isEmpty) }

    /// Runs what there is, and what that asks for.
    func drain() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
