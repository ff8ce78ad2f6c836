// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What a bundle has that outlives its workers.
struct StorageGrant: Sendable {
    /// The directories, its own first.
    var folders: [StorageFolder] = []

    /// Why there are fewer than it asks for.
    var shortfall: String?

    /// Who was given them, and had asked for what.
    var identifier = ""
    var entitlements = Entitlements()

    /// Whether it is all that a manifest asks for, and there: a bundle can be another one by its next
    /// run.
    func isWhole(for manifest: Manifest) -> Bool {
        shortfall == nil && manifest.identifier == identifier
            && manifest.entitlements == entitlements
            && folders.allSatisfy { unsafe access($0.path, F_OK) == 0 }
    }
}

/// Directories that outlive workers: who gets which, and how much is in them.
extension ExtensionHost {
    // MARK: Giving

    /// Makes a bundle's directories, and looks how full those are that nobody has looked at.
    ///
    /// Those that an idle worker has are all there, unless somebody has removed one; and so are those
    /// that have not changed since they were looked at.
    func prepareStorage(for bundle: ExtensionBundle) async {
        defer { lookAtDisk(for: bundle) }
        if let grant = storageGrants[bundle.path], grant.isWhole(for: bundle.manifest),
            workers.of(bundle).contains(where: \.isIdle)
                || grant.folders.allSatisfy({ recount($0.path) != nil })
        {
            return
        }
        let grant = makeGrant(for: bundle)
        storageGrants[bundle.path] = grant
        await measure(grant.folders.filter { storageUse[$0.path] == nil })
    }

    /// What a bundle's next worker is given: what is full can only be read and emptied.
    func storageFolders(for bundle: ExtensionBundle) -> [StorageFolder] {
        let folders = storageGrants[bundle.path]?.folders ?? []
        return folders.map { folder in
            var folder = folder
            let size = storageUse[folder.path] ?? TreeSize()
            folder.isWritable = !isDiskShort && !StorageLimit.isFilled(by: size)
            return folder
        }
    }

    /// How long the disk's free space is taken to be what it was.
    private static let diskInterval = Duration.milliseconds(100)

    /// Asks how much of the disk is free, unless that was asked a moment ago.
    private func lookAtDisk(for bundle: ExtensionBundle) {
        let now = MonotonicTime.now
        if let diskLookedAt, now - diskLookedAt < Self.diskInterval { return }
        guard let path = storageGrants[bundle.path]?.folders.first?.path,
            let room = FileSystemRoom(at: path)
        else { return }
        diskLookedAt = now
        isDiskShort = room.freeByteCount < StorageLimit.reserve(of: room)
    }

    private func makeGrant(for bundle: ExtensionBundle) -> StorageGrant {
        var grant = findGrant(for: bundle)
        grant.identifier = bundle.manifest.identifier
        grant.entitlements = bundle.manifest.entitlements
        return grant
    }

    private func findGrant(for bundle: ExtensionBundle) -> StorageGrant {
        let isolation = configuration.isolation
        // Nobody else than this user can get to them by their paths.
        guard isolation.identity == nil || isolation.namespaces.contains(.mount) else {
            return StorageGrant(
                shortfall: "what is kept needs a mount namespace, or a host that is not root"
            )
        }
        do throws(SystemError) {
            let root = try StorageRoot(
                path: configuration.statePath ?? directory.statePath,
                owner: isolation.identity
            )
            return root.grant(for: bundle.manifest)
        } catch {
            return StorageGrant(shortfall: "what is kept cannot be reached: \(error)")
        }
    }

    // MARK: Looking

    /// Looks how full a worker's directories are once its run is over; what is too much is removed,
    /// and is a strike.
    func measureStorage(of worker: WorkerRecord, after run: RunRecord) async {
        // One that was ended for what it wrote may write until it is gone.
        if run.diskFault != nil { await waitForEnd(of: worker) }
        await measure(worker.storage)
        await takeBackLeftovers(in: worker.storage, after: run)
        let written = worker.storage.filter(\.isWritable)
        let exceeded = written.filter {
            storageUse[$0.path].map(StorageLimit.isExceeded) ?? false
        }
        guard !exceeded.isEmpty || run.diskFault != nil else { return }
        noteStrike(of: worker, after: run, exceeded)
        if !worker.isRetiring { kill(worker) }
        await waitForEnd(of: worker)
        for folder in run.diskFault == nil ? exceeded : written {
            await takeBack(folder, of: worker, after: run)
        }
    }

    /// Notes that a run has left too much: not in a directory that other bundles have too, as each of
    /// them could have filled it, and would put this one in quarantine.
    private func noteStrike(
        of worker: WorkerRecord,
        after run: RunRecord,
        _ exceeded: [StorageFolder]
    ) {
        let others = storageGrants.filter { $0.key != worker.bundle.path }.values
        let shared = Set(others.flatMap(\.folders).map(\.path))
        let isOwn = !exceeded.allSatisfy { shared.contains($0.path) }
        if isOwn { run.note(RunStrike.storageLimit) }
        if worker.retirement == nil, !worker.isRetiring {
            worker.retirement = isOwn ? .strikes : .unsuitable
        }
    }

    /// How many files are looked at on this thread, which has budgets to keep: they take no longer
    /// than waking another.
    private static let quickFileCount = 32

    /// Looks at what has few files, as most have, at once, and at the rest off this thread.
    private func measure(_ folders: [StorageFolder]) async {
        var large: [String] = []
        for folder in folders {
            if let size = quickSize(of: folder.path) {
                storageUse[folder.path] = size
            } else {
                large.append(folder.path)
            }
        }
        guard !large.isEmpty else { return }
        for (path, size) in await Self.sizes(of: large) { storageUse[path] = size }
    }

    /// Looks at a directory that has few files; nil when it has more, or more than was known.
    private func quickSize(of path: String) -> TreeSize? {
        if let size = recount(path) { return size }
        guard storageUse[path]?.fileCount ?? 0 <= Self.quickFileCount,
            let directory = try? Descriptor.openDirectory(path)
        else { return nil }
        let record = try? directory.recordTree(fileLimit: Self.quickFileCount)
        storageRecords[path] = record?.canBeRecounted == true ? record : nil
        return record?.size.isPartial == false ? record?.size : nil
    }

    /// Counts a directory again in which nothing has come or gone; nil when it has to be listed.
    private func recount(_ path: String) -> TreeSize? {
        guard let record = storageRecords[path] else { return nil }
        return try? Descriptor.openDirectory(path).recountTree(record)
    }

    /// Counts what directories hold, on a thread of its own: one bundle can have many files, and the
    /// runs of all others go by way of Swift's pool, which has a thread for each core.
    static func sizes(of paths: [String]) async -> [String: TreeSize] {
        await SystemThread.value(named: "belfry-count") {
            var sizes: [String: TreeSize] = [:]
            for path in paths {
                sizes[path] = size(of: path, fileLimit: 2 * StorageLimit.fileCount + 1)
            }
            return sizes
        }
    }

    private static func size(of path: String, fileLimit: Int) -> TreeSize {
        // One that cannot be looked at is taken for full.
        var unknown = TreeSize()
        unknown.isPartial = true
        return (try? Descriptor.openDirectory(path).measureTree(fileLimit: fileLimit)) ?? unknown
    }

    // MARK: Telling

    /// What the report says of a worker's directories.
    func storageSummary(
        of worker: WorkerRecord,
        after run: RunRecord
    ) -> RunReport.StorageSummary? {
        var shortfall = storageGrants[worker.bundle.path]?.shortfall
        guard !worker.storage.isEmpty || shortfall != nil else { return nil }
        if isDiskShort, !worker.storage.contains(where: \.isWritable) {
            let words = "the disk is nearly full, so that what is kept can only be read and removed"
            shortfall = [shortfall, words].compactMap(\.self).joined(separator: "; ")
        }
        let folders = worker.storage.map { folder in
            let size = storageUse[folder.path] ?? TreeSize()
            return RunReport.StorageSummary.Folder(
                kind: "\(folder.kind)",
                identifier: folder.identifier,
                isWritable: folder.isWritable,
                byteCount: size.byteCount,
                fileCount: size.fileCount
            )
        }
        let earlier = idleRemovals.removeValue(forKey: worker.bundle.path) ?? []
        let removals = earlier + run.storageRemovals
        return RunReport.StorageSummary(
            folders: folders,
            shortfall: shortfall,
            removals: removals.isEmpty ? nil : removals
        )
    }
}
