// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// Limits of the host as a whole: feeds readings to ``OverloadStateMachine`` and does what it answers.
extension ExtensionHost {
    // MARK: Beginning

    /// Whether a run begins now; one that does not waits, or is decided.
    func admits(_ run: RunRecord, _ demand: OverloadStateMachine.Demand) -> Bool {
        if mustReadResources, demand == .newWorker || overload.isFull {
            mustReadResources = false
            readResources()
        }
        switch overload.admit(run.number, demand, at: .now) {
        case .start:
            waitsNoLonger(run)
            return true
        case .wait(let cause):
            if run.overload == nil {
                metrics?.countOverloadWait(for: cause.resource)
                run.overload = RunReport.OverloadSummary(cause, waited: .zero)
            }
            watchWaitingRuns()
            return false
        case .refuse(let cause):
            refuse(run, cause, "\(overload.waitingRunCount) runs were waiting already")
            return false
        }
    }

    /// Whether a worker is started now that no run waits for.
    func admitsPrewarmed() -> Bool {
        readResources()
        return overload.admitPrewarmed()
    }

    /// Ends a run's wait for room, and notes its length.
    func waitsNoLonger(_ run: RunRecord) {
        guard overload.hasWaitingRuns else { return }
        guard let wait = overload.release(run.number, at: .now) else { return }
        let before = run.overload?.waitedMilliseconds ?? 0
        run.overload = RunReport.OverloadSummary(wait.cause, waited: wait.length)
        run.overload?.waitedMilliseconds += before
    }

    /// Delivers the original of a run that found no room.
    private func refuse(_ run: RunRecord, _ cause: OverloadCause, _ reason: String) {
        run.overload =
            RunReport.OverloadSummary(
                cause,
                waited: .milliseconds(run.overload?.waitedMilliseconds ?? 0)
            )
        run.explanation = "\(cause.text); \(reason)"
        metrics?.countOverloadRefusal(for: cause.resource)
        perform(run.machine.hostOverloaded(), on: run)
    }

    // MARK: Waiting

    private func watchWaitingRuns() {
        guard overloadWatch == nil, overload.hasWaitingRuns else { return }
        let interval = min(MachineMonitor.interval, configuration.limits.queueTime)
        overloadWatch = reactor.schedule(at: .now + interval) { [weak self] in
            self?.assumeIsolated { $0.lookAtWaitingRuns() }
        }
    }

    private func lookAtWaitingRuns() {
        overloadWatch = nil
        readResources()
        // Room that there is by now comes before the end of a wait.
        startWaitingRuns()
        for number in overload.expired(at: .now) {
            guard let run = runs[number] else { continue }
            waitsNoLonger(run)
            guard let cause = run.overload?.cause else { continue }
            refuse(run, cause, "it waited for \(Int(run.overload?.waitedMilliseconds ?? 0)) ms")
        }
        watchWaitingRuns()
    }

    // MARK: Ending

    /// Ends workers that do nothing, where they are in the way.
    func relieveResources() {
        guard overload.isStrained else { return }
        // What has ended or begun since the last reading must not have others ended.
        readResources()
        let unused = workers.all.filter { $0.run == nil && !$0.isRetiring }
        let prewarmed = unused.filter { $0.prewarmedFor != nil }.sorted { $0.number > $1.number }
        let idle = unused.filter { $0.prewarmedFor == nil && $0.isIdle }
            .sorted { $0.idleSince ?? .now < $1.idleSince ?? .now }
        let surplus = overload.surplus(
            prewarmed: prewarmed.map(spare),
            idle: idle.map(spare),
            leaving: workers.all.filter(\.isRetiring).map { spare($0).amounts }
        )
        for number in surplus {
            guard let worker = workers[number] else { continue }
            worker.retirement = .hostPressure
            departures[worker.bundle.path] = .hostPressure
            retire(worker)
        }
    }

    private func spare(_ worker: WorkerRecord) -> OverloadStateMachine.Spare {
        let kernel = monitor.latest.kernelMemory.map { $0 / UInt64(max(1, workers.count)) }
        return OverloadStateMachine.Spare(
            number: worker.number,
            amounts: ResourceAmounts(
                ofWorker: worker.presentByteCount,
                threadCount: UInt64(worker.presentThreadCount),
                kernelByteCount: kernel
            )
        )
    }

    // MARK: Reading

    /// Reads everything when the last time was a while ago, and ends what is in the way.
    func readResourcesIfDue() {
        guard monitor.isDue(at: .now) else { return }
        readResources()
        relieveResources()
    }

    private func readResources() {
        let machine = monitor.look(configuration.limits, at: .now)
        var limits = configuration.limits
        limits.descriptorCount = monitor.descriptorLimit(limits)
        limits.freeSpaceByteCount = machine.space?.reserve
        for rise in overload.observe(amounts(machine), limits) {
            metrics?.countOverload(of: rise.resource, rise.level)
        }
    }

    private func amounts(_ machine: MachineMonitor.Machine) -> ResourceAmounts {
        var amounts = ResourceAmounts()
        var (threadCount, byteCount, unspawnedCount) = (UInt64(0), UInt64(0), UInt64(0))
        for worker in workers.all {
            let isMeasured = worker.readyAt != nil
            threadCount += max(
                UInt64(worker.presentThreadCount),
                isMeasured ? 0 : ResourceAmounts.newWorker[.threads] ?? 0
            )
            byteCount += max(
                worker.presentByteCount,
                isMeasured ? 0 : ResourceAmounts.newWorker[.memory] ?? 0
            )
            if worker.process == nil { unspawnedCount += 1 }
        }
        let zygoteCount = zygotes.count + endingZygotes.count
        amounts[.workers] = UInt64(workers.count)
        // Each zygote has a mounter.
        amounts[.processes] = UInt64(workers.count + 2 * zygoteCount + symbolisationCount)
        amounts[.threads] = threadCount
        amounts[.memory] = byteCount
        amounts[.availableMemory] = machine.availableMemory
        amounts[.kernelMemory] = machine.kernelMemory
        // One that is being forked has half of its descriptors yet to come.
        amounts[.descriptors] = monitor.descriptorCount.map { $0 + 8 * unspawnedCount }
        amounts[.freeSpace] = machine.space?.byteCount
        return amounts
    }

    /// How much the host uses of what it is limited in, now.
    package func readLimits() -> [OverloadStatus] {
        readResources()
        return overload.statuses
    }
}
