// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What a run uses: measured by the kernel, judged here.
extension Run {
    // MARK: Beginning and end

    /// Takes the counters as the request goes out.
    func measureBeginning(on worker: Worker) {
        guard let readings = worker.readings else { return }
        // A cold start is part of the run, as on iOS.
        let cpu = beginning.isWarm ? readings.cpuNanoseconds : 0
        noteUsage { $0.begin(cpu: cpu) }
        guard let cpu else { return }
        let statistics = readings.statistics(at: beginning.isWarm ? cpu : nil)
        noteUsage { $0.begin(statistics) }
        worker.setAlarm(at: cpu + budget.pressureNanoseconds)
    }

    /// Takes the counters as the run is decided.
    func measureEnd(on worker: Worker) {
        guard let readings = worker.readings, let cpu = readings.cpuNanoseconds else { return }
        noteUsage { $0.noteCPU(cpu) }
        worker.allowLeftovers(from: cpu)
        guard let (footprint, statistics) = readings.measure(at: cpu) else { return }
        note(footprint, on: worker)
        let holdings = WorkerHoldings(footprint, descriptorCount: readings.descriptorCount)
        let before = worker.gauge.endRun(with: holdings)
        noteUsage { usage in
            usage.end(statistics, UsageRecord.Growth(from: before, to: holdings))
            usage.noteKernelPeak(footprint, since: before, above: worker.gauge.baseline)
        }
    }

    /// Has its worker looked at soon enough, and then on until it is decided.
    func startSampling() {
        context.owner.look(in: Self.interval(until: budget, isExceededFrom: 0))
    }

    // MARK: CPU

    /// The worker has used as much CPU time as its alarm was set to.
    ///
    /// - Parameters:
    ///   - cpu: The worker's CPU clock, in nanoseconds.
    ///   - worker: The worker.
    func judgeCPU(at cpu: UInt64, on worker: Worker) {
        let limit = budget.cpuNanoseconds
        let used = cpu - min(cpu, usage.cpuAtBeginning)
        guard used < limit else { return happen { $0.exceeded(.cpu) } }
        if used >= budget.pressureNanoseconds, isRunning, noteUsage({ $0.tellCPUPressure() }) {
            worker.tell(.cpuPressure(used: used, limit: limit))
        }
        let next = usage.isCPUPressureTold ? limit : budget.pressureNanoseconds
        worker.setAlarm(at: usage.cpuAtBeginning + next)
    }

    // MARK: Memory

    /// Looks at the worker's memory and threads.
    ///
    /// - Returns: When to look again.
    func sample() -> Duration {
        guard let worker, let readings = worker.readings else { return Self.longestInterval }
        let footprint = readings.footprint
        if footprint == nil || !readings.readsFirstThread { awaitCompletion(of: readings) }
        if let footprint { judge(footprint, on: worker) }
        return client?.isQuiet == true
            ? Self.idleInterval : Self.interval(until: budget, isExceededFrom: usage.final)
    }

    private func judge(_ footprint: ProcessMeter.Footprint, on worker: Worker) {
        note(footprint, on: worker)
        if hasTooManyThreads(footprint) { return }
        let limit = UInt64(clamping: budget.memoryByteCount)
        if usage.final > limit { return happen { $0.exceeded(.memory) } }
        // The kernel does not hold to its limit what is mapped in the place of something else.
        let dataLimit = worker.gauge.dataLimit
        if dataLimit > 0, footprint.dataByteCount > dataLimit { return mappedTooMuch(footprint) }
        if usage.final > budget.pressureByteCount {
            guard noteUsage({ $0.tellPressure() }) else { return }
            worker.tell(.pressure(used: usage.final, limit: limit))
        } else if client?.canMakeRoom == true, usage.final < budget.pressureByteCount / 2 {
            // It made room; a session can be long enough for another time.
            noteUsage { $0.endPressure() }
        }
    }

    private func note(_ footprint: ProcessMeter.Footprint, on worker: Worker) {
        guard footprint.byteCount > 0 else { return }
        worker.gauge.note(footprint)
        let above = worker.gauge.growth(of: footprint)
        noteUsage { $0.noteMemory(above, files: footprint.filePageByteCount) }
    }

    /// Ends a run that goes on although the first thread of its worker has ended, or although nothing
    /// tells of the worker's memory.
    ///
    /// Not at once: an extension that has a main loop may end that thread and complete on another. And
    /// one that ends as a whole is told of by its zygote.
    private func awaitCompletion(of process: any ProcessReadings) {
        guard process.firstThread != .endsWithProcess, !process.hasEnded else { return }
        let now = context.clock.now
        guard now - firstThreadLost(at: now) >= Self.completionPatience else { return }
        guard process.isExiting else {
            explain("the kernel does not tell of its worker's memory")
            return happen { $0.workerUnavailable() }
        }
        note(RunReport.Evidence(phase: "running"))
        explain(
            "ended the first thread of its process and did not complete within "
                + "\(Self.completionPatience.components.seconds) s of that"
        )
        happen { $0.lostFirstThread() }
    }

    /// How long an extension may take to complete once the first thread of its process has ended.
    private static let completionPatience = Duration.seconds(1)

    /// Ends a run whose worker has more threads than it may, which the kernel lets happen only where
    /// workers have no user namespace of their own.
    func hasTooManyThreads(_ footprint: ProcessMeter.Footprint) -> Bool {
        let limit = bundle.manifest.threads
        guard footprint.threadCount > limit else { return false }
        explain("it had \(footprint.threadCount) threads, and may have \(limit)")
        happen { $0.abused() }
        return true
    }

    /// The worker has more memory when it is loaded than a run may use.
    func startsTooLarge(_ footprint: ProcessMeter.Footprint) {
        noteUsage { $0.begin(tooLarge: footprint.byteCount) }
        guard footprint.byteCount > UInt64(clamping: budget.memoryByteCount) else {
            return mappedTooMuch(footprint)
        }
        happen { $0.exceeded(.memory) }
    }

    /// Ends a run whose worker has private memory mapped past the limit that the kernel lets pass,
    /// whether it has touched that memory or not.
    private func mappedTooMuch(_ footprint: ProcessMeter.Footprint) {
        explain("it has mapped \(footprint.dataByteCount >> 20) MB that it can write to")
        happen { $0.exceeded(.memory) }
    }

    private static let shortestInterval = Duration.milliseconds(1)
    static let longestInterval = Duration.milliseconds(10)

    /// Between the callbacks of a content extension, where the kernel's limit has to do.
    static let idleInterval = Duration.milliseconds(100)

    /// How long to look away: as long as it cannot pass a quarter more than its budget, at the two
    /// bytes a nanosecond that a core can touch.
    static func interval(until budget: Budget, isExceededFrom used: UInt64) -> Duration {
        let wall = budget.memoryWallByteCount
        let room = wall - min(wall, used)
        let interval = Duration.nanoseconds(Int64(clamping: room / 2))
        return min(max(interval, shortestInterval), longestInterval)
    }

    // MARK: Disk

    /// It wrote to the disk what it may not, or there is no room for it.
    func wroteTooMuch(_ fault: DiskWatch.Fault) {
        guard verdict == nil else { return }
        note(fault)
        explain(fault.sentence)
        happen { $0.exceeded(fault.isHostResource ? .hostResource : .output) }
    }
}
