// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// Workers in control groups of their own, where this host was given one to divide.
///
/// They are one more wall behind the looks at a worker's footprint and RLIMIT_DATA, and the only one
/// that also counts what the kernel holds for a worker.
extension ExtensionHost {
    /// Besides the budget: what RLIMIT_DATA leaves beyond it, and the pages of the largest file.
    private static let groupAllowance: UInt64 = 96 * 1024 * 1024

    /// Moves a worker that was just forked into a group of its own.
    ///
    /// It seals itself meanwhile; what it has touched before stays charged to the nursery's group.
    func confine(_ worker: WorkerRecord) {
        guard case .success(let group) = configuration.controlGroup,
            let process = worker.process?.meter.process
        else { return }
        let limits = ControlGroupLeaf.Limits(
            memoryByteCount: UInt64(clamping: worker.budget.memoryByteCount)
                .addingSaturated(Self.groupAllowance),
            threadCount: UInt64(worker.bundle.manifest.threads)
        )
        let name = "belfry-worker-\(getpid())-\(worker.number)"
        // One that has none, as it has ended meanwhile, say, is held by all other walls.
        guard let leaf = try? ControlGroupLeaf.make(in: group, named: name, limits: limits),
            (try? leaf.add(process)) != nil
        else { return }
        worker.group = consume leaf
    }

    /// Whether the kernel killed a worker for the memory of its group.
    func wasOutOfMemory(_ worker: WorkerRecord) -> Bool {
        guard let count = worker.group?.outOfMemoryKillCount else { return false }
        return count > 0
    }

    /// What there is of control groups, as a layer of the sandbox.
    package nonisolated var controlGroupLayer: RunReport.LayerSummary {
        switch configuration.controlGroup {
        case .success(let group):
            RunReport.LayerSummary(
                name: "cgroup",
                isEnforced: true,
                detail: "memory, swap and threads, in \(group.path)"
            )
        case .failure(let error):
            RunReport.LayerSummary(name: "cgroup", isEnforced: false, detail: error.description)
        }
    }
}
