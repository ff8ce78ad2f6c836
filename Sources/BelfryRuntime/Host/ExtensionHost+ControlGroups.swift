// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
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
    /// It seals itself meanwhile; what it has touched before stays charged to the zygote's group.
    func confine(_ worker: WorkerRecord) {
        guard case .success(let group) = configuration.controlGroup,
            let process = worker.process?.meter.process
        else { return }
        let limits = ControlGroupLeaf.Limits(
            memoryByteCount: UInt64(clamping: worker.budget.memoryByteCount)
                .addingSaturated(Self.groupAllowance + Self.memoryOfFiles(kept: worker.storage)),
            threadCount: UInt64(worker.bundle.manifest.threads)
        )
        let name = "belfry-worker-\(getpid())-\(worker.number)"
        // One that has none, as it has ended meanwhile, say, is held by all other walls.
        guard let leaf = try? ControlGroupLeaf.make(in: group, named: name, limits: limits),
            (try? leaf.add(process)) != nil
        else { return }
        worker.group = consume leaf
    }

    /// What a worker's kept files may take of its group's memory.
    ///
    /// On a tmpfs they are charged to it, and how much they may be is for the storage limit to say. A
    /// shared directory may hold twice as much for a moment.
    private static func memoryOfFiles(kept folders: [StorageFolder]) -> UInt64 {
        let count = folders.count {
            $0.isWritable && FileSystemKind(at: $0.path)?.isMemory == true
        }
        return 2 * StorageLimit.byteCount * UInt64(count)
    }

    /// Decides a run whose worker the kernel has killed for the memory of its group.
    func judgeMemory(of worker: WorkerRecord, _ run: RunRecord) {
        guard worker.group?.outOfMemoryKillCount ?? 0 > 0 else { return }
        run.explanation = worker.group?.memory?.sentence
        perform(run.machine.exceeded(.memory), on: run)
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

extension ControlGroupLeaf.Memory {
    /// What filled a group, as the rest of a sentence; nil unless most of it were files.
    fileprivate var sentence: String? {
        guard fileByteCount > limit / 2 else { return nil }
        let megabyte: UInt64 = 1 << 20
        return "its control group may have \(limit / megabyte) MB, and \(fileByteCount / megabyte) "
            + "MB of that were files on a tmpfs"
    }
}
