// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// Runs that are recorded or replayed.
extension ExtensionHost {
    /// Takes what a traced worker says of a call of its extension.
    func heard(_ call: HostCall, from worker: WorkerRecord) {
        guard let tracing = currentRun(of: worker)?.tracing else { return }
        tracing.note(
            call,
            PlaceNames(of: worker, containerPath: directory.containerPath(worker.number))
        )
    }

    /// When a run's time ends, as its extension is told: in a replay, on the recorded run's clock.
    func deadline(of run: RunRecord, _ begun: MonotonicTime) -> UInt64 {
        let deadline = (begun + run.budget.wall).nanoseconds
        guard let tracing = run.tracing else { return deadline }
        tracing.trace.deadline = tracing.replayed?.deadline ?? deadline
        return tracing.trace.deadline
    }

    /// Keeps what is in a bundle's directories, or puts there what was there when a run was recorded.
    func traceStorage(of bundle: ExtensionBundle, _ tracing: TraceRecord) async throws {
        let folders = storageFolders(for: bundle)
        guard let replayed = tracing.replayed else {
            tracing.trace.folders = try await StorageSnapshot.take(of: folders)
            return
        }
        // Only what lasts no longer than this host is written over.
        guard configuration.statePath == nil else {
            throw HostError("a replay needs a host that keeps nothing of its extensions")
        }
        // What runs before it have left with the notification centre is not this one's.
        centers[bundle.app] = nil
        try await StorageSnapshot.restore(
            replayed.folders,
            to: folders,
            owner: configuration.isolation.identity
        )
        tracing.trace.folders = replayed.folders
    }
}
