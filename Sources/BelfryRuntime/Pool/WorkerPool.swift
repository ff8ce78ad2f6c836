// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// The workers of a host: which run gets which, and when they are started, kept and ended.
///
/// It belongs to the host's thread. What waits, what is prewarmed, what is looked at now and then and
/// what is written have a component each.
final class WorkerPool {
    private let clock: any HostClock
    private let numbers: NumberSource
    private let maker: any WorkerMaking
    private let storage: StorageLedger
    private let overload: OverloadManager
    private let metrics: HostMetrics?
    private let prewarming: Prewarming
    private let disks: DiskSupervisor
    private lazy var waiting = WaitingRuns(clock) { [weak self] in self?.startWaitingRuns() }
    private lazy var rounds = WorkerRounds(clock, disks, overload, self)

    private var workers = WorkerTable()

    /// Why the previous worker of a bundle went between runs; cleared once a report has named it.
    private var departures: [String: Retirement] = [:]

    /// The numbers of workers whose bundles' directories were removed during their runs.
    private var outdated: Set<UInt64> = []

    private var pass = Pass.none
    private(set) var isShutDown = false

    /// A pass through the runs that wait.
    private enum Pass {
        case none
        /// What happens on the way can end a worker, and so ask for another pass.
        case underWay(isAskedAgain: Bool)

        var isAskedAgain: Bool {
            if case .underWay(let isAskedAgain) = self { isAskedAgain } else { false }
        }
    }

    /// Makes a pool without workers.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - numbers: Where workers' numbers come from.
    ///   - maker: What makes them.
    ///   - storage: Where it is known what bundles keep.
    ///   - overload: What holds runs back where the host has no room for them.
    ///   - metrics: What counts them; nil to count nothing.
    ///   - symbolisationCount: How many crashes are being looked at, which are processes too.
    init(
        _ clock: any HostClock,
        _ numbers: NumberSource,
        _ maker: any WorkerMaking,
        _ storage: StorageLedger,
        _ overload: OverloadManager,
        _ metrics: HostMetrics?,
        symbolisationCount: @escaping () -> Int
    ) {
        self.clock = clock
        self.numbers = numbers
        self.maker = maker
        self.storage = storage
        self.overload = overload
        self.metrics = metrics
        prewarming = Prewarming(clock, maker, overload)
        disks = DiskSupervisor(clock, storage)
        overload.begin(
            readUse: { [weak self] in
                var use = self?.use ?? OverloadManager.Use()
                use.processCount += symbolisationCount()
                return use
            },
            retry: { [weak self] in self?.startWaitingRuns() }
        )
    }

    /// How many workers there are, working, idle and ending.
    var count: Int { workers.count }

    /// Whether a bundle has a worker that waits for a run.
    func hasIdleWorker(of bundle: ExtensionBundle) -> Bool {
        workers.of(bundle).contains(where: \.isIdle)
    }

    /// All workers, in the order of their numbers, by which they are made.
    var all: [Worker] { workers.all }

    /// What the workers use that have something to do, in the order of their numbers.
    var presentUse: [PresentUse] {
        all.compactMap { worker in
            guard worker.client != nil, let cpu = worker.readings?.cpuNanoseconds else {
                return nil
            }
            return PresentUse(
                cpu: .nanoseconds(Int64(clamping: cpu)),
                memoryByteCount: Int(clamping: worker.gauge.presentGrowth)
            )
        }
    }

    private var use: OverloadManager.Use {
        var use = OverloadManager.Use()
        for worker in workers.all { use.add(worker) }
        use.processCount = use.workerCount + maker.processCount
        return use
    }

    // MARK: Leases

    /// Lets a run wait for a worker, and gives it one where there may be one for its bundle.
    func lease(to run: Run) {
        waiting.append(run)
        startWaitingRuns()
    }

    /// Gives every waiting run a worker, as far as there may be one for its bundle.
    func startWaitingRuns() {
        if case .underWay = pass { return pass = .underWay(isAskedAgain: true) }
        defer { pass = .none }
        repeat {
            pass = .underWay(isAskedAgain: false)
            startEachWaitingRun()
        } while pass.isAskedAgain
    }

    private func startEachWaitingRun() {
        overload.beginPass()
        for run in waiting.all where run.verdict == nil && run.worker == nil { start(run) }
        relieve()
    }

    private func start(_ run: Run) {
        if let worker = idleWorker(for: run) {
            guard overload.admits(run, .idleWorker) else { return }
            assign(run, to: worker, isWarm: true)
        } else if let worker = prewarmedWorker(for: run.plan), mayRunBeside(run.bundle) {
            guard overload.admits(run, .idleWorker) else { return }
            assign(run, to: worker, isWarm: worker.isIdle, isPrewarmed: true)
        } else if !waiting.isPaused(run), mayHaveNewWorker(run) {
            guard overload.admits(run, .newWorker) else { return }
            startNewWorker(for: run)
        } else {
            overload.waitsNoLonger(run)
        }
    }

    private func startNewWorker(for run: Run) {
        // A run that waits with another budget or other origins would wait for ever.
        for misfit in workers.of(run.bundle) where misfit.isIdle {
            misfit.retire(because: .unsuitable)
        }
        do {
            let worker = try makeWorker(for: run)
            assign(run, to: worker, isWarm: false)
            maker.fork(worker)
        } catch {
            waiting.remove(run)
            run.wasRefused(error)
        }
    }

    /// What a worker for a run has that outlives it.
    private func folders(for plan: RunPlan) -> [StorageFolder] {
        storage.folders(for: plan.bundle, isClosed: plan.device.isBeforeFirstUnlock)
    }

    private func makeWorker(for run: Run) throws -> Worker {
        let folders = folders(for: run.plan)
        let worker = try maker.make(numbers.next(), for: run, folders, in: self)
        workers.insert(worker)
        storage.addWriter(worker.number, of: worker.bundle.path, folders) { [weak worker] in
            worker?.readings?.cpuNanoseconds
        }
        metrics?.workersAre(workers.count)
        return worker
    }

    private func assign(_ run: Run, to worker: Worker, isWarm: Bool, isPrewarmed: Bool = false) {
        guard let client = run.client else { return }
        waiting.remove(run)
        worker.lease(to: client)
        run.assign(to: worker, isWarm: isWarm, isPrewarmed: isPrewarmed)
    }

    private func idleWorker(for run: Run) -> Worker? {
        guard !run.plan.isFresh else { return nil }
        return workers.of(run.bundle).first {
            $0.isIdle && $0.prewarmedFor == nil && suits($0, run.plan)
                // One that crashed after its last run may not have been told of yet.
                && $0.readings?.hasEnded == false
        }
    }

    /// An open notification has a worker of its own beside any number of others.
    private func mayHaveNewWorker(_ run: Run) -> Bool {
        if run.client?.isBesideOthers == true { return true }
        let busy = workers.of(run.bundle).count { $0.client != nil || $0.isLeaving }
        return busy < run.bundle.manifest.parallelRuns
    }

    /// Whether one more run of a bundle may be under way; a worker that ends after its run is no
    /// obstacle to the prewarmed one.
    private func mayRunBeside(_ bundle: ExtensionBundle) -> Bool {
        let undecided = workers.of(bundle).count { worker in
            worker.client.map { $0.lease.verdict == nil } ?? false
        }
        return undecided < bundle.manifest.parallelRuns
    }

    private func suits(_ worker: Worker, _ plan: RunPlan) -> Bool {
        worker.suits(plan, folders(for: plan))
    }

    /// Takes a worker back after a run: keeps it for the next one, or lets it end and waits for that.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - run: Its run, which is decided.
    ///   - verdict: The verdict.
    func giveBack(_ worker: Worker, after run: Run, _ verdict: Verdict) async {
        if verdict.isAnswered, worker.isServing {
            guard let retirement = retirement(of: worker, after: run) else {
                await worker.network?.settle(within: Self.networkDelay)
                return becameIdle(worker)
            }
            if retirement == .ended { run.note(RunStrike.endedAfterCompletion) }
            worker.retire(because: retirement)
        }
        if !worker.isForgotten, !worker.isLeaving { worker.retire() }
        await worker.waitForEnd()
        run.noteEndAfterAnswer(verdict)
        await disks.settleEnd(of: worker, after: run)
        await worker.network?.close()
        worker.unlease()
    }

    /// Counts a worker's directories once its run is over; what is too much is removed, and is a
    /// strike.
    func settleStorage(of worker: Worker, after run: Run) async {
        await disks.settle(worker, after: run)
    }

    /// How long a report waits for the end of the connections that its run left open.
    ///
    /// They are cut by now, which takes a moment of its proxy's thread. Where that is kept waiting for a
    /// core, a warm worker would have its next run send on one of them.
    private static let networkDelay = Duration.seconds(2)

    // MARK: Retirement

    /// Why a worker gets no further run after this one; nil when it is kept.
    private func retirement(of worker: Worker, after run: Run) -> Retirement? {
        if run.plan.isFresh { return .fresh }
        if outdated.contains(worker.number) { return .unsuitable }
        if !run.strikes.isEmpty { return .strikes }
        if worker.runCount >= HostLimits.runsPerWorker || worker.locks.isSpent { return .spent }
        if disks.isSpent(worker, at: run.usage.cpuAtEnd) { return .spent }
        guard let process = worker.readings, !process.hasEnded, !process.isExiting else {
            return .ended
        }
        // What it held when it had completed may have been given back since; it is looked at again
        // only when that was too much.
        guard worker.excess(worker.gauge.last) != nil else { return nil }
        guard let holdings = process.holdings else { return .ended }
        return worker.excess(holdings)
    }

    /// Takes why the bundle's previous worker went between runs, for the report that names it.
    func takeDeparture(of bundle: ExtensionBundle) -> Retirement? {
        departures.removeValue(forKey: bundle.path)
    }

    /// Ends the idle workers of bundles, and gives those no further run that have one now.
    ///
    /// - Parameter identifiers: The bundles' identifiers.
    func retire(_ identifiers: [String]) async {
        let concerned = all.filter { identifiers.contains($0.bundle.manifest.identifier) }
        for worker in concerned where worker.client != nil { outdated.insert(worker.number) }
        let others = concerned.filter { $0.client == nil }
        for worker in others where !worker.isLeaving { worker.retire(because: .unsuitable) }
        for worker in others { await worker.waitForEnd() }
    }

    // MARK: Prewarmed

    /// Starts the worker that the bundle's next run will have, for bundles whose manifest asks for a
    /// process for each run.
    func prewarm(after run: Run, _ verdict: Verdict) {
        guard !isShutDown else { return }
        prewarming.begin(
            after: run,
            verdict,
            hasWorker: { prewarmedWorker(for: run.plan) != nil },
            { try makeWorker(for: run) }
        )
    }

    private func prewarmedWorker(for plan: RunPlan) -> Worker? {
        prewarming.worker(
            for: plan,
            among: workers.of(plan.bundle),
            folders(for: plan)
        )
    }

    // MARK: The end

    /// Starts nothing more, and ends every worker.
    func shutdown() async {
        isShutDown = true
        for worker in all { worker.kill() }
        for worker in all { await worker.waitForEnd() }
        rounds.stop()
        overload.stop()
    }
}

// MARK: - Its workers' word

extension WorkerPool: WorkerRoundsOwner {
    func becameIdle(_ worker: Worker) {
        worker.rest()
        rounds.beginIdle()
    }

    func dismiss(_ worker: Worker, _ retirement: Retirement) {
        noteDeparture(of: worker.bundle, retirement)
        worker.kill(because: retirement)
        disks.takeBackIdle(worker)
    }

    func noteDeparture(of bundle: ExtensionBundle, _ retirement: Retirement) {
        departures[bundle.path] = retirement
    }

    func killed(_ worker: Worker) {
        metrics?.countKill(after: worker.client?.lease.verdict, isShutDown: isShutDown)
    }

    func isGone(_ worker: Worker) {
        workers.remove(worker)
        outdated.remove(worker.number)
        storage.removeWriter(worker.number, worker.storage)
        metrics?.workersAre(workers.count)
        startWaitingRuns()
    }

    func hasBegun(_ worker: Worker) {
        look(in: DiskSupervisor.longestLook)
    }

    func relieve() {
        for number in overload.surplus(of: workers.all) {
            guard let worker = workers[number] else { continue }
            noteDeparture(of: worker.bundle, .hostPressure)
            worker.retire(because: .hostPressure)
        }
    }
}

// MARK: - Its runs' word

extension WorkerPool: RunOwner {
    func requeue(_ run: Run) {
        noteDeparture(of: run.bundle, .ended)
        waiting.requeue(run)
    }

    func wasDecided(_ run: Run) {
        waiting.remove(run)
        overload.waitsNoLonger(run)
    }

    func look(in interval: Duration) {
        rounds.look(in: interval)
    }

    func postpone(_ run: Run, because reason: String) {
        guard !isShutDown, waiting.postpone(run, because: reason) else {
            run.explain(reason)
            return run.happen { $0.machineLacked() }
        }
        // A worker that is idle by now needs nothing of the machine.
        startWaitingRuns()
    }
}
