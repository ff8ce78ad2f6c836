// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What a worker uses while it works: measured by the kernel, judged here.
extension ExtensionHost {
    // MARK: Beginning and end of a run

    func measureBeginning(_ run: RunRecord, _ worker: WorkerRecord) {
        guard let process = worker.process else { return }
        // A cold start is part of the run, as on iOS (P118).
        let beginning = run.isWarm ? process.meter.cpuNanoseconds : 0
        // One that has ended by now uses nothing.
        run.usage.cpuAtBeginning = beginning ?? .max
        guard let beginning else { return }
        run.usage.statisticsAtBeginning =
            run.isWarm ? process.meter.statistics(at: beginning) : process.meter.statistics
        process.alarm.set(to: beginning + run.budget.pressureNanoseconds)
    }

    func measureEnd(_ run: RunRecord, _ worker: WorkerRecord) {
        guard let meter = worker.process?.meter, let cpu = meter.cpuNanoseconds else { return }
        run.usage.cpu = cpu - min(cpu, run.usage.cpuAtBeginning)
        guard let (footprint, statistics) = meter.measure(at: cpu) else { return }
        let before = worker.lastHoldings
        note(footprint, run, worker)
        let holdings = WorkerHoldings(footprint, descriptorCount: meter.descriptorCount)
        run.usage.growth = UsageRecord.Growth(from: before, to: holdings)
        worker.lastHoldings = holdings
        run.usage.statistics = statistics
        run.usage.noteKernelPeak(footprint, since: before, above: worker.baseline)
    }

    /// Takes the measure of a worker that is loaded and idle, and has the kernel hold it to its
    /// memory budget from there on.
    func measureBaseline(of worker: WorkerRecord) {
        guard let meter = worker.process?.meter, let footprint = meter.footprint else { return }
        worker.baseline = WorkerHoldings(footprint, descriptorCount: meter.descriptorCount)
        worker.lastHoldings = worker.baseline
        worker.note(worker.baseline)
        if let run = currentRun(of: worker), hasTooManyThreads(footprint, run) { return }
        // What constructors took would be out of every later count.
        if footprint.byteCount > UInt64(clamping: worker.budget.memoryByteCount) {
            // One that was prewarmed waits for no run: the next one starts its own, to report.
            guard let run = currentRun(of: worker) else { return kill(worker) }
            run.usage.final = footprint.byteCount
            run.usage.peak = footprint.byteCount
            return perform(run.machine.exceeded(.memory), on: run)
        }
        let limit = worker.budget.dataLimit(
            footprint: footprint.byteCount,
            data: footprint.dataByteCount
        )
        // A limit is only ever lowered: one from before it was loaded may be tighter.
        worker.dataLimit = min(limit, meter.dataLimit ?? limit)
        guard worker.dataLimit == limit, let zygote = zygotes[worker.zygote] else { return }
        let command = ZygoteCommand.limitData(worker: worker.number, byteCount: limit)
        // A zygote that cannot be told is about to be heard of, and takes the worker along.
        try? zygote.control.sendPacket(command.frame, waits: false)
    }

    // MARK: CPU

    /// Makes the alarm on a new worker's CPU clock; its start counts toward its first run.
    func makeAlarm(for worker: WorkerRecord, _ meter: ProcessMeter) throws(SystemError) -> CPUAlarm
    {
        let number = worker.number
        let alarm = try reactor.makeAlarm(on: meter.clock) { [weak self] in
            self?.assumeIsolated { $0.alarmRang(number) }
        }
        alarm.set(to: worker.budget.cpuNanoseconds)
        return alarm
    }

    private func alarmRang(_ number: UInt64) {
        guard let worker = workers[number], let process = worker.process,
            let now = process.meter.cpuNanoseconds
        else { return }
        guard let run = currentRun(of: worker), run.machine.verdict == nil else {
            return idleCPUSpent(worker, now)
        }
        if let session = run.session { return alarmRang(in: session, worker, now) }
        let limit = run.budget.cpuNanoseconds
        let used = now - min(now, run.usage.cpuAtBeginning)
        guard used < limit else { return perform(run.machine.exceeded(.cpu), on: run) }
        if used >= run.budget.pressureNanoseconds, run.machine.isRunning,
            !run.usage.isCPUPressureTold
        {
            run.usage.isCPUPressureTold = true
            tell(worker, .cpuPressure(used: used, limit: limit))
        }
        let next = run.usage.isCPUPressureTold ? limit : run.budget.pressureNanoseconds
        process.alarm.set(to: run.usage.cpuAtBeginning + next)
    }

    // MARK: Memory

    /// Looks at all working workers soon enough for this run, and then on until none works.
    func startSampling(for run: RunRecord) {
        scheduleSample(in: Self.interval(until: run.budget, isExceededFrom: 0))
    }

    private func scheduleSample(in interval: Duration) {
        let time = MonotonicTime.now + interval
        if let sampling {
            if sampling.time <= time { return }
            reactor.cancel(sampling.token)
        }
        let token = reactor.schedule(at: time) { [weak self] in
            self?.assumeIsolated { $0.sample() }
        }
        sampling = (time, token)
    }

    /// Looks at a worker that has just been forked, whose constructors can write to what is kept.
    func startSampling(for worker: WorkerRecord) {
        guard worker.storage.contains(where: \.isWritable) else { return }
        scheduleSample(in: Self.longestInterval)
    }

    private func sample() {
        sampling = nil
        var next: Duration?
        for run in Array(runs.values) where run.machine.isRunning {
            sample(run)
            let isIdle = run.session?.isQuiet == true
            let interval =
                isIdle
                ? Self.idleInterval
                : Self.interval(until: run.budget, isExceededFrom: run.usage.final)
            next = min(next ?? interval, interval)
        }
        readResourcesIfDue()
        if let disk = sampleDisks() { next = min(next ?? disk, disk) }
        if let next { scheduleSample(in: next) }
    }

    private func sample(_ run: RunRecord) {
        guard let worker = run.worker, let process = worker.process else { return }
        let footprint = process.meter.footprint
        if footprint == nil || !process.meter.readsFirstThread { awaitCompletion(of: run, process) }
        guard let footprint else { return }
        note(footprint, run, worker)
        if hasTooManyThreads(footprint, run) { return }
        let limit = UInt64(clamping: run.budget.memoryByteCount)
        if run.usage.final > limit {
            return perform(run.machine.exceeded(.memory), on: run)
        }
        if run.usage.final > run.budget.pressureByteCount, !run.usage.isPressureTold {
            run.usage.isPressureTold = true
            tell(worker, .pressure(used: run.usage.final, limit: limit))
        } else if run.session != nil, run.usage.final < run.budget.pressureByteCount / 2 {
            // It made room; a session can be long enough for another time.
            run.usage.isPressureTold = false
        }
    }

    /// Ends a run that goes on although the first thread of its worker has ended, or although nothing
    /// tells of the worker's memory.
    ///
    /// Not at once: an extension that has a main loop may end that thread and complete on another. And
    /// one that ends as a whole is told of by its zygote.
    private func awaitCompletion(of run: RunRecord, _ process: SpawnedProcess) {
        guard process.meter.firstThread != .endsWithProcess, !process.hasEnded else { return }
        guard let since = run.firstThreadLostAt else { return run.firstThreadLostAt = .now }
        guard .now - since >= Self.completionPatience else { return }
        guard process.meter.isExiting else {
            run.explanation = "the kernel does not tell of its worker's memory"
            return perform(run.machine.workerUnavailable(), on: run)
        }
        run.evidence = RunReport.Evidence(phase: "running")
        run.explanation =
            "ended the first thread of its process and did not complete within "
            + "\(Self.completionPatience.components.seconds) s of that"
        perform(run.machine.lostFirstThread(), on: run)
    }

    /// How long an extension may take to complete once the first thread of its process has ended.
    private static let completionPatience = Duration.seconds(1)

    /// Ends a run whose worker has more threads than it may, which the kernel lets happen only where
    /// workers have no user namespace of their own.
    private func hasTooManyThreads(_ footprint: ProcessMeter.Footprint, _ run: RunRecord) -> Bool {
        let limit = run.bundle.manifest.threads
        guard footprint.threadCount > limit else { return false }
        run.explanation = "it had \(footprint.threadCount) threads, and may have \(limit)"
        perform(run.machine.abused(), on: run)
        return true
    }

    private func note(
        _ footprint: ProcessMeter.Footprint,
        _ run: RunRecord,
        _ worker: WorkerRecord
    ) {
        guard footprint.byteCount > 0 else { return }
        worker.peakDataByteCount = max(worker.peakDataByteCount, footprint.dataByteCount)
        worker.presentByteCount = footprint.byteCount
        worker.presentThreadCount = footprint.threadCount
        let base = worker.baseline.byteCount
        let above = footprint.byteCount - min(footprint.byteCount, base)
        run.usage.final = above
        run.usage.peak = max(run.usage.peak, above)
        run.usage.filePageByteCount = footprint.filePageByteCount
    }

    private static let shortestInterval = Duration.milliseconds(1)
    private static let longestInterval = Duration.milliseconds(10)

    /// Between the callbacks of a content extension, where the kernel's limit has to do.
    static let idleInterval = Duration.milliseconds(100)

    /// How long to look away from a run: as long as it cannot pass a quarter more than its budget,
    /// at the two bytes a nanosecond that a core can touch.
    static func interval(until budget: Budget, isExceededFrom used: UInt64) -> Duration {
        let wall = budget.memoryWallByteCount
        let room = wall - min(wall, used)
        let interval = Duration.nanoseconds(Int64(clamping: room / 2))
        return min(max(interval, shortestInterval), longestInterval)
    }
}
