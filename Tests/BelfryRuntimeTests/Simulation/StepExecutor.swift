// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Runs a schedule's work on whatever thread drains it, in the order in which the work came.
///
/// It is the schedule's own executor and its tasks' preferred one, so that also work without an actor
/// runs there. Nothing of a schedule runs on another thread, so its queue needs no lock.
final class StepExecutor: SerialExecutor, TaskExecutor {
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    private nonisolated(unsafe) var batch: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        unsafe jobs.append(UnownedJob(job))
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {}

    /// Runs what there is, and what that asks for.
    func drain() {
        while unsafe !jobs.isEmpty {
            unsafe swap(&jobs, &batch)
            for job in unsafe batch {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
            unsafe batch.removeAll(keepingCapacity: true)
        }
    }
}
