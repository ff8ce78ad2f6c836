// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
package import BelfryModel
package import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

extension ExtensionHost {
    // MARK: Asking

    /// Runs a bundle's extension on a request, and says what happened.
    ///
    /// - Parameters:
    ///   - request: What the extension is asked about.
    ///   - bundle: The extension.
    ///   - options: What is different this time.
    ///   - deliver: Takes the notification to be shown, exactly once, as soon as it is decided; nil
    ///     where the extension has dropped it (``Verdict/dropped(_:)``), and only there.
    /// - Returns: The report, once everything about the run is known.
    /// - Throws: ``OriginError`` for an origin that is not one, and for a traced run ``SystemError``
    ///   when what the extension keeps cannot be read or put in place; nothing has run then.
    package func run(
        _ request: RunRequest,
        in bundle: ExtensionBundle,
        options: RunOptions = RunOptions(),
        deliver: @Sendable (NotificationContent?, Verdict) -> Void = { _, _ in }
    ) async throws -> RunReport {
        var budget = Budget()
        budget.apply(bundle.manifest.budget)
        let listed = (bundle.manifest.network ?? []) + options.allowedOrigins
        let origins = options.trial.isOffline ? [] : listed
        _ = try NetworkPolicy(bundle.manifest.network ?? [])
        _ = try NetworkPolicy(options.allowedOrigins, from: "RunOptions.allowedOrigins")
        let localized = await request.localized(for: bundle)
        let run = RunRecord(
            number: makeNumber(),
            request: localized,
            bundle: bundle,
            budget: options.debugger == nil ? options.budget ?? budget : .unlimited,
            origins: origins,
            isFresh: options.isFresh ?? (bundle.manifest.process == .fresh)
                || options.debugger != nil || options.tracing != nil,
            gate: Gate(manifest: bundle.manifest, device: options.device).report(
                for: request.source
            ),
            trial: options.trial
        )
        run.debugger = options.debugger
        run.takesPrewarmed =
            bundle.manifest.process == .fresh && options.isFresh == nil && options.debugger == nil
            && options.tracing == nil
        run.device = options.device
        run.tracing = options.tracing.map(TraceRecord.init)
        guard run.gate.isCalled else {
            return decline(run, .notCalled(run.gate.reason?.rawValue ?? ""), deliver)
        }
        if let other = impersonated(by: bundle) {
            run.explanation = Self.identityProblem(other, bundle)
            return decline(run, .rejected(.identity), deliver)
        }
        await prepareStorage(for: bundle)
        if let tracing = run.tracing { try await traceStorage(of: bundle, tracing) }
        let standing = await standing(of: bundle)
        if let standing, standing.isQuarantined, let entry = standing.entry {
            run.explanation = entry.sentence
            var report = decline(run, .rejected(.quarantined), deliver)
            report.quarantine = RunReport.QuarantineSummary(entry)
            return report
        }
        // What waits goes on by way of its task's executor: by Swift's own, that would be another
        // thread, only to come back.
        await withTaskExecutorPreference(reactor) {
            await withCheckedContinuation { continuation in
                // Only here: whatever ends runs on the way to this place would not find this one waiting.
                guard !isShutDown else { return continuation.resume() }
                runs[run.number] = run
                run.continuation = continuation
                waitingRuns.append(run.number)
                startWaitingRuns()
            }
        }
        guard run.machine.verdict != nil else {
            _ = run.machine.hostStops()
            run.content = undelivered(run, .fallback(.hostShutdown))
            return decline(run, .fallback(.hostShutdown), deliver)
        }
        var report = await finish(run, deliver)
        let judged = await judge(run, standing)
        report.quarantine = judged?.entry.map(RunReport.QuarantineSummary.init)
        return report
    }

    /// Delivers what no extension was asked about, and reports.
    private func decline(
        _ run: RunRecord,
        _ verdict: Verdict,
        _ deliver: @Sendable (NotificationContent?, Verdict) -> Void
    ) -> RunReport {
        applyCategories(of: run, verdict)
        deliver(run.content, verdict)
        present(run, verdict)
        return report(on: run, verdict)
    }

    /// Another bundle by this one's identifier that was run before and is still there: what one of
    /// them may, the other must not get.
    func impersonated(by bundle: ExtensionBundle) -> String? {
        let identifier = bundle.manifest.identifier
        if let other = identities[identifier], other != bundle.path, unsafe access(other, F_OK) == 0
        {
            return other
        }
        identities[identifier] = bundle.path
        return nil
    }

    static func identityProblem(_ other: String, _ bundle: ExtensionBundle) -> String {
        "\(other) is \(bundle.manifest.identifier) already; give one of them another "
            + "CFBundleIdentifier"
    }

    /// Gives every waiting run a worker, as far as there may be one for its bundle.
    func startWaitingRuns() {
        // What happens on the way can end a worker, which asks for the same again.
        guard !isStartingRuns else {
            mustStartRunsAgain = true
            return
        }
        isStartingRuns = true
        defer { isStartingRuns = false }
        repeat {
            mustStartRunsAgain = false
            startEachWaitingRun()
        } while mustStartRunsAgain
    }

    private func startEachWaitingRun() {
        mustReadResources = true
        for number in waitingRuns {
            guard let run = runs[number], run.machine.verdict == nil else { continue }
            if let worker = idleWorker(for: run) {
                guard admits(run, .idleWorker) else { continue }
                assign(run, to: worker, isWarm: true)
            } else if let worker = prewarmedWorker(for: run), run.session == nil {
                guard admits(run, .idleWorker) else { continue }
                run.isPrewarmed = true
                assign(run, to: worker, isWarm: worker.isIdle)
            } else if !isWaitingForMachine(run),
                run.session != nil
                    || workerCount(for: run.bundle) < run.bundle.manifest.parallelRuns
            {
                guard admits(run, .newWorker) else { continue }
                // One that waits with another budget or other origins would wait for ever.
                for misfit in workers.of(run.bundle) where misfit.isIdle {
                    misfit.retirement = .unsuitable
                    retire(misfit)
                }
                do {
                    let worker = try startWorker(for: run)
                    assign(run, to: worker, isWarm: false)
                    requestFork(of: worker)
                } catch {
                    waitingRuns.removeAll { $0 == number }
                    refuse(run, error)
                }
            } else {
                waitsNoLonger(run)
            }
        }
        relieveResources()
    }

    private func idleWorker(for run: RunRecord) -> WorkerRecord? {
        workers.of(run.bundle).first {
            $0.isIdle && $0.prewarmedFor == nil && !run.isFresh && suits($0, run)
                // One that crashed after its last run may not have been told of yet.
                && $0.process?.hasEnded == false
        }
    }

    private func workerCount(for bundle: ExtensionBundle) -> Int {
        workers.of(bundle).count { $0.run != nil || $0.isRetiring }
    }

    /// Whether a run's worker died before it saw the request, so that it says nothing about it: the
    /// kernel tells of what was not read, and no other command of the run was.
    ///
    /// What was not read can have been looked at (`MSG_PEEK`), so one that has worked since is not
    /// believed.
    func wasNeverRead(_ run: RunRecord, by worker: WorkerRecord, _ end: ProcessEnd) -> Bool {
        let cpu = end.userTime + end.systemTime
        let used = cpu - min(cpu, run.usage.cpuAtBeginning)
        let isUnread = worker.leftCommandUnread && worker.commandsSinceRun == 0
        return run.machine.isRunning && run.isWarm && !run.wasRequeued && !worker.hasAnsweredRun
            && (isUnread || !Self.hasBegun(run, on: worker))
            && used <= UInt64(IdleAllowance.cpu.nanoseconds)
    }

    /// Lets a run wait for another worker, once.
    func requeueOnce(_ run: RunRecord) {
        departures[run.bundle.path] = .ended
        run.wasRequeued = true
        requeue(run)
    }

    /// Takes a run from its worker, and lets it wait before all others.
    func requeue(_ run: RunRecord) {
        for token in run.tokens { reactor.cancel(token) }
        run.tokens = []
        run.worker?.run = nil
        run.worker = nil
        run.isPrewarmed = false
        run.usage = UsageRecord()
        run.machine.requeued()
        waitingRuns.insert(run.number, at: 0)
    }

    private func refuse(_ run: RunRecord, _ error: any Error) {
        let isShortage =
            (error as? SystemError)?.isShortage ?? ((error as? BundleError)?.code == .shortage)
        if isShortage { return postpone(run, because: "\(error)") }
        run.explanation = "\(error)"
        run.machine.assigned()
        switch (error as? BundleError)?.code {
        case .elf, .library: perform(run.machine.loadFailed(.elf), on: run)
        case .sdk: perform(run.machine.loadFailed(.link), on: run)
        default: perform(run.machine.workerUnavailable(), on: run)
        }
    }

    private func assign(_ run: RunRecord, to worker: WorkerRecord, isWarm: Bool) {
        waitingRuns.removeAll { $0 == run.number }
        worker.run = run.number
        run.worker = worker
        run.isWarm = isWarm
        run.machine.assigned()
        let assignedAt = isWarm || run.isPrewarmed ? MonotonicTime.now : worker.requestedAt
        // A requeued run has no more time than any other.
        let begin = run.begunAt ?? assignedAt
        run.begunAt = begin
        // Those of a session begin with each callback.
        if run.session == nil { scheduleWall(of: run, from: begin) }
        guard isWarm else {
            return schedule(run, at: assignedAt + run.budget.start) { $0.startBudgetEnded() }
        }
        worker.network?.beginRun()
        perform(run.machine.workerReady(), on: run)
    }

    private func scheduleWall(of run: RunRecord, from begin: MonotonicTime) {
        let wall = run.budget.wall
        schedule(run, at: begin + wall) { $0.wallBudgetEnded() }
        if run.budget.grace < wall {
            schedule(run, at: begin + (wall - run.budget.grace)) { $0.graceBegan() }
        }
    }

    private func schedule(
        _ run: RunRecord,
        at time: MonotonicTime,
        _ event: @escaping @Sendable (inout RunStateMachine) -> RunStateMachine.Action
    ) {
        let number = run.number
        let token = reactor.schedule(at: time) { [weak self] in
            self?.assumeIsolated { host in
                guard let run = host.runs[number] else { return }
                host.perform(event(&run.machine), on: run)
            }
        }
        run.tokens.append(token)
    }

    // MARK: Events

    /// Does what a run's state machine says.
    func perform(_ action: RunStateMachine.Action, on run: RunRecord) {
        switch action {
        case .none: return
        case .send:
            guard let session = run.session else { return send(run) }
            begin(session)
        case .tellExpiry:
            guard let worker = run.worker else { return }
            let grace = UInt64(clamping: run.budget.grace.nanoseconds)
            tell(worker, .willExpire(run: run.number, grace: grace))
        case .strike(let strike): run.note(strike)
        case .decide(let verdict, let kills): decide(run, verdict, kills: kills)
        }
    }

    private func send(_ run: RunRecord) {
        guard let worker = run.worker, let begun = run.begunAt else { return }
        beginStorageSpan(of: run, worker)
        worker.runCount += 1
        worker.locks.beginRun()
        worker.commandsSinceRun = -1
        worker.hasAnsweredRun = false
        measureBeginning(run, worker)
        let command = RunCommand(
            run: run.number,
            deadline: deadline(of: run, begun),
            identifier: run.request.identifier,
            content: ContentCodec.encode(run.content, userInfo: run.request.userInfo),
            mayDrop: run.bundle.manifest.filtering
        )
        tell(worker, .run(command))
        for notice in run.trial.notices { tell(worker, notice.command(for: run)) }
        startSampling(for: run)
    }

    /// Sends a command, with descriptors that stay open here; a worker that does not read has broken
    /// the protocol.
    func tell(
        _ worker: WorkerRecord,
        _ command: WorkerCommand,
        passing descriptors: [Int32] = []
    ) {
        worker.commandsSinceRun += 1
        do throws(SystemError) {
            try worker.runSocket.sendPacket(command.frame, passing: descriptors, waits: false)
        } catch {
            // One whose socket is closed is about to be heard of.
            guard error.errno != EPIPE, error.errno != ECONNRESET else {
                worker.leftCommandUnread = true
                return
            }
            guard let run = currentRun(of: worker), run.machine.verdict == nil else { return }
            run.explanation = "it does not read what the host sends (\(error))"
            perform(run.machine.protocolBroken(), on: run)
        }
    }

    // MARK: Deciding

    private func decide(_ run: RunRecord, _ verdict: Verdict, kills: Bool) {
        run.decidedAt = .now
        for token in run.tokens { reactor.cancel(token) }
        run.tokens = []
        waitingRuns.removeAll { $0 == run.number }
        waitsNoLonger(run)
        if verdict == .delivered(.checkpoint), let checkpoint = run.checkpoint {
            run.content = checkpoint.content
            run.changes = checkpoint.changes
        }
        if let worker = run.worker {
            worker.network?.endRun()
            measureEnd(run, worker)
            if kills { kill(worker) }
            drainOutput(worker)
        }
        if let session = run.session { ended(session, verdict) }
        run.continuation?.resume()
        run.continuation = nil
    }

    /// Delivers, puts the worker to its next use, and reports.
    func finish(
        _ run: RunRecord,
        _ deliver: @Sendable (NotificationContent?, Verdict) -> Void
    ) async -> RunReport {
        let verdict = run.machine.verdict ?? .fallback(.hostShutdown)
        var taken = AttachmentDelivery.Result()
        if verdict.isDelivered {
            taken = await takeAttachments(of: run)
        } else if run.session == nil {
            run.content = undelivered(run, verdict)
        }
        applyCategories(of: run, verdict)
        if case .dropped = verdict {
            deliver(nil, verdict)
        } else {
            deliver(run.content, verdict)
            // What a content extension draws is shown from the beginning.
            if run.session == nil { present(run, verdict) }
        }
        run.isDelivered = true
        store.unpin(taken.attachments.map(\.url))
        prewarm(of: run, verdict)
        resumeWaitersIfQuiet()
        if let worker = run.worker {
            // What it has said by now, such as a second completion, is still about this run.
            if verdict.isAnswered { listen(to: worker.number) }
            endStorageSpan(of: run, worker)
            await measureStorage(of: worker, after: run)
            if let tracing = run.tracing { await tracing.takeSecureExchanges(of: worker) }
            await release(worker, after: run, verdict)
        }
        runs[run.number] = nil
        var report = report(on: run, verdict)
        report.attachments = taken.summaries
        report.store = taken.removal
        run.tracing?.end()
        startWaitingRuns()
        report.crash = await describeCrash(of: run)
        return report
    }

    /// What is delivered in place of the extension's content: the original, with the texts that the
    /// manifest declares for a run that has failed.
    private func undelivered(_ run: RunRecord, _ verdict: Verdict) -> NotificationContent {
        let original = run.request.content
        guard case .fallback = verdict else { return original }
        return run.bundle.manifest.fallback?.applied(to: original) ?? original
    }

    /// How long a report waits for the end of the connections that its run left open.
    ///
    /// They are cut by now, which takes a moment of its proxy's thread. Where that is kept waiting for a
    /// core, a warm worker would have its next run send on one of them.
    private static let networkDelay = Duration.seconds(2)

    /// Ends the worker or keeps it for the next run.
    private func release(
        _ worker: WorkerRecord,
        after run: RunRecord,
        _ verdict: Verdict
    ) async {
        if verdict.isAnswered, worker.machine.isServing, !worker.isRetiring {
            worker.retirement = retirement(of: worker, after: run)
            if worker.retirement == .ended { run.note(RunStrike.endedAfterCompletion) }
            guard worker.retirement != nil else {
                if let network = worker.network {
                    await network.settle(within: Self.networkDelay)
                }
                return becameIdle(worker)
            }
        }
        if workers[worker.number] != nil, !worker.isRetiring {
            retire(worker)
        }
        await waitForEnd(of: worker)
        noteEndAfterAnswer(of: run, worker, verdict)
        // It could write until it was gone.
        if worker.disk != nil, run.diskFault == nil {
            await measureStorage(of: worker, after: run)
        }
        await worker.network?.close()
        worker.run = nil
    }
}
