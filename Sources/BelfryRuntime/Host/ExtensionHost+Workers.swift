// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

extension ExtensionHost {
    // MARK: Beginning

    /// Makes a worker for a run, still to be forked; its clocks begin now.
    func startWorker(for run: RunRecord) throws -> WorkerRecord {
        let library = try run.bundle.openLibrary()
        let facts = try libraries.facts(of: library, in: run.bundle)
        let storage = storageFolders(for: run.bundle)
        let zygote = try zygote(for: run.bundle, facts)
        let number = makeNumber()
        let origins = try networkOrigins(for: run, facts)
        let worker = try makeWorker(number, run, origins, zygote, storage, library)
        workers.insert(worker)
        metrics?.workersAre(workers.count)
        return worker
    }

    private func makeWorker(
        _ number: UInt64,
        _ run: RunRecord,
        _ origins: [String]?,
        _ zygote: ZygoteRecord,
        _ storage: [StorageFolder],
        _ library: consuming Descriptor
    ) throws -> WorkerRecord {
        let specification = WorkerSpecification(
            worker: number,
            isContent: run.session != nil,
            libraryPath: run.bundle.libraryPath,
            bundlePath: run.bundle.path,
            containerPath: directory.containerPath(number),
            storage: storage,
            identifier: run.bundle.manifest.identifier,
            version: run.bundle.manifest.version,
            principalClass: run.bundle.manifest.principalClass ?? "",
            hasNetwork: origins != nil,
            dataByteCount: UInt64(clamping: run.budget.memoryByteCount)
                .addingSaturated(Self.dataAllowance),
            cpuSeconds: Self.kernelCPUSeconds(run.budget),
            fileByteCount: Self.largestFile,
            threadCount: UInt32(run.bundle.manifest.threads),
            completionCount: UInt32(completionCount(of: run)),
            validation: run.trial.watch?.plan,
            trace: run.tracing?.plan,
            isInspectable: run.debugger != nil,
            certificates: run.bundle.certificates
        )
        let socketPair = try Descriptor.packetPair()
        let pipe = try Descriptor.pipe()
        let crashMemory = try Self.makeCrashMemory()
        // By number for a moment, in which nothing can fail: an owner cannot be taken out of a pair
        // inside another's closure.
        let sockets = socketPair.split { ($0.release(), $1.release()) }
        let outputs = pipe.split { ($0.release(), $1.release()) }
        let worker = WorkerRecord(
            number: number,
            bundle: run.bundle,
            budget: run.budget,
            origins: origins,
            storage: storage,
            zygote: zygote.number,
            runSocket: Descriptor(owning: sockets.0),
            output: Descriptor(owning: outputs.0),
            crashMemory: crashMemory,
            offer: SpawnOffer(
                specification: specification,
                runSocket: Descriptor(owning: sockets.1),
                library: library,
                output: Descriptor(owning: outputs.1)
            )
        )
        worker.watch = run.trial.watch
        worker.tape = run.tracing?.tape
        try worker.output.setNonblocking()
        try watch(worker)
        return worker
    }

    /// How many completions a run's worker needs in its life: a session has one for each response.
    private func completionCount(of run: RunRecord) -> Int {
        if run.session != nil { return ContentMachine.responseLimit }
        return run.isFresh ? 1 : WorkerRecord.runLimit
    }

    private func watch(_ worker: WorkerRecord) throws(SystemError) {
        let number = worker.number
        try watch(worker, worker.runSocket.raw) { $0.listen(to: number) }
        try watch(worker, worker.output.raw) { $0.listenToOutput(of: number) }
    }

    /// Calls a reader whenever one of a worker's descriptors is readable.
    func watch(
        _ worker: WorkerRecord,
        _ descriptor: Int32,
        _ read: @escaping @Sendable (isolated ExtensionHost) -> Void
    ) throws(SystemError) {
        worker.tokens.append((try watch(descriptor, read), descriptor))
    }

    /// Calls a reader whenever a descriptor is readable.
    func watch(
        _ descriptor: Int32,
        _ read: @escaping @Sendable (isolated ExtensionHost) -> Void
    ) throws(SystemError) -> Reactor.Token {
        try reactor.watch(descriptor) { [weak self] in
            self?.assumeIsolated { read($0) }
        }
    }

    /// What a worker may reach: nil for no network at all.
    ///
    /// A Swift extension always gets the proxy where the sandbox can hold it to that, so that what
    /// it tries and may not is in the report; any other only when its manifest lists origins.
    private func networkOrigins(
        for run: RunRecord,
        _ facts: LibraryFacts
    ) throws -> [String]? {
        let isContained =
            configuration.isolation.namespaces.contains(.network)
            && (LandlockRuleset.kernelVersion ?? 0) >= LandlockRuleset.networkVersion
        if isContained {
            guard run.origins.isEmpty, facts.runtime == .bare else { return run.origins }
            return facts.record.isSelfContained ? [] : nil
        }
        guard run.origins.isEmpty else {
            throw HostError(
                "the bundle asks for network, which needs a network namespace and Landlock's TCP "
                    + "rules; this machine lacks one of them (`belfry doctor`)"
            )
        }
        return nil
    }

    func attachNetwork(_ worker: WorkerRecord, _ listener: consuming Descriptor) {
        // The origins were checked when the run was accepted.
        let policy = (try? NetworkPolicy(worker.origins ?? [])) ?? NetworkPolicy()
        worker.network = egress.open(
            listener,
            forBundleAt: worker.bundle.path,
            policy: policy,
            limits: EgressLimits(worker.budget),
            tape: worker.tape
        )
    }

    func workerSpawned(_ worker: WorkerRecord, _ pidfd: consuming Descriptor) {
        do throws(SystemError) {
            let meter = try ProcessMeter(pidfd: pidfd)
            let alarm = try makeAlarm(for: worker, meter)
            let process = SpawnedProcess(pidfd: pidfd, meter: meter, alarm: alarm)
            worker.process = process
            confine(worker)
            if worker.isRetiring { return process.kill() }
            perform(worker.machine.spawned(), on: worker)
            startSampling(for: worker)
            claimCalls(of: worker)
        } catch {
            // Of one that has ended its zygote tells; one that cannot be measured is not let live.
            guard !pidfd.isProcessEnded else { return }
            pidfd.signalProcess(Signal.kill.number)
            worker.isRetiring = true
            let reason = "the worker's process cannot be measured: \(error)"
            giveUp(worker, reason, isShortage: error.isShortage)
        }
    }

    // MARK: Ending

    /// How long the zygote may take to tell of a worker's end after its socket was closed.
    private static let endDelay = Duration.milliseconds(200)

    /// So often a process gets as long again that has begun to end: an extension can end its first
    /// thread alone.
    private static let endPatience = 25

    func socketClosed(_ worker: WorkerRecord) {
        worker.machine.socketClosed()
        unwatch(worker, worker.runSocket.raw)
        awaitEnd(of: worker)
    }

    /// Gives a worker whose socket is closed a while to end; one that has ended is waited for.
    private func awaitEnd(of worker: WorkerRecord, patience: Int = endPatience) {
        let number = worker.number
        _ = reactor.schedule(at: .now + Self.endDelay) { [weak self] in
            self?.assumeIsolated { host in
                guard let worker = host.workers[number] else { return }
                // On a busy machine the zygote's word can take longer than the process's end, and
                // that longer than the closing of its socket, which is a part of it.
                if worker.process?.hasEnded == true { return host.awaitEnd(of: worker) }
                if patience > 0, worker.process?.meter.isExiting == true {
                    return host.awaitEnd(of: worker, patience: patience - 1)
                }
                host.perform(worker.machine.waitedForEnd(), on: worker)
            }
        }
    }

    func workerExited(_ worker: WorkerRecord, _ end: ProcessEnd) {
        perform(worker.machine.exited(end), on: worker)
    }

    /// There will be no process, or none that anybody can tell of.
    func workerUnavailable(_ worker: WorkerRecord, _ reason: String, isShortage: Bool = false) {
        giveUp(worker, reason, isShortage: isShortage)
        worker.machine.retired()
        release(worker)
    }

    /// Decides the run of a worker that will not, or lets it wait for another one.
    func giveUp(_ worker: WorkerRecord, _ reason: String, isShortage: Bool = false) {
        guard let run = currentRun(of: worker), run.machine.verdict == nil else { return }
        if isShortage { return postpone(run, because: reason) }
        run.explanation = reason
        perform(run.machine.workerUnavailable(), on: run)
    }

    func buried(_ worker: WorkerRecord, _ end: ProcessEnd) {
        worker.end = end
        drainOutput(worker)
        if worker.run == nil, !worker.isRetiring, worker.prewarmedFor == nil {
            departures[worker.bundle.path] = .ended
        }
        if let run = currentRun(of: worker), wasNeverRead(run, by: worker, end) {
            requeueOnce(run)
        }
        if let run = currentRun(of: worker), run.machine.verdict == nil {
            run.evidence = Self.evidence(of: end, worker)
            noteCrash(of: run, worker, end)
            let total = end.userTime + end.systemTime
            run.usage.cpu = total - min(run.usage.cpuAtBeginning, total)
            judgeMemory(of: worker, run)
            if !worker.machine.isSealed { return endedUnloaded(worker, run) }
            let memory = Self.memoryEvidence(of: end, worker, run)
            perform(run.machine.workerEnded(end.cause, memory: memory), on: run)
        }
        release(worker)
    }

    /// Lets the run of a worker wait for another one: this one ended while it was all our own code.
    private func endedUnloaded(_ worker: WorkerRecord, _ run: RunRecord) {
        let cause = run.evidence?.signal ?? "status \(run.evidence?.exitStatus ?? 0)"
        run.evidence = nil
        postpone(run, because: "its process ended before anything was loaded (\(cause))")
        release(worker)
    }

    /// Forgets a worker whose process is gone; its container goes with its last user.
    private func release(_ worker: WorkerRecord) {
        guard workers.remove(worker) else { return }
        zygotes[worker.zygote]?.view.workerEnded(worker.number)
        metrics?.workersAre(workers.count)
        for (token, descriptor) in worker.tokens { reactor.cancel(token, watching: descriptor) }
        worker.tokens = []
        worker.process = nil
        worker.group = nil
        for waiter in worker.endWaiters { waiter.resume() }
        worker.endWaiters = []
        if let network = worker.network { Task { await network.close() } }
        retireIdleZygotes()
        startWaitingRuns()
    }

    func kill(_ worker: WorkerRecord) {
        worker.isRetiring = true
        worker.machine.retired()
        endProcess(of: worker)
        // One that was never forked has nobody to tell of its end.
        if worker.offer != nil { release(worker) }
    }

    /// Lets a worker end by itself, and kills it when it does not.
    func retire(_ worker: WorkerRecord) {
        worker.isRetiring = true
        worker.machine.retired()
        // One that was never forked has nobody to tell of its end.
        if worker.offer != nil { return release(worker) }
        try? worker.runSocket.sendPacket(WorkerCommand.stop.frame, waits: false)
        let number = worker.number
        _ = reactor.schedule(at: .now + Self.endDelay) { [weak self] in
            self?.assumeIsolated { host in
                guard let worker = host.workers[number] else { return }
                host.endProcess(of: worker)
            }
        }
    }

    private func endProcess(of worker: WorkerRecord) {
        guard let process = worker.process else { return }
        process.kill()
        guard let metrics, !worker.isKilled else { return }
        worker.isKilled = true
        metrics.countKill(after: currentRun(of: worker)?.machine.verdict, isShutDown: isShutDown)
    }

    /// Waits until a worker's process is gone.
    func waitForEnd(of worker: WorkerRecord) async {
        guard workers[worker.number] != nil else { return }
        await withCheckedContinuation { worker.endWaiters.append($0) }
    }

    private static func evidence(
        of end: ProcessEnd,
        _ worker: WorkerRecord
    ) -> RunReport.Evidence {
        var evidence = RunReport.Evidence(phase: worker.readyAt == nil ? "starting" : "running")
        switch end.cause {
        case .exited(let status): evidence.exitStatus = status
        case .signalled(let number): evidence.signal = Signal(number).name
        }
        return evidence
    }

    private static func memoryEvidence(
        of end: ProcessEnd,
        _ worker: WorkerRecord,
        _ run: RunRecord
    ) -> MemoryEvidence {
        let resident = worker.baseline.residentByteCount
        let growth =
            resident > 0 ? end.peakResidentByteCount - min(end.peakResidentByteCount, resident) : 0
        return MemoryEvidence(
            peakDataByteCount: worker.peakDataByteCount,
            dataLimit: worker.dataLimit,
            idleDataByteCount: worker.baseline.dataByteCount,
            residentGrowth: growth,
            budget: UInt64(clamping: run.budget.memoryByteCount),
            isReported: run.crash?.error == ENOMEM
        )
    }

    /// Private memory besides the budget, for stacks of threads and allocators' slack.
    ///
    /// It bounds how far a run can overshoot between two samples.
    private static let dataAllowance: UInt64 = 32 * 1024 * 1024

    /// The largest file: more than a container in memory holds, so that one that is full answers
    /// with an error before the kernel does with a signal.
    private static let largestFile = ContainerFolder.byteLimit + 64 * 1024

    /// The kernel counts a worker's whole life, so this is only the wall behind the host's own.
    private static func kernelCPUSeconds(_ budget: Budget) -> UInt64 {
        UInt64(max(1, budget.cpu.components.seconds))
            .multipliedSaturated(by: UInt64(WorkerRecord.runLimit))
    }
}
