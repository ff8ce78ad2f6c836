// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Watches what workers write: to what is kept, and to containers that are on disk.
///
/// What is too much ends the run, and is removed.
/// It belongs to the host's thread; directories are counted on others.
final class DiskSupervisor {
    private let clock: any HostClock
    private let storage: StorageLedger

    private static let shortestLook = Duration.milliseconds(1)

    /// How long the disks of a worker that writes are left alone at most.
    static let longestLook = Duration.milliseconds(10)

    /// Makes one that watches nothing yet.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - storage: Where it is known what bundles keep.
    init(_ clock: any HostClock, _ storage: StorageLedger) {
        self.clock = clock
        self.storage = storage
    }

    // MARK: While it runs

    /// Looks at what a worker has written.
    ///
    /// - Returns: When to look again; nil for one that cannot write to a disk.
    func sample(_ worker: Worker) -> Duration? {
        measure(worker)
        let kept = worker.disks.kept.map { sample($0, of: worker) }
        let container = worker.disks.container.map { sample($0, of: worker) }
        guard let kept, let container else { return kept ?? container }
        return min(kept, container)
    }

    /// Begins to measure what a worker writes, as far as it can write anything.
    private func measure(_ worker: Worker) {
        worker.disks.begin(worker) { storage.size(of: $0) }
    }

    private func sample(_ disk: DiskMeter, of worker: Worker) -> Duration {
        guard let reading = disk.reading else { return Self.longestLook }
        let lease = worker.client?.lease
        // A prewarmed worker has no run yet: all that it writes is its next one's.
        let isFirst = lease == nil || worker.runCount <= 1
        switch disk.judge(lease?.number ?? 0, isFirst: isFirst, reading, at: clock.now) {
        case .none: break
        case .end(let fault): end(worker, for: fault)
        case .look: look(at: disk, of: worker, reading, holdingIt: false)
        case .stopAndLook:
            worker.stop()
            look(at: disk, of: worker, reading, holdingIt: true)
        }
        let longest = worker.client?.isQuiet == true ? Run.idleInterval : Self.longestLook
        return min(max(disk.room(at: reading), Self.shortestLook), longest)
    }

    private func look(
        at disk: DiskMeter,
        of worker: Worker,
        _ reading: DiskWatch.Reading,
        holdingIt: Bool
    ) {
        guard disk.beginLook(holdingWorker: holdingIt) else { return }
        clock.start { await self.count(worker, disk, reading) }
    }

    /// Counts a worker's directories on another thread, and ends a run that has filled one.
    ///
    /// A worker that was stopped for it then goes on, if only to its end.
    private func count(_ worker: Worker, _ disk: DiskMeter, _ reading: DiskWatch.Reading) async {
        let begin = clock.now
        let isContainer = disk === worker.disks.container
        let sizes =
            isContainer
            ? await storage.sizes(of: disk.paths) : await storage.look(at: disk.paths)
        guard !worker.isForgotten else { return }
        let wasHeld = worker.disks.holdsWorker
        // After it was ended, where it is. Debuggers show whoever was not stopped that it goes on.
        defer {
            if wasHeld, !worker.disks.holdsWorker { worker.letContinue() }
        }
        disk.endLook(sizes, reading, took: clock.now - begin, at: clock.now)
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
        guard let lease = worker.client?.lease else { return true }
        return storage.isDoing(
            of: worker.bundle,
            folder,
            since: storage.baselines(of: [folder])[folder.path],
            size,
            written: disk.written(in: lease.number)
        )
    }

    private func end(_ worker: Worker, for fault: DiskWatch.Fault) {
        guard let lease = worker.client?.lease else { return worker.kill() }
        lease.wroteTooMuch(fault)
    }

    // MARK: Once its run is over

    /// Counts a worker's directories once its run is over; what is too much is removed, and is a
    /// strike.
    func settle(_ worker: Worker, after run: Run) async {
        // One that was ended for what it wrote may write until it is gone.
        let fault = run.disk.fault.flatMap { $0.isContainers ? nil : $0 }
        if fault != nil { await worker.waitForEnd() }
        let before = storage.baselines(of: worker.storage)
        await storage.measure(worker.storage)
        let leftovers = await storage.takeBackLeftovers(in: worker.storage)
        run.note(leftovers)
        let written = worker.storage.filter(\.isWritable)
        let exceeded = written.filter { folder in
            let excess = StorageLimit.excess(of: folder, storage.size(of: folder.path))
            // Looked at twice, the second time when what was too much is gone.
            if let excess { run.noteExcess(excess, in: folder.path) }
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
        if !worker.isLeaving { worker.kill(because: isOwn ? .strikes : .unsuitable) }
        await worker.waitForEnd()
        var claim = run.storageClaim(on: worker)
        claim.unproven = Set(unproven.map(\.path))
        for folder in fault == nil ? exceeded : written {
            guard let removal = await storage.takeBack(folder, for: claim) else { continue }
            run.note([removal])
        }
    }

    /// The same once the worker is gone, as it could write until then.
    func settleEnd(of worker: Worker, after run: Run) async {
        guard worker.disks.kept != nil, run.disk.fault == nil else { return }
        await settle(worker, after: run)
    }

    /// Whether a worker has written so much that it gets no further run: with it go the files that it
    /// holds open and that have no name.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - cpu: Its CPU clock as its run was decided, in nanoseconds.
    /// - Returns: Whether it has; false where it has none of the disk's, or the disk does not answer.
    func isSpent(_ worker: Worker, at cpu: UInt64) -> Bool {
        if worker.disks.kept == nil, worker.runCount % Self.uncheckedRunCount == 0 {
            measure(worker)
        }
        return worker.disks.kept?.isSpent(at: cpu) == true
    }

    /// How many runs a worker gets, all shorter than the first look, before it is looked at.
    private static let uncheckedRunCount = 16

    // MARK: Between runs

    /// Removes what a worker wrote between runs and is too much, once it is gone.
    func takeBackIdle(_ worker: Worker) {
        clock.start {
            await worker.waitForEnd()
            await self.storage.takeBackIdle(
                worker.storage.filter(\.isWritable),
                of: worker.bundle,
                since: worker.beginning
            )
        }
    }
}
