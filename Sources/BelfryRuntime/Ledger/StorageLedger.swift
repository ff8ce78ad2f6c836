// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Directories that outlive workers: which bundle gets which, how full they are, and what is removed
/// of what is too much.
///
/// It belongs to the host's thread. It knows paths and sizes; what a full directory means for a run is
/// for that run to decide.
final class StorageLedger {
    private let clock: any HostClock
    private let files: any StorageKeeping

    /// How much is in the directories, as far as they have been looked at.
    private var use: [String: TreeSize] = [:]

    /// How those were found that have few files, to be looked at again without listing them.
    private var records: [String: TreeRecord] = [:]

    /// What each bundle was given.
    private var grants: [String: StorageGrant] = [:]

    /// When bundles could write to the directories that they share.
    private var spans: [String: [StorageSpan]] = [:]

    /// What was removed of what bundles wrote between runs, until a report has named it.
    private var idleRemovals: [String: [Removal]] = [:]

    /// Whether the disk is so full that kept directories become read-only, and when it was asked.
    private var isDiskShort = false
    private var diskLookedAt: MonotonicTime?

    typealias Removal = RunReport.StorageSummary.Removal

    /// Makes a ledger.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - files: Where the directories are.
    init(_ clock: any HostClock, _ files: any StorageKeeping) {
        self.clock = clock
        self.files = files
    }

    // MARK: Giving

    /// Makes a bundle's directories, and looks how full those are that have not been looked at.
    ///
    /// Directories that an idle worker has are all there, unless somebody has removed one; and so are
    /// those that have not changed since they were looked at.
    func prepare(for bundle: ExtensionBundle, hasIdleWorker: Bool) async {
        defer { lookAtDisk(for: bundle) }
        if let grant = grants[bundle.path], grant.isWhole(for: bundle.manifest),
            grant.folders.allSatisfy({ files.isThere($0.path) }),
            hasIdleWorker || grant.folders.allSatisfy({ recount($0.path) != nil })
        {
            return
        }
        let grant = makeGrant(for: bundle)
        grants[bundle.path] = grant
        await measure(grant.folders.filter { use[$0.path] == nil })
    }

    /// What a bundle's next worker is given: a full directory can only be read and emptied.
    func folders(for bundle: ExtensionBundle) -> [StorageFolder] {
        let folders = grants[bundle.path]?.folders ?? []
        return folders.map { folder in
            var folder = folder
            folder.isWritable = !isDiskShort && !StorageLimit.isFilled(by: size(of: folder.path))
            return folder
        }
    }

    /// How much is in a directory, as it was last seen.
    func size(of path: String) -> TreeSize { use[path] ?? TreeSize() }

    /// How long the disk's free space is taken to be what it was.
    private static let diskInterval = Duration.milliseconds(100)

    /// Asks how much of the disk is free, unless that was asked a moment ago.
    private func lookAtDisk(for bundle: ExtensionBundle) {
        let now = clock.now
        if let diskLookedAt, now - diskLookedAt < Self.diskInterval { return }
        guard let path = grants[bundle.path]?.folders.first?.path,
            let room = files.room(at: path)
        else { return }
        diskLookedAt = now
        isDiskShort = room.freeByteCount < room.reserve
    }

    private func makeGrant(for bundle: ExtensionBundle) -> StorageGrant {
        var grant = files.grant(for: bundle.manifest)
        grant.identifier = bundle.manifest.identifier
        grant.entitlements = bundle.manifest.entitlements
        return grant
    }

    // MARK: Looking

    /// How many files are counted on the host's thread, which has budgets to keep: it takes no longer
    /// than waking another thread.
    private static let quickFileCount = 32

    /// Counts small directories, as most are, at once, and large ones on another thread.
    func measure(_ folders: [StorageFolder]) async {
        var large: [String] = []
        for folder in folders {
            if let size = quickSize(of: folder.path) {
                use[folder.path] = size
            } else {
                large.append(folder.path)
            }
        }
        guard !large.isEmpty else { return }
        for (path, size) in await files.sizes(of: large) { use[path] = size }
    }

    /// Counts directories anew, whatever was known of them.
    func remeasure(_ folders: [StorageFolder]) async {
        for (path, size) in await files.sizes(of: folders.map(\.path)) {
            use[path] = size
            records[path] = nil
        }
    }

    /// Counts a directory that has few files; nil when it has more, or more than was known.
    private func quickSize(of path: String) -> TreeSize? {
        if let size = recount(path) { return size }
        guard use[path]?.fileCount ?? 0 <= Self.quickFileCount else { return nil }
        let record = files.record(path, fileLimit: Self.quickFileCount)
        records[path] = record?.canBeRecounted == true ? record : nil
        return record?.size.isPartial == false ? record?.size : nil
    }

    /// Counts a directory again in which nothing has come or gone; nil when it has to be listed.
    private func recount(_ path: String) -> TreeSize? {
        records[path].flatMap { files.recount(path, $0) }
    }

    /// Counts what directories hold, without noting it.
    func sizes(of paths: [String]) async -> [String: TreeSize] { await files.sizes(of: paths) }

    // MARK: Sharing

    /// Whether other bundles were given all of these directories too, so that each of them could have
    /// filled them.
    func areShared(_ folders: [StorageFolder], besides bundle: ExtensionBundle) -> Bool {
        let others = grants.filter { $0.key != bundle.path }.values
        let shared = Set(others.flatMap(\.folders).map(\.path))
        return folders.allSatisfy { shared.contains($0.path) }
    }

    /// Whether another bundle could write to a directory at any time since a moment.
    func wasShared(_ folder: StorageFolder, by bundle: ExtensionBundle, since time: UInt64) -> Bool
    {
        StorageSpan.isShared(by: bundle.path, since: time, in: spans[folder.path] ?? [])
    }

    /// Notes that a run may write to directories that other bundles have too.
    ///
    /// - Parameters:
    ///   - run: The run's number.
    ///   - bundle: Its bundle.
    ///   - folders: What its worker has; only shared, writable ones count.
    ///   - beginning: From when on, in nanoseconds of UNIX time.
    func beginSpan(
        of run: UInt64,
        _ bundle: ExtensionBundle,
        in folders: [StorageFolder],
        from beginning: UInt64
    ) {
        for folder in folders where folder.kind != .data && folder.isWritable {
            let span = StorageSpan(bundle: bundle.path, run: run, beginning: beginning)
            spans[folder.path, default: []].append(span)
        }
    }

    /// Notes that a run writes no more.
    func endSpan(of run: UInt64, in folders: [StorageFolder]) {
        let now = clock.fileTime
        for folder in folders where folder.kind != .data && folder.isWritable {
            guard var list = spans[folder.path] else { continue }
            for index in list.indices where list[index].run == run { list[index].end = now }
            StorageSpan.compact(&list)
            spans[folder.path] = list
        }
    }

    // MARK: Taking back

    /// Whose files are too many, and since when they can have been written.
    struct Claim {
        let bundle: ExtensionBundle

        /// When the run could begin to write, and its worker, in nanoseconds of UNIX time.
        let runBeginning: UInt64?
        let workerBeginning: UInt64

        /// What the run was ended for, where that is what it wrote.
        let fault: DiskWatch.Fault?
    }

    /// Removes what a run has written beyond what a directory may hold, once its process is gone.
    func takeBack(_ folder: StorageFolder, for claim: Claim) async -> Removal? {
        let isTooMuch = claim.fault?.isDirectorys ?? true
        let trim = TreeTrim(
            byteCount: isTooMuch ? StorageLimit.byteCount - StorageLimit.roomByteCount : 0,
            fileCount: StorageLimit.fileCount - StorageLimit.roomFileCount,
            // Its own directory it may have filled between runs.
            beginning: isTooMuch && folder.kind == .data
                ? claim.workerBeginning : claim.runBeginning ?? .max,
            spared: StorageSpan.others(than: claim.bundle.path, in: spans[folder.path] ?? []),
            removesOlder: isTooMuch
        )
        return await takeBack(folder, trim)
    }

    /// Removes what an earlier worker left in the bundle's own directory beyond its limit, the newest
    /// first: a worker that may only read and remove there would leave it full for good.
    func takeBackLeftovers(in folders: [StorageFolder]) async -> [Removal] {
        await takeBackOwn(folders.filter { !$0.isWritable }, since: 0)
    }

    /// Removes what a bundle wrote between runs and is too much; its next report names it.
    func takeBackIdle(
        _ folders: [StorageFolder],
        of bundle: ExtensionBundle,
        since beginning: UInt64
    ) async {
        await remeasure(folders)
        let removals = await takeBackOwn(folders, since: beginning)
        if !removals.isEmpty { idleRemovals[bundle.path, default: []] += removals }
    }

    private func takeBackOwn(
        _ folders: [StorageFolder],
        since beginning: UInt64
    ) async -> [Removal] {
        var removals: [Removal] = []
        for folder in folders where folder.kind == .data {
            guard let size = use[folder.path], StorageLimit.isExceeded(by: size) else { continue }
            let trim = TreeTrim(
                byteCount: StorageLimit.byteCount - StorageLimit.roomByteCount,
                fileCount: StorageLimit.fileCount - StorageLimit.roomFileCount,
                beginning: beginning
            )
            if let removal = await takeBack(folder, trim) { removals.append(removal) }
        }
        return removals
    }

    private func takeBack(_ folder: StorageFolder, _ trim: TreeTrim) async -> Removal? {
        records[folder.path] = nil
        guard let result = await files.trim(folder.path, trim) else { return nil }
        use[folder.path] = result.rest
        guard result.fileCount > 0 else { return nil }
        return Removal(
            kind: "\(folder.kind)",
            identifier: folder.identifier,
            byteCount: result.byteCount,
            fileCount: result.fileCount
        )
    }

    // MARK: Telling

    /// What a report says of the directories that a run's worker had.
    ///
    /// - Parameters:
    ///   - bundle: The run's bundle.
    ///   - folders: What its worker was given.
    ///   - disk: What the run wrote.
    /// - Returns: The summary; nil for a bundle that keeps nothing and lacks nothing.
    func summary(
        for bundle: ExtensionBundle,
        _ folders: [StorageFolder],
        _ disk: Run.DiskRecord
    ) -> RunReport.StorageSummary? {
        var shortfall = grants[bundle.path]?.shortfall
        guard !folders.isEmpty || shortfall != nil else { return nil }
        if isDiskShort, !folders.contains(where: \.isWritable) {
            let words = "the disk is nearly full, so that what is kept can only be read and removed"
            shortfall = [shortfall, words].compactMap(\.self).joined(separator: "; ")
        }
        let summaries = folders.map { folder in
            let size = size(of: folder.path)
            return RunReport.StorageSummary.Folder(
                kind: "\(folder.kind)",
                identifier: folder.identifier,
                isWritable: folder.isWritable,
                byteCount: size.byteCount,
                fileCount: size.fileCount,
                excess: disk.excesses[folder.path] ?? StorageLimit.excess(of: folder, size)
            )
        }
        let removals = (idleRemovals.removeValue(forKey: bundle.path) ?? []) + disk.removals
        return RunReport.StorageSummary(
            folders: summaries,
            shortfall: shortfall,
            removals: removals.isEmpty ? nil : removals
        )
    }
}
