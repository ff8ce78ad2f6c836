// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// Limits of the host as a whole: feeds readings to ``OverloadStateMachine``, and holds the runs that
/// wait for room.
final class OverloadManager {
    private let limits: HostLimits
    private let monitor: any MachineReading
    private let clock: any HostClock
    private let metrics: HostMetrics?
    private var machine: OverloadStateMachine

    /// The runs that wait for room, by number.
    private var waiting: [UInt64: Run] = [:]

    /// Whether the waiting runs are to be compared with resources that have not been read for them.
    private var mustRead = true
    private var watch: EventToken?

    /// What the host uses, besides what the machine says.
    private var readUse: () -> Use = { Use() }

    /// Called when a waiting run may have room.
    private var retry: () -> Void = {}

    /// What a host uses as it counts itself.
    struct Use {
        var workerCount = 0
        var processCount = 0
        var threadCount: UInt64 = 0
        var byteCount: UInt64 = 0

        /// Workers whose processes are still to come.
        var unspawnedCount: UInt64 = 0
    }

    init(
        _ limits: HostLimits,
        _ monitor: any MachineReading,
        _ clock: any HostClock,
        _ metrics: HostMetrics?
    ) {
        self.limits = limits
        self.monitor = monitor
        self.clock = clock
        self.metrics = metrics
        machine = OverloadStateMachine(limits: limits)
    }

    // MARK: Beginning

    /// Begins to hold the runs of a pool.
    ///
    /// - Parameters:
    ///   - readUse: Says what the host uses, besides what the machine says.
    ///   - retry: Called when a waiting run may have room.
    func begin(readUse: @escaping () -> Use, retry: @escaping () -> Void) {
        self.readUse = readUse
        self.retry = retry
    }

    /// Begins to look at the waiting runs: what the machine has is read once for all of them.
    func beginPass() {
        mustRead = true
    }

    /// Whether a run begins now; one that does not waits, or is decided.
    func admits(_ run: Run, _ demand: OverloadStateMachine.Demand) -> Bool {
        if mustRead, demand == .newWorker || machine.isFull {
            mustRead = false
            read()
        }
        switch machine.admit(run.number, demand, at: clock.now) {
        case .start:
            waitsNoLonger(run)
            return true
        case .wait(let cause):
            waiting[run.number] = run
            if run.overload == nil {
                metrics?.countOverloadWait(for: cause.resource)
                run.waited(RunReport.OverloadSummary(cause, waited: .zero))
            }
            watchWaitingRuns()
            return false
        case .refuse(let cause):
            refuse(run, cause, "\(machine.waitingRunCount) runs were waiting already")
            return false
        }
    }

    /// Whether a worker is started now that no run waits for.
    func admitsPrewarmed() -> Bool {
        read()
        return machine.admitPrewarmed()
    }

    /// Ends a run's wait for room, and notes its length.
    func waitsNoLonger(_ run: Run) {
        guard machine.hasWaitingRuns else { return }
        waiting[run.number] = nil
        guard let wait = machine.release(run.number, at: clock.now) else { return }
        run.waited(RunReport.OverloadSummary(wait.cause, waited: wait.length))
    }

    /// Delivers the original of a run that found no room.
    private func refuse(_ run: Run, _ cause: OverloadCause, _ reason: String) {
        run.waited(RunReport.OverloadSummary(cause, waited: .zero))
        run.explain("\(cause.text); \(reason)")
        metrics?.countOverloadRefusal(for: cause.resource)
        run.happen { $0.hostOverloaded() }
    }

    // MARK: Waiting

    private func watchWaitingRuns() {
        guard watch == nil, machine.hasWaitingRuns else { return }
        let interval = min(MachineMonitor.interval, limits.queueTime)
        watch = clock.call(at: clock.now + interval) { [weak self] in self?.lookAtWaitingRuns() }
    }

    private func lookAtWaitingRuns() {
        watch = nil
        read()
        // Room that there is by now comes before the end of a wait.
        retry()
        for number in machine.expired(at: clock.now) {
            guard let run = waiting[number] else { continue }
            waitsNoLonger(run)
            guard let cause = run.overload?.cause else { continue }
            refuse(run, cause, "it waited for \(Int(run.overload?.waitedMilliseconds ?? 0)) ms")
        }
        watchWaitingRuns()
    }

    /// Looks no more at the runs that wait.
    func stop() {
        if let watch { clock.cancel(watch) }
    }

    // MARK: Ending

    /// The numbers of the workers that are to be ended, as they do nothing and are in the way.
    ///
    /// - Parameter workers: All workers of the host.
    /// - Returns: Their numbers.
    func surplus(of workers: some Collection<Worker>) -> [UInt64] {
        guard machine.isStrained else { return [] }
        // What has ended or begun since the last reading must not have others ended.
        read()
        let kernel = monitor.latest.kernelMemory.map { $0 / UInt64(max(1, workers.count)) }
        let unused = workers.filter(\.isUnused)
        let prewarmed = unused.filter { $0.prewarmedFor != nil }.sorted { $0.number > $1.number }
        // Of workers that rest since the same moment the older one goes, so that a host does the same
        // each time.
        let idle = unused.filter { $0.prewarmedFor == nil && $0.isIdle }.sorted {
            ($0.idleTime?.since ?? clock.now, $0.number)
                < ($1.idleTime?.since ?? clock.now, $1.number)
        }
        return machine.surplus(
            prewarmed: prewarmed.map { Self.spare($0, kernel) },
            idle: idle.map { Self.spare($0, kernel) },
            leaving: workers.filter(\.isLeaving).map { Self.spare($0, kernel).amounts }
        )
    }

    private static func spare(
        _ worker: Worker,
        _ kernelByteCount: UInt64?
    ) -> OverloadStateMachine.Spare {
        OverloadStateMachine.Spare(
            number: worker.number,
            amounts: ResourceAmounts(
                ofWorker: worker.gauge.presentByteCount,
                threadCount: UInt64(worker.gauge.presentThreadCount),
                kernelByteCount: kernelByteCount
            )
        )
    }

    // MARK: Reading

    /// Whether the last reading was a while ago; where it was, everything is read.
    func readIfDue() -> Bool {
        guard monitor.isDue(at: clock.now) else { return false }
        read()
        return true
    }

    private func read() {
        let reading = monitor.look(limits, at: clock.now)
        var limits = limits
        limits.descriptorCount = monitor.descriptorLimit(limits)
        limits.freeSpaceByteCount = reading.space?.reserve
        for rise in machine.observe(amounts(readUse(), reading), limits) {
            metrics?.countOverload(of: rise.resource, rise.level)
        }
    }

    private func amounts(_ use: Use, _ reading: MachineMonitor.Machine) -> ResourceAmounts {
        var amounts = ResourceAmounts()
        amounts[.workers] = UInt64(use.workerCount)
        amounts[.processes] = UInt64(use.processCount)
        amounts[.threads] = use.threadCount
        amounts[.memory] = use.byteCount
        amounts[.availableMemory] = reading.availableMemory
        amounts[.kernelMemory] = reading.kernelMemory
        // One that is being forked has half of its descriptors yet to come.
        amounts[.descriptors] = monitor.descriptorCount.map { $0 + 8 * use.unspawnedCount }
        amounts[.freeSpace] = reading.space?.byteCount
        return amounts
    }

    /// How much the host uses of what it is limited in, now.
    func statuses() -> [OverloadStatus] {
        read()
        return machine.statuses
    }
}

extension OverloadManager.Use {
    /// Adds a worker; one that has not been measured counts as a new one.
    mutating func add(_ worker: Worker) {
        let isMeasured = worker.readyAt != nil
        workerCount += 1
        threadCount += max(
            UInt64(worker.gauge.presentThreadCount),
            isMeasured ? 0 : ResourceAmounts.newWorker[.threads] ?? 0
        )
        byteCount += max(
            worker.gauge.presentByteCount,
            isMeasured ? 0 : ResourceAmounts.newWorker[.memory] ?? 0
        )
        if worker.readings == nil { unspawnedCount += 1 }
    }
}
