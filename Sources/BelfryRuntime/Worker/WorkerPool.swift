// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// The workers of a host: which run gets which, and when they are started, kept and ended.
///
/// It belongs to the host's thread.
final class WorkerPool {
    let clock: any HostClock
    private let numbers: NumberSource
    private let maker: any WorkerMaking
    let storage: StorageLedger
    private let overload: OverloadManager
    private let metrics: HostMetrics?

    private var workers = WorkerTable()

    /// Runs that wait for a worker, the next one first.
    private var waiting: [Run] = []

    /// Why the previous worker of a bundle went between runs; cleared once a report has named it.
    private var departures: [String: Retirement] = [:]

    /// Bundles with a process for each run that have answered one, and so may be asked again.
    private var recurring: Set<String> = []

    private var isStarting = false
    private var mustStartAgain = false
    private var isShutDown = false

    private var idleWatch: EventToken?
    private var sampling: (time: MonotonicTime, token: EventToken)?

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
        overload.readUse = { [weak self] in
            var use = self?.use ?? OverloadManager.Use()
            use.processCount += symbolisationCount()
            return use
        }
        overload.retry = { [weak self] in self?.startWaitingRuns() }
    }

    /// How many workers there are, working, idle and ending.
    var count: Int { workers.count }

    /// Whether a bundle has a worker that waits for a run.
    func hasIdleWorker(of bundle: ExtensionBundle) -> Bool {
        workers.of(bundle).contains(where: \.isIdle)
    }

    /// All workers, in the order of their numbers.
    var all: [Worker] { workers.all.sorted { $0.number < $1.number } }

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
        // What happens on the way can end a worker, which asks for the same again.
        guard !isStarting else {
            mustStartAgain = true
            return
        }
        isStarting = true
        defer { isStarting = false }
        repeat {
            mustStartAgain = false
            startEachWaitingRun()
        } while mustStartAgain
    }

    private func startEachWaitingRun() {
        overload.beginPass()
        for run in waiting where run.verdict == nil && run.worker == nil { start(run) }
        relieve()
    }

    private func start(_ run: Run) {
        if let worker = idleWorker(for: run) {
            guard overload.admits(run, .idleWorker) else { return }
            assign(run, to: worker, isWarm: true)
        } else if let worker = prewarmedWorker(for: run.plan), mayRunBeside(run.bundle) {
            guard overload.admits(run, .idleWorker) else { return }
            assign(run, to: worker, isWarm: worker.isIdle, isPrewarmed: true)
        } else if !isWaitingForMachine(run), mayHaveNewWorker(run) {
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
            waiting.removeAll { $0 === run }
            run.wasRefused(error)
        }
    }

    private func makeWorker(for run: Run) throws -> Worker {
        let folders = storage.folders(for: run.bundle)
        let worker = try maker.make(numbers.next(), for: run, folders, in: self)
        workers.insert(worker)
        storage.writers.add(worker.number, of: worker.bundle.path, folders) { [weak worker] in
            worker?.process?.cpuNanoseconds
        }
        metrics?.workersAre(workers.count)
        return worker
    }

    private func assign(_ run: Run, to worker: Worker, isWarm: Bool, isPrewarmed: Bool = false) {
        guard let client = run.client else { return }
        waiting.removeAll { $0 === run }
        worker.lease(to: client)
        run.assign(to: worker, isWarm: isWarm, isPrewarmed: isPrewarmed)
    }

    private func idleWorker(for run: Run) -> Worker? {
        guard !run.plan.isFresh else { return nil }
        return workers.of(run.bundle).first {
            $0.isIdle && $0.prewarmedFor == nil && suits($0, run.plan)
                // One that crashed after its last run may not have been told of yet.
                && $0.process?.hasEnded == false
        }
    }

    /// An open notification has a worker of its own beside any number of others.
    private func mayHaveNewWorker(_ run: Run) -> Bool {
        if run.client?.isLong == true { return true }
        let busy = workers.of(run.bundle).count { $0.client != nil || $0.machine.isLeaving }
        return busy < run.bundle.manifest.parallelRuns
    }

    /// Whether one more run of a bundle may be under way; a worker that ends after its run is no
    /// obstacle to the prewarmed one.
    private func mayRunBeside(_ bundle: ExtensionBundle) -> Bool {
        let undecided = workers.of(bundle).count { worker in
            worker.client.map { $0.run.verdict == nil } ?? false
        }
        return undecided < bundle.manifest.parallelRuns
    }

    /// Whether a worker was made with what a run needs.
    private func suits(_ worker: Worker, _ plan: RunPlan) -> Bool {
        worker.bundle.path == plan.bundle.path && worker.budget == plan.budget
            && (worker.origins ?? []) == plan.origins
            && worker.storage == storage.folders(for: plan.bundle)
            && worker.watch == plan.trial.watch
    }

    /// Takes a worker back after a run: keeps it for the next one, or lets it end and waits for that.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - run: Its run, which is decided.
    ///   - verdict: The verdict.
    func giveBack(_ worker: Worker, after run: Run, _ verdict: Verdict) async {
        if verdict.isAnswered, worker.machine.isServing {
            guard let retirement = retirement(of: worker, after: run) else {
                await worker.network?.settle(within: Self.networkDelay)
                return becameIdle(worker)
            }
            if retirement == .ended { run.note(RunStrike.endedAfterCompletion) }
            worker.retire(because: retirement)
        }
        if !worker.isForgotten, !worker.machine.isLeaving { worker.retire() }
        await worker.waitForEnd()
        run.noteEndAfterAnswer(verdict)
        // It could write until it was gone.
        if worker.disk != nil, run.disk.fault == nil { await settleStorage(of: worker, after: run) }
        await worker.network?.close()
        worker.unlease()
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
        if !run.strikes.isEmpty { return .strikes }
        if worker.runCount >= Worker.runLimit || worker.locks.isSpent { return .spent }
        if hasWrittenEnough(worker) { return .spent }
        guard let process = worker.process, !process.hasEnded, !process.isExiting else {
            return .ended
        }
        // What it held when it had completed may have been given back since; it is looked at again
        // only when that was too much.
        guard worker.excess(worker.gauge.last) != nil else { return nil }
        guard let holdings = process.holdings else { return .ended }
        return worker.excess(holdings)
    }

    /// Whether a worker has written so much that it gets no further run: with it go the files that it
    /// holds open and that have no name.
    private func hasWrittenEnough(_ worker: Worker) -> Bool {
        if worker.disk == nil, worker.runCount % Self.uncheckedRunCount == 0 {
            makeDiskMeters(for: worker)
        }
        guard let disk = worker.disk, let reading = disk.reading else { return false }
        return disk.watch.writtenInLife(reading) > StorageLimit.workerByteCount
    }

    /// How many runs a worker gets, all shorter than the first look, before it is looked at.
    private static let uncheckedRunCount = 16

    /// Takes why the bundle's previous worker went between runs, for the report that names it.
    func takeDeparture(of bundle: ExtensionBundle) -> Retirement? {
        departures.removeValue(forKey: bundle.path)
    }

    // MARK: Prewarmed

    /// Starts the worker that the bundle's next run will have, for bundles whose manifest asks for a
    /// process for each run.
    ///
    /// It starts with the bundle's second run, so that a host that runs it once forks one worker; and
    /// only after a run that was answered, so that nothing is started again and again to fail.
    func prewarm(after run: Run, _ verdict: Verdict) {
        guard run.plan.takesPrewarmed, verdict.isAnswered, !isShutDown,
            !recurring.insert(run.bundle.path).inserted, prewarmedWorker(for: run.plan) == nil,
            overload.admitsPrewarmed()
        else { return }
        // Without one the next run starts its own, and reports what is wrong.
        guard let mark = maker.mark(of: run.bundle), let worker = try? makeWorker(for: run) else {
            return
        }
        worker.prewarm(with: mark)
        maker.fork(worker)
        _ = clock.call(at: clock.now + run.budget.start) { [weak worker] in
            guard let worker, worker.isUnused, !worker.machine.isServing else { return }
            worker.kill()
        }
    }

    /// The worker that was prewarmed for a run like this one, ready or about to be.
    private func prewarmedWorker(for plan: RunPlan) -> Worker? {
        guard plan.takesPrewarmed, let mark = maker.mark(of: plan.bundle) else { return nil }
        return workers.of(plan.bundle).first {
            $0.prewarmedFor == mark && $0.isUnused && $0.process?.hasEnded != true
                && suits($0, plan)
        }
    }

    // MARK: Between runs

    private func watchIdle() {
        idleWatch = nil
        for worker in all where worker.isIdle { look(atIdle: worker) }
        if overload.readIfDue() { relieve() }
        if workers.all.contains(where: \.isIdle) { startWatchingIdle() }
    }

    private func startWatchingIdle() {
        guard idleWatch == nil else { return }
        idleWatch = clock.call(at: clock.now + IdleAllowance.interval) { [weak self] in
            self?.watchIdle()
        }
    }

    private func look(atIdle worker: Worker) {
        guard let time = worker.idleTime, let process = worker.process,
            let cpu = process.cpuNanoseconds
        else { return }
        // One that has computed nothing since it was looked at holds what it held.
        let hasComputed = cpu != time.cpu
        let holdings = hasComputed ? process.holdings : nil
        worker.noteIdle { $0.cpu = cpu }
        if let holdings { worker.gauge.note(holdings) }
        if hasComputed, process.isExiting {
            dismiss(worker, .ended)
        } else if let excess = holdings.flatMap(worker.excess) {
            dismiss(worker, excess)
        } else if clock.now - time.since >= IdleAllowance.time {
            worker.retire(because: .idle)
            clock.start { await self.takeBackIdle(worker) }
        }
    }

    /// Removes what a worker wrote between runs and is too much, once it is gone.
    private func takeBackIdle(_ worker: Worker) async {
        await worker.waitForEnd()
        await storage.takeBackIdle(
            worker.storage.filter(\.isWritable),
            of: worker.bundle,
            since: worker.beginning
        )
    }

    /// Ends workers that do nothing, where they are in the way.
    private func relieve() {
        for number in overload.surplus(of: workers.all) {
            guard let worker = workers[number] else { continue }
            noteDeparture(of: worker.bundle, .hostPressure)
            worker.retire(because: .hostPressure)
        }
    }

    // MARK: Looking at work

    private func sample() {
        sampling = nil
        var next: Duration?
        for worker in all {
            guard let run = worker.client?.run, run.isRunning else { continue }
            let interval = run.sample()
            next = min(next ?? interval, interval)
        }
        if overload.readIfDue() { relieve() }
        for worker in all where !worker.isIdle && !worker.machine.isLeaving {
            guard let interval = sampleDisks(of: worker) else { continue }
            next = min(next ?? interval, interval)
        }
        if let next { look(in: next) }
    }

    // MARK: The end

    /// Starts nothing more, and ends every worker.
    func shutdown() async {
        isShutDown = true
        for worker in all { worker.kill() }
        for worker in all { await worker.waitForEnd() }
        for token in [sampling?.token, idleWatch].compactMap(\.self) { clock.cancel(token) }
        overload.stop()
    }
}

// MARK: - Its workers' word

extension WorkerPool: WorkerOwner {
    func becameIdle(_ worker: Worker) {
        worker.rest()
        startWatchingIdle()
    }

    func dismiss(_ worker: Worker, _ retirement: Retirement) {
        noteDeparture(of: worker.bundle, retirement)
        worker.kill(because: retirement)
        clock.start { await self.takeBackIdle(worker) }
    }

    func noteDeparture(of bundle: ExtensionBundle, _ retirement: Retirement) {
        departures[bundle.path] = retirement
    }

    func killed(_ worker: Worker) {
        metrics?.countKill(after: worker.client?.run.verdict, isShutDown: isShutDown)
    }

    func isGone(_ worker: Worker) {
        workers.remove(worker)
        storage.writers.remove(worker.number, worker.storage)
        metrics?.workersAre(workers.count)
        startWaitingRuns()
    }

    func mayWrite(_ worker: Worker) {
        look(in: Self.longestLook)
    }
}

// MARK: - Its runs' word

extension WorkerPool: RunOwner {
    func requeue(_ run: Run) {
        noteDeparture(of: run.bundle, .ended)
        putFirst(run)
        let end = run.endOfWall
        endWait(of: run, at: end, because: "its worker ended before it had read the request")
    }

    private func putFirst(_ run: Run) {
        run.unassign()
        waiting.insert(run, at: 0)
    }

    /// Has a run end that still has no worker when its time is over: its clocks have begun, and only a
    /// worker would have them ring.
    private func endWait(of run: Run, at time: MonotonicTime, because reason: String) {
        let timer = clock.call(at: time) { [weak run] in
            guard let run, run.worker == nil, run.verdict == nil else { return }
            run.explanation = "\(reason); there was no other one in time"
            run.happen { $0.machineLacked() }
        }
        run.keep(timer)
    }

    func wasDecided(_ run: Run) {
        waiting.removeAll { $0 === run }
        overload.waitsNoLonger(run)
    }

    func look(in interval: Duration) {
        let time = clock.now + interval
        if let sampling {
            if sampling.time <= time { return }
            clock.cancel(sampling.token)
        }
        let token = clock.call(at: time) { [weak self] in self?.sample() }
        sampling = (time, token)
    }

    // A run for which no worker could be made, as the machine had too little of something, is not the
    // bundle's fault. It is tried again for as long as its start-up budget lasts.

    /// The wait before the second attempt; each further one is twice as long, up to the longest.
    private static let firstWait = Duration.milliseconds(10)
    private static let longestWait = Duration.milliseconds(160)

    func postpone(_ run: Run, because reason: String) {
        let now = clock.now
        let attempts = min(run.beginning.failedAttempts, 8)
        let wait = min(Self.longestWait, Self.firstWait * (1 << attempts))
        let end = run.endOfStart(from: now)
        // One that has the request may have acted on it.
        guard !run.isRunning, now + wait < end, !isShutDown else {
            run.explanation = reason
            return run.happen { $0.machineLacked() }
        }
        run.noteFailedAttempt(retryAt: now + wait)
        putFirst(run)
        endWait(of: run, at: end, because: reason)
        _ = clock.call(at: now + wait) { [weak self] in self?.startWaitingRuns() }
        // A worker that is idle by now needs nothing of the machine.
        startWaitingRuns()
    }

    private func isWaitingForMachine(_ run: Run) -> Bool {
        run.beginning.retryAt.map { $0 > clock.now } ?? false
    }
}
