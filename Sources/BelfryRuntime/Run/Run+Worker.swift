// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What becomes of a run's worker, and what that says about the extension.
extension Run: WorkerLease {
    /// The worker is loaded and idle.
    func workerIsReady() {
        guard let invite = plan.debugger, let worker else { return happen { $0.workerReady() } }
        awaitDebugger(of: worker, invite)
    }

    /// The extension could not be loaded.
    func couldNotLoad(_ failure: LoadFailure) {
        // Once a constructor has run, these may be an extension's words in the worker's mouth.
        let message = failure.message.neutralised(byteLimit: RunLog.lineByteLimit)
        if failure.stage == .shortage { return postpone(because: message) }
        explain(message)
        note(RunReport.Evidence(phase: "starting", message: message))
        happen { $0.loadFailed(failure.stage) }
    }

    /// There is no worker, or will be none.
    func hasNoWorker(_ reason: String, isShortage: Bool) {
        guard verdict == nil else { return }
        if isShortage { return postpone(because: reason) }
        explain(reason)
        happen { $0.workerUnavailable() }
    }

    /// No worker could be made for it, as the bundle or the machine lacks something.
    func wasRefused(_ error: any Error) {
        let isShortage =
            (error as? SystemError)?.isShortage ?? ((error as? BundleError)?.code == .shortage)
        if isShortage { return postpone(because: "\(error)") }
        explain("\(error)")
        assignNone()
        switch (error as? BundleError)?.code {
        case .elf, .library: happen { $0.loadFailed(.elf) }
        case .sdk: happen { $0.loadFailed(.link) }
        default: happen { $0.workerUnavailable() }
        }
    }

    private func postpone(because reason: String) {
        guard verdict == nil else { return }
        context.owner.postpone(self, because: reason)
    }

    /// The worker said what makes no sense, or closed its socket and lives on.
    func protocolBroken(_ problem: String) {
        guard verdict == nil else { return }
        explain(problem)
        happen { $0.protocolBroken() }
    }

    /// The worker does not read what it is sent.
    func ignoresCommands(_ error: SystemError) {
        protocolBroken("it does not read what the host sends (\(error))")
    }

    /// The worker made a system call that no extension may make.
    func violated(_ call: String, _ worker: Worker) {
        if verdict == nil {
            let phase = worker.readyAt == nil ? "starting" : "running"
            note(RunReport.Evidence(phase: phase, systemCall: call))
        } else {
            note(RunStrike.violation)
        }
        happen { $0.violated() }
    }

    /// The worker says that it is loaded, and is not under all filters.
    func lacksFilters(_ missing: String) {
        let message = "it says that it is loaded, and its seccomp filter is missing: \(missing)"
        explain(message)
        note(RunReport.Evidence(phase: "starting", message: message))
        happen { $0.violated() }
    }

    /// The worker printed a line.
    func printed(_ line: ArraySlice<UInt8>) {
        noteLog { $0.append(.output, line) }
    }

    // MARK: Its end

    /// The worker has ended by itself, or was ended.
    func workerEnded(_ end: ProcessEnd, _ worker: Worker) {
        if wasNeverRead(by: worker, end) {
            noteRequeue()
            return context.owner.requeue(self)
        }
        guard verdict == nil else { return }
        note(Self.evidence(of: end, worker))
        noteCrash(worker, end)
        let total = end.userTime.addingSaturated(end.systemTime)
        noteUsage { $0.noteCPU(total) }
        if let kill = worker.readings?.groupMemoryKill {
            explain(kill.sentence)
            happen { $0.exceeded(.memory) }
        }
        guard worker.isSealed else { return endedUnloaded() }
        let memory = memoryEvidence(of: end, worker)
        happen { $0.workerEnded(end.cause, memory: memory) }
    }

    /// Waits for another worker: this one ended while it was all our own code.
    private func endedUnloaded() {
        let cause = evidence?.signal ?? "status \(evidence?.exitStatus ?? 0)"
        note(nil)
        postpone(because: "its process ended before anything was loaded (\(cause))")
    }

    /// Whether its worker died before it saw the request, so that this says nothing about it: the
    /// kernel tells of what was not read, and no other command of the run was.
    ///
    /// What was not read can have been looked at (`MSG_PEEK`), and what the worker's own memory says
    /// can be forged: so one that has worked since, or has asked for a connection, is not believed.
    private func wasNeverRead(by worker: Worker, _ end: ProcessEnd) -> Bool {
        let cpu = end.userTime.addingSaturated(end.systemTime)
        let used = cpu - min(cpu, usage.cpuAtBeginning)
        let attention = worker.attention
        let isUnread = attention.leftCommandUnread && attention.commandsSinceRun <= 0
        return isRunning && beginning.isWarm && !beginning.wasRequeued && !attention.hasAnswered
            && (isUnread || !hasBegun(on: worker))
            && used <= UInt64(IdleAllowance.cpu.nanoseconds)
            && !hasAskedForNetwork(worker)
    }

    /// Whether a worker that has ended had asked for a connection since its run began; one that is
    /// accepted from now on goes nowhere.
    private func hasAskedForNetwork(_ worker: Worker) -> Bool {
        guard let network = worker.network else { return false }
        network.endRun()
        return network.hasArrivals
    }

    private func hasBegun(on worker: Worker) -> Bool {
        worker.crashMemory?.hasBegun(number) ?? true
    }

    private func noteCrash(_ worker: Worker, _ end: ProcessEnd) {
        guard let record = worker.crashMemory?.record(of: end) else { return }
        note(record)
        if record.isStackOverflow, verdict == nil { explain("its stack overflowed") }
    }

    /// Notes that a worker which has ended was ended by the extension after its answer, and not by the
    /// host or while it was told to end.
    func noteEndAfterAnswer(_ verdict: Verdict) {
        guard verdict.isAnswered, let worker, let end = worker.end,
            end.cause != .signalled(SIGKILL), hasBegun(on: worker)
        else { return }
        if !strikes.contains(RunStrike.endedAfterCompletion.rawValue) {
            note(RunStrike.endedAfterCompletion)
        }
        noteCrash(worker, end)
    }

    private static func evidence(of end: ProcessEnd, _ worker: Worker) -> RunReport.Evidence {
        var evidence = RunReport.Evidence(phase: worker.readyAt == nil ? "starting" : "running")
        switch end.cause {
        case .exited(let status): evidence.exitStatus = status
        case .signalled(let number): evidence.signal = Signal(number).name
        }
        return evidence
    }

    private func memoryEvidence(of end: ProcessEnd, _ worker: Worker) -> MemoryEvidence {
        let gauge = worker.gauge
        let resident = gauge.baseline.residentByteCount
        let growth =
            resident > 0 ? end.peakResidentByteCount - min(end.peakResidentByteCount, resident) : 0
        return MemoryEvidence(
            peakDataByteCount: gauge.peakDataByteCount,
            dataLimit: gauge.dataLimit,
            idleDataByteCount: gauge.baseline.dataByteCount,
            residentGrowth: growth,
            budget: UInt64(clamping: budget.memoryByteCount),
            isReported: crash?.error == ENOMEM
        )
    }

    // MARK: A debugger

    /// How often a worker is looked at until a debugger is attached.
    private static let debuggerInterval = Duration.milliseconds(50)

    /// Tells how to attach a debugger, and gives the extension its request once one is.
    private func awaitDebugger(
        of worker: Worker,
        _ invite: @Sendable (DebuggerInvitation) -> Void
    ) {
        guard let readings = worker.readings else { return }
        let path = bundle.libraryPath
        invite(
            DebuggerInvitation(
                process: readings.number,
                libraryPath: path,
                loadAddress: readings.loadAddress(of: path) ?? 0
            )
        )
        lookForDebugger()
    }

    private func lookForDebugger() {
        guard verdict == nil, let readings = worker?.readings else { return }
        if readings.isTraced { return happen { $0.workerReady() } }
        let time = context.clock.now + Self.debuggerInterval
        keep(context.clock.call(at: time) { self.lookForDebugger() })
    }
}
