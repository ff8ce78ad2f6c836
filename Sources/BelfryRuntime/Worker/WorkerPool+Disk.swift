// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Looking at what workers write: to what is kept, and to containers that are on disk.
extension WorkerPool {
    private static let shortestLook = Duration.milliseconds(1)
    static let longestLook = Duration.milliseconds(10)

    /// Looks at what a worker has written.
    ///
    /// - Returns: When to look again; nil for one that cannot write to a disk.
    func sampleDisks(of worker: Worker) -> Duration? {
        makeDiskMeters(for: worker)
        return [worker.disk, worker.containerDisk].compactMap(\.self)
            .map { sample($0, of: worker) }
            .min()
    }

    private func sample(_ disk: DiskMeter, of worker: Worker) -> Duration {
        guard let reading = disk.reading else { return Self.longestLook }
        let run = worker.client?.run
        // A prewarmed worker has no run yet: all that it writes is its next one's.
        disk.watch.begin(
            run?.number ?? 0,
            isFirst: run == nil || worker.runCount <= 1,
            reading
        )
        switch disk.watch.judge(run?.number ?? 0, reading, at: clock.now) {
        case .none: break
        case .end(let fault): end(worker, for: fault)
        case .look: look(at: disk, of: worker, reading)
        case .stopAndLook:
            disk.holdsWorker = true
            worker.process?.stop()
            look(at: disk, of: worker, reading)
        }
        let longest = worker.client?.isQuiet == true ? Run.idleInterval : Self.longestLook
        return min(max(disk.watch.room(at: reading), Self.shortestLook), longest)
    }

    /// Begins to measure what a worker writes, as far as it can write anything.
    func makeDiskMeters(for worker: Worker) {
        if worker.disk == nil, worker.storage.contains(where: \.isWritable) {
            let folders = worker.storage.filter(\.isWritable).map {
                (path: $0.path, size: storage.size(of: $0.path))
            }
            worker.disk = worker.process?.makeDiskMeter(folders, limit: .storage)
        }
        if worker.containerDisk == nil, let container = worker.container, container.isOnDisk {
            worker.containerDisk = worker.process?
                .makeDiskMeter([(path: container.path, size: TreeSize())], limit: .container)
        }
    }

    private func look(at disk: DiskMeter, of worker: Worker, _ reading: DiskWatch.Reading) {
        guard !disk.isLooking else { return }
        disk.isLooking = true
        clock.start { await self.count(worker, disk, reading) }
    }

    /// Counts a worker's directories on another thread, and ends a run that has filled one.
    ///
    /// A worker that was stopped for it then goes on, if only to its end.
    private func count(_ worker: Worker, _ disk: DiskMeter, _ reading: DiskWatch.Reading) async {
        let begin = clock.now
        let isContainer = disk === worker.containerDisk
        let sizes =
            isContainer
            ? await storage.sizes(of: disk.paths) : await storage.look(at: disk.paths)
        guard !worker.isForgotten else { return }
        disk.isLooking = false
        disk.holdsWorker = false
        // After it was ended, where it is.
        defer {
            if !worker.isHeldForLook { worker.process?.letContinue() }
        }
        disk.watch.looked(sizes, reading, took: clock.now - begin, at: clock.now)
        guard !isContainer else {
            if let size = sizes.values.first(where: DiskWatch.Limit.container.isExceeded) {
                end(worker, for: .container(size.gap == .moreEntries ? nil : size.gap))
            }
            return
        }
        for folder in worker.storage.filter(\.isWritable) {
            guard let size = sizes[folder.path],
                let excess = StorageLimit.excess(of: folder, size)
            else { continue }
            if isFilled(folder, size, by: worker, disk) {
                return end(worker, for: .directory(excess))
            }
            if let excess = StorageLimit.excess(of: folder, size, factor: 2) {
                return end(worker, for: .shared(excess))
            }
        }
    }

    /// Whether it was this worker that filled a directory, and not another bundle of its group.
    private func isFilled(
        _ folder: StorageFolder,
        _ size: TreeSize,
        by worker: Worker,
        _ disk: DiskMeter
    ) -> Bool {
        guard let run = worker.client?.run else { return true }
        return storage.isDoing(
            of: worker.bundle,
            folder,
            since: storage.baselines(of: [folder])[folder.path],
            size,
            written: disk.reading.map { disk.watch.written(in: run.number, $0) } ?? 0
        )
    }

    private func end(_ worker: Worker, for fault: DiskWatch.Fault) {
        guard let run = worker.client?.run else { return worker.kill() }
        run.wroteTooMuch(fault)
    }

    // MARK: What was kept

    /// Counts a worker's directories once its run is over; what is too much is removed, and is a
    /// strike.
    func settleStorage(of worker: Worker, after run: Run) async {
        // One that was ended for what it wrote may write until it is gone.
        let fault = run.disk.fault.flatMap { $0.isContainers ? nil : $0 }
        if fault != nil { await worker.waitForEnd() }
        let before = storage.baselines(of: worker.storage)
        await storage.measure(worker.storage)
        let leftovers = await storage.takeBackLeftovers(in: worker.storage)
        run.disk.removals += leftovers
        let written = worker.storage.filter(\.isWritable)
        let exceeded = written.filter { folder in
            let excess = StorageLimit.excess(of: folder, storage.size(of: folder.path))
            // Looked at twice, the second time when what was too much is gone.
            if let excess { run.disk.excesses[folder.path] = excess }
            return excess != nil
        }
        guard !exceeded.isEmpty || fault != nil else { return }
        // Each bundle that has a shared directory could have filled it, and would put this one in
        // quarantine.
        let unproven =
            fault?.isOwn == true
            ? []
            : exceeded.filter { folder in
                !storage.isDoing(
                    of: run.bundle,
                    folder,
                    since: before[folder.path],
                    storage.size(of: folder.path),
                    written: 0
                )
            }
        let isOwn = unproven.count < exceeded.count
        if isOwn { run.note(RunStrike.storageLimit) }
        if !worker.machine.isLeaving { worker.kill(because: isOwn ? .strikes : .unsuitable) }
        await worker.waitForEnd()
        var claim = run.storageClaim(on: worker)
        claim.unproven = Set(unproven.map(\.path))
        for folder in fault == nil ? exceeded : written {
            guard let removal = await storage.takeBack(folder, for: claim) else { continue }
            run.disk.removals.append(removal)
        }
    }
}

extension Worker {
    /// Whether there is a disk that it can write to.
    var writesToDisk: Bool {
        storage.contains(where: \.isWritable) || container?.isOnDisk == true
    }

    /// Whether it is stopped until one of its directories has been looked at.
    fileprivate var isHeldForLook: Bool {
        disk?.holdsWorker == true || containerDisk?.holdsWorker == true
    }
}
