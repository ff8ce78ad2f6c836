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
    private var use: [String: Count] = [:]

    /// How full they were when they were seen last with room for a run.
    private var baselines: [String: Count] = [:]

    /// Which workers can write to the directories that bundles share.
    private var writers = StorageWriters()

    /// What was found in a directory, and how long its workers had computed before.
    struct Count {
        let size: TreeSize
        let mark: StorageWriters.Mark
    }

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
    /// those that have not changed since they were looked at. Of those that it shares nobody is to be
    /// blamed for what was there before.
    func prepare(for bundle: ExtensionBundle, hasIdleWorker: Bool) async {
        defer { lookAtDisk(for: bundle) }
        let grant: StorageGrant
        if let known = grants[bundle.path], known.isWhole(for: bundle.manifest),
            known.folders.allSatisfy({ files.isThere($0.path) }),
            hasIdleWorker || known.folders.allSatisfy({ recount($0.path) != nil })
        {
            grant = known
        } else {
            grant = makeGrant(for: bundle)
            grants[bundle.path] = grant
        }
        await measure(grant.folders.filter { !isKnown($0, to: bundle) })
    }

    /// Whether a directory was counted, and no other bundle's worker can have changed it since.
    private func isKnown(_ folder: StorageFolder, to bundle: ExtensionBundle) -> Bool {
        guard let count = use[folder.path] else { return false }
        return folder.kind == .data || mostFiles(in: folder, besides: bundle, since: count) == 0
    }

    /// What a bundle's next worker is given: a full directory can only be read and emptied.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - isClosed: Whether all of it is closed, as before the device's first unlock.
    /// - Returns: The directories.
    func folders(for bundle: ExtensionBundle, isClosed: Bool) -> [StorageFolder] {
        let folders = grants[bundle.path]?.folders ?? []
        return folders.map { folder in
            var folder = folder
            folder.isWritable = !isDiskShort && !StorageLimit.isFilled(by: size(of: folder.path))
            if isClosed { folder.close() }
            return folder
        }
    }

    /// Notes a worker that can write to directories that bundles share.
    ///
    /// - Parameters:
    ///   - number: The worker.
    ///   - bundle: The path of its bundle.
    ///   - folders: What it has.
    ///   - readClock: Reads how many nanoseconds it has computed; nil when that is not known.
    func addWriter(
        _ number: UInt64,
        of bundle: String,
        _ folders: [StorageFolder],
        _ readClock: @escaping () -> UInt64?
    ) {
        writers.add(number, of: bundle, folders, readClock)
    }

    /// Notes that a worker's process is gone.
    func removeWriter(_ number: UInt64, _ folders: [StorageFolder]) {
        writers.remove(number, folders)
    }

    /// How much is in a directory, as it was last seen.
    func size(of path: String) -> TreeSize { use[path]?.size ?? TreeSize() }

    /// How full shared directories were when they were seen last with room for a run, by their paths.
    func baselines(of folders: [StorageFolder]) -> [String: Count] {
        var found: [String: Count] = [:]
        for folder in folders where folder.kind != .data {
            found[folder.path] = baselines[folder.path]
        }
        return found
    }

    /// Counts what directories hold while a run is under way.
    func look(at paths: [String]) async -> [String: TreeSize] {
        let marks = paths.map { ($0, writers.mark($0)) }
        let sizes = await files.sizes(of: paths)
        for (path, mark) in marks {
            if let size = sizes[path] { noteBaseline(Count(size: size, mark: mark), of: path) }
        }
        return sizes
    }

    private func note(_ count: Count, of path: String) {
        use[path] = count
        noteBaseline(count, of: path)
    }

    /// Notes how full a directory is, unless there is so little room that the next to write there would
    /// have to answer for what others have filled.
    private func noteBaseline(_ count: Count, of path: String) {
        if !StorageLimit.isFilled(by: count.size) { baselines[path] = count }
    }

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

    /// Forgets what bundles had whose own directories are being removed.
    ///
    /// - Parameter identifiers: The bundles' identifiers.
    func forget(_ identifiers: [String]) {
        for (bundle, grant) in grants where identifiers.contains(grant.identifier) {
            for folder in grant.folders where folder.kind == .data {
                use[folder.path] = nil
                baselines[folder.path] = nil
                records[folder.path] = nil
            }
            grants[bundle] = nil
        }
    }

    // MARK: Looking

    /// How many files are counted on the host's thread, which has budgets to keep: it takes no longer
    /// than waking another thread.
    private static let quickFileCount = 32

    /// Counts small directories, as most are, at once, and large ones on another thread.
    func measure(_ folders: [StorageFolder]) async {
        var large: [String] = []
        for folder in folders {
            let mark = writers.mark(folder.path)
            if let size = quickSize(of: folder.path) {
                note(Count(size: size, mark: mark), of: folder.path)
            } else {
                large.append(folder.path)
            }
        }
        if !large.isEmpty { await count(large) }
    }

    /// Counts directories anew, whatever was known of them.
    func remeasure(_ folders: [StorageFolder]) async {
        let paths = folders.map(\.path)
        await count(paths)
        for path in paths { records[path] = nil }
    }

    private func count(_ paths: [String]) async {
        // Before: who has worked while they were counted can have made more.
        let marks = paths.map { ($0, writers.mark($0)) }
        let sizes = await files.sizes(of: paths)
        for (path, mark) in marks {
            if let size = sizes[path] { note(Count(size: size, mark: mark), of: path) }
        }
    }

    /// Counts a directory that has few files; nil when it has more, or more than was known.
    private func quickSize(of path: String) -> TreeSize? {
        if let size = recount(path) { return size }
        guard size(of: path).fileCount <= Self.quickFileCount else { return nil }
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

    private func mostFiles(
        in folder: StorageFolder,
        besides bundle: ExtensionBundle,
        since count: Count
    ) -> UInt64 {
        writers.mostFiles(in: folder.path, besides: bundle.path, since: count.mark)
    }

    /// Whether it is provably a bundle's own doing that a directory holds too much.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - folder: The directory.
    ///   - count: What was in it when there was room for a run.
    ///   - size: What is in it.
    ///   - written: What the run has written, as the kernel counts it.
    /// - Returns: Whether the workers of others cannot have done it.
    func isDoing(
        of bundle: ExtensionBundle,
        _ folder: StorageFolder,
        since count: Count?,
        _ size: TreeSize,
        written: UInt64
    ) -> Bool {
        guard folder.kind != .data else { return true }
        guard let count else { return false }
        let others = mostFiles(in: folder, besides: bundle, since: count)
        if others == 0 { return true }
        // One thing that is hidden takes no time at all.
        guard size.gap == nil || size.gap == .moreEntries else { return false }
        if UInt64(clamping: size.fileCount) > others.addingSaturated(UInt64(StorageLimit.fileCount))
        {
            return true
        }
        // There was more room than that.
        return written > StorageLimit.roomByteCount
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

        /// The paths of directories in which other bundles' workers can have made what is too much.
        var unproven: Set<String> = []
    }

    /// Removes what a run has written beyond what a directory may hold, once its process is gone.
    func takeBack(_ folder: StorageFolder, for claim: Claim) async -> Removal? {
        if claim.unproven.contains(folder.path) { return nil }
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
            guard StorageLimit.isExceeded(by: size(of: folder.path)) else { continue }
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
        let mark = writers.mark(folder.path)
        guard let result = await files.trim(folder.path, trim) else { return nil }
        note(Count(size: result.rest, mark: mark), of: folder.path)
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
        _ disk: DiskRecord
    ) -> RunReport.StorageSummary? {
        var shortfall = grants[bundle.path]?.shortfall
        guard !folders.isEmpty || shortfall != nil else { return nil }
        if isDiskShort, !folders.contains(where: { $0.isWritable || $0.isClosed }) {
            let words = "the disk is nearly full, so that what is kept can only be read and removed"
            shortfall = [shortfall, words].compactMap(\.self).joined(separator: "; ")
        }
        let summaries = folders.map { folder in
            let size = size(of: folder.path)
            return RunReport.StorageSummary.Folder(
                kind: "\(folder.kind)",
                identifier: folder.identifier,
                isWritable: folder.isWritable,
                isClosed: folder.isClosed ? true : nil,
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
