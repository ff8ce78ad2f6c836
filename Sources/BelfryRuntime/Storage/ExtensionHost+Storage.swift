// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// What a bundle has that outlives its workers.
struct StorageGrant: Sendable {
    /// The directories, its own first.
    var folders: [StorageFolder] = []

    /// Why there are fewer than it asks for.
    var shortfall: String?
}

/// Directories that outlive workers: who gets which, and how much is in them.
extension ExtensionHost {
    // MARK: Giving

    /// Makes a bundle's directories, and looks how full those are that nobody has looked at.
    func prepareStorage(for bundle: ExtensionBundle) async {
        let grant = makeGrant(for: bundle)
        storageGrants[bundle.path] = grant
        await measure(grant.folders.filter { storageUse[$0.path] == nil })
    }

    /// What a bundle's next worker is given: what is full can only be read and emptied.
    func storageFolders(for bundle: ExtensionBundle) -> [StorageFolder] {
        let folders = storageGrants[bundle.path]?.folders ?? []
        return folders.map { folder in
            var folder = folder
            folder.isWritable = !StorageLimit.isExceeded(by: storageUse[folder.path] ?? TreeSize())
            return folder
        }
    }

    private func makeGrant(for bundle: ExtensionBundle) -> StorageGrant {
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

    /// Looks how full a worker's directories are once its run is over; one that has become too full
    /// is a strike.
    ///
    /// Not one that other bundles have too: each of them could have filled it, and would put this one
    /// in quarantine.
    func measureStorage(of worker: WorkerRecord, after run: RunRecord) async {
        await measure(worker.storage)
        let others = storageGrants.filter { $0.key != worker.bundle.path }.values
        let shared = Set(others.flatMap(\.folders).map(\.path))
        let isExceeded = worker.storage.contains { folder in
            folder.isWritable && !shared.contains(folder.path)
                && storageUse[folder.path].map(StorageLimit.isExceeded) ?? false
        }
        if isExceeded { run.note(RunStrike.storageLimit) }
    }

    /// Looks off this thread, which has budgets to keep.
    private func measure(_ folders: [StorageFolder]) async {
        for (path, size) in await Self.sizes(of: folders.map(\.path)) { storageUse[path] = size }
    }

    @concurrent
    private static func sizes(of paths: [String]) async -> [String: TreeSize] {
        var sizes: [String: TreeSize] = [:]
        for path in paths {
            // One that cannot be looked at is taken for full.
            var unknown = TreeSize()
            unknown.isPartial = true
            let size = try? Descriptor.openDirectory(path)
                .measureTree(fileLimit: StorageLimit.fileCount + 1)
            sizes[path] = size ?? unknown
        }
        return sizes
    }

    // MARK: Telling

    /// What the report says of a worker's directories.
    func storageSummary(of worker: WorkerRecord) -> RunReport.StorageSummary? {
        let shortfall = storageGrants[worker.bundle.path]?.shortfall
        guard !worker.storage.isEmpty || shortfall != nil else { return nil }
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
        return RunReport.StorageSummary(folders: folders, shortfall: shortfall)
    }
}
