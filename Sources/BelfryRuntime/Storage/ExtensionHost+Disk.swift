// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What runs write to the disk: watched while they are at work, and taken back where it is too much.
extension ExtensionHost {
    // MARK: Watching

    private static let shortestLook = Duration.milliseconds(1)
    private static let longestLook = Duration.milliseconds(10)

    /// Looks at what every worker that is at work has written.
    ///
    /// - Returns: When to look again; nil when no worker can write to what is kept.
    func sampleDisks() -> Duration? {
        var next: Duration?
        for worker in Array(workers.all) where !worker.isIdle && !worker.isRetiring {
            guard let process = worker.process, worker.storage.contains(where: \.isWritable) else {
                continue
            }
            let interval = sampleDisk(of: worker, process)
            next = min(next ?? interval, interval)
        }
        return next
    }

    /// Looks at what a worker has written.
    ///
    /// - Returns: When to look again.
    private func sampleDisk(of worker: WorkerRecord, _ process: SpawnedProcess) -> Duration {
        guard let disk = worker.disk ?? makeDiskMeter(for: worker, process),
            let reading = disk.reading
        else { return Self.longestLook }
        // A worker that was prewarmed has no run yet: all that it writes is its next one's.
        let number = worker.run ?? 0
        let isFirst = worker.run == nil || worker.runCount <= 1
        disk.watch.begin(number, isFirst: isFirst, reading)
        switch disk.watch.judge(number, reading, at: .now) {
        case .none: break
        case .end(let fault): end(worker, for: fault)
        case .look:
            guard !disk.isLooking else { break }
            disk.isLooking = true
            let number = worker.number
            let folders = worker.storage.filter(\.isWritable)
            Task { await look(at: folders, of: number, reading) }
        }
        let longest =
            currentRun(of: worker)?.session?.isQuiet == true ? Self.idleInterval : Self.longestLook
        return min(max(disk.watch.room(at: reading), Self.shortestLook), longest)
    }

    private func makeDiskMeter(
        for worker: WorkerRecord,
        _ process: SpawnedProcess
    ) -> DiskMeter? {
        let folders = worker.storage.filter(\.isWritable).map {
            (path: $0.path, size: storageUse[$0.path] ?? TreeSize())
        }
        guard let disk = try? DiskMeter(process, folders), !process.hasEnded else { return nil }
        worker.disk = disk
        return disk
    }

    /// Looks at a worker's directories off this thread, and ends a run that has filled one.
    private func look(
        at folders: [StorageFolder],
        of number: UInt64,
        _ reading: DiskWatch.Reading
    ) async {
        let begin = MonotonicTime.now
        let sizes = await Self.sizes(of: folders.map(\.path))
        let now = MonotonicTime.now
        guard let worker = workers[number], let disk = worker.disk else { return }
        disk.isLooking = false
        disk.watch.looked(sizes, reading, took: now - begin, at: now)
        for folder in folders {
            guard let size = sizes[folder.path], StorageLimit.isExceeded(by: size) else { continue }
            if isFilled(folder, by: worker) { return end(worker, for: .directory) }
            if StorageLimit.isExceededTwice(by: size) { return end(worker, for: .shared) }
        }
    }

    /// Whether it was this worker that filled a directory, and not another bundle of its group.
    private func isFilled(_ folder: StorageFolder, by worker: WorkerRecord) -> Bool {
        guard folder.kind != .data, let run = currentRun(of: worker) else { return true }
        let spans = storageSpans[folder.path] ?? []
        let beginning = run.storageBeginning ?? 0
        if !StorageSpan.isShared(by: worker.bundle.path, since: beginning, in: spans) {
            return true
        }
        guard let disk = worker.disk, let reading = disk.reading else { return false }
        return disk.watch.written(in: run.number, reading) > StorageLimit.roomByteCount
    }

    private func end(_ worker: WorkerRecord, for fault: DiskWatch.Fault) {
        guard let run = currentRun(of: worker) else { return kill(worker) }
        guard run.machine.verdict == nil else { return }
        run.diskFault = fault
        run.explanation = fault.sentence
        perform(run.machine.exceeded(fault.isHostResource ? .hostResource : .output), on: run)
    }

    /// Whether a worker has written so much that it gets no further run: with it go the files that it
    /// holds open and that have no name.
    func hasWrittenEnough(_ worker: WorkerRecord) -> Bool {
        if worker.disk == nil, worker.runCount % Self.uncheckedRunCount == 0,
            let process = worker.process
        {
            _ = makeDiskMeter(for: worker, process)
        }
        guard let disk = worker.disk, let reading = disk.reading else { return false }
        return disk.watch.writtenInLife(reading) > StorageLimit.workerByteCount
    }

    /// How many runs a worker gets, all shorter than the first look, before it is looked at.
    private static let uncheckedRunCount = 16

    // MARK: Times

    /// Notes that a run may write to directories that other bundles have too.
    func beginStorageSpan(of run: RunRecord, _ worker: WorkerRecord) {
        guard run.storageBeginning == nil else { return }
        let now = MonotonicTime.read(CLOCK_REALTIME) ?? 0
        // What the worker's start has written is its first run's.
        let isFirst = worker.runCount == 0
        let beginning =
            isFirst ? Self.beginning(of: worker) : now - min(now, Self.fileClockTick)
        run.storageBeginning = beginning
        for folder in worker.storage where folder.kind != .data && folder.isWritable {
            let span = StorageSpan(
                bundle: worker.bundle.path,
                run: run.number,
                beginning: beginning
            )
            storageSpans[folder.path, default: []].append(span)
        }
    }

    /// Notes that a run writes no more.
    func endStorageSpan(of run: RunRecord, _ worker: WorkerRecord) {
        let now = MonotonicTime.read(CLOCK_REALTIME) ?? 0
        for folder in worker.storage where folder.kind != .data && folder.isWritable {
            guard var spans = storageSpans[folder.path] else { continue }
            for index in spans.indices where spans[index].run == run.number {
                spans[index].end = now
            }
            StorageSpan.compact(&spans)
            storageSpans[folder.path] = spans
        }
    }

    /// How late the kernel's clock for files can be.
    private static let fileClockTick: UInt64 = 20_000_000

    // MARK: Taking back

    /// Removes what a run has written beyond what a directory may hold, once its process is gone.
    func takeBack(_ folder: StorageFolder, of worker: WorkerRecord, after run: RunRecord) async {
        let spans = storageSpans[folder.path] ?? []
        let isTooMuch =
            [nil, .directory, .shared, .mapped].contains(run.diskFault)
        let trim = TreeTrim(
            byteCount: isTooMuch ? StorageLimit.byteCount - StorageLimit.roomByteCount : 0,
            fileCount: StorageLimit.fileCount - StorageLimit.roomFileCount,
            // Its own directory it may have filled between runs.
            beginning: isTooMuch && folder.kind == .data
                ? Self.beginning(of: worker) : run.storageBeginning ?? .max,
            spared: StorageSpan.others(than: run.bundle.path, in: spans),
            removesOlder: isTooMuch
        )
        if let removal = await takeBack(folder, trim) { run.storageRemovals.append(removal) }
    }

    private func takeBack(
        _ folder: StorageFolder,
        _ trim: TreeTrim
    ) async -> RunReport.StorageSummary.Removal? {
        storageRecords[folder.path] = nil
        guard let result = await Self.trim(folder.path, trim) else { return nil }
        storageUse[folder.path] = result.rest
        guard result.fileCount > 0 else { return nil }
        return RunReport.StorageSummary.Removal(
            kind: "\(folder.kind)",
            identifier: folder.identifier,
            byteCount: result.byteCount,
            fileCount: result.fileCount
        )
    }

    /// Removes what an earlier worker left in the bundle's own directory beyond its limit, the newest
    /// first: a worker that may only read and remove there would leave it full for good.
    func takeBackLeftovers(in folders: [StorageFolder], after run: RunRecord) async {
        for folder in folders where folder.kind == .data && !folder.isWritable {
            guard let size = storageUse[folder.path], StorageLimit.isExceeded(by: size) else {
                continue
            }
            let trim = TreeTrim(
                byteCount: StorageLimit.byteCount - StorageLimit.roomByteCount,
                fileCount: StorageLimit.fileCount - StorageLimit.roomFileCount,
                beginning: 0
            )
            if let removal = await takeBack(folder, trim) { run.storageRemovals.append(removal) }
        }
    }

    /// Looks at what a worker wrote between runs, once it is gone: of what is too much in its own
    /// directory the next report tells.
    func takeBackIdle(_ worker: WorkerRecord) async {
        await waitForEnd(of: worker)
        let written = worker.storage.filter(\.isWritable)
        for (path, size) in await Self.sizes(of: written.map(\.path)) {
            storageUse[path] = size
            storageRecords[path] = nil
        }
        for folder in written where folder.kind == .data {
            guard let size = storageUse[folder.path], StorageLimit.isExceeded(by: size) else {
                continue
            }
            let trim = TreeTrim(
                byteCount: StorageLimit.byteCount - StorageLimit.roomByteCount,
                fileCount: StorageLimit.fileCount - StorageLimit.roomFileCount,
                beginning: Self.beginning(of: worker)
            )
            guard let removal = await takeBack(folder, trim) else { continue }
            idleRemovals[worker.bundle.path, default: []].append(removal)
        }
    }

    /// When a worker's life began, in nanoseconds of UNIX time, by the clock of files.
    private static func beginning(of worker: WorkerRecord) -> UInt64 {
        let age = UInt64(clamping: (MonotonicTime.now - worker.requestedAt).nanoseconds)
        let now = MonotonicTime.read(CLOCK_REALTIME) ?? 0
        return now - min(now, age + fileClockTick)
    }

    private static func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result? {
        await SystemThread.value(named: "belfry-trim") {
            guard let directory = try? Descriptor.openDirectory(path) else { return nil }
            return try? trim(directory)
        }
    }
}

extension DiskWatch.Fault {
    /// What happened: the rest of a sentence.
    fileprivate var sentence: String {
        let megabyte: UInt64 = 1024 * 1024
        return switch self {
        case .directory:
            "what it keeps is more than \(StorageLimit.byteCount / megabyte) MB or "
                + "\(StorageLimit.fileCount) files"
        case .shared:
            "a directory that it shares holds more than "
                + "\(2 * StorageLimit.byteCount / megabyte) MB or \(2 * StorageLimit.fileCount) files, "
                + "and several bundles were writing there"
        case .written:
            "it wrote more than \(StorageLimit.runByteCount / megabyte) MB to the disk in one run"
        case .mapped:
            "the file system of what it keeps lost more than "
                + "\(StorageLimit.runByteCount / megabyte) MB while it ran, to files that it had mapped "
                + "or to other programs"
        case .reserve: "it wrote so much that the disk is nearly full"
        case .shortage: "other programs or bundles have filled the disk that it was writing to"
        }
    }
}
