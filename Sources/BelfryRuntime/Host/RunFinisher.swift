// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Takes a run from its verdict to its report: attachments, delivery, the worker's next use.
///
/// It belongs to the host's thread. Delivery does not wait for the worker's process to be gone.
final class RunFinisher {
    private let context: RunContext
    private let pool: WorkerPool
    private let store: AttachmentStore
    private let crashes: CrashLedger
    private let quarantine: QuarantineLedger
    private let metrics: HostMetrics?

    init(
        _ context: RunContext,
        _ pool: WorkerPool,
        _ store: AttachmentStore,
        _ crashes: CrashLedger,
        _ quarantine: QuarantineLedger,
        _ metrics: HostMetrics?
    ) {
        self.context = context
        self.pool = pool
        self.store = store
        self.crashes = crashes
        self.quarantine = quarantine
        self.metrics = metrics
    }

    /// Takes a notification that is to be shown; nil where the extension has dropped it.
    typealias Delivery = (NotificationContent?, Verdict) -> Void

    // MARK: Without an extension

    /// Delivers what no extension was asked about, and reports.
    func decline(
        _ run: Run,
        _ verdict: Verdict,
        _ standing: QuarantineLedger.Standing?,
        _ deliver: Delivery
    ) -> RunReport {
        run.shows(Self.undelivered(run, verdict))
        applyCategories(of: run, verdict)
        deliver(run.content, verdict)
        present(run, verdict)
        return report(declined: run, verdict, standing)
    }

    /// Reports on a request that no extension was asked about.
    func report(
        declined run: Run,
        _ verdict: Verdict,
        _ standing: QuarantineLedger.Standing?
    ) -> RunReport {
        var report = makeReport(on: run, verdict)
        if verdict == .rejected(.quarantined) {
            report.quarantine = standing?.entry.map(RunReport.QuarantineSummary.init)
        }
        return report
    }

    // MARK: After a verdict

    /// Delivers a service extension's run, puts the worker to its next use, and reports.
    ///
    /// - Parameters:
    ///   - service: The run, which is decided.
    ///   - standing: What was known of its bundle before.
    ///   - whenDelivered: Called once the notification is handed over.
    ///   - deliver: Takes the notification.
    /// - Returns: The report.
    func finish(
        _ service: ServiceRun,
        _ standing: QuarantineLedger.Standing?,
        whenDelivered: () -> Void,
        _ deliver: Delivery
    ) async -> RunReport {
        let run = service.run
        let verdict = run.verdict ?? .fallback(.hostShutdown)
        var taken = AttachmentDelivery.Result()
        if verdict.isDelivered {
            taken = await takeAttachments(of: service)
        } else {
            run.shows(Self.undelivered(run, verdict))
        }
        applyCategories(of: run, verdict)
        if case .dropped = verdict {
            deliver(nil, verdict)
        } else {
            deliver(run.content, verdict)
            present(run, verdict)
        }
        whenDelivered()
        store.unpin(taken.attachments.map(\.url))
        pool.prewarm(after: run, verdict)
        return await conclude(run, verdict, taken, standing)
    }

    /// Puts the worker of an open notification to its end, and reports on the extension.
    func finish(
        _ session: DrawingSession,
        _ standing: QuarantineLedger.Standing?
    ) async -> RunReport {
        let run = session.run
        let verdict = run.verdict ?? .fallback(.hostShutdown)
        // What a content extension draws is shown from the beginning.
        applyCategories(of: run, verdict)
        return await conclude(run, verdict, AttachmentDelivery.Result(), standing)
    }

    private func conclude(
        _ run: Run,
        _ verdict: Verdict,
        _ taken: AttachmentDelivery.Result,
        _ standing: QuarantineLedger.Standing?
    ) async -> RunReport {
        if let worker = run.worker {
            // What it has said by now, such as a second completion, is still about this run.
            if verdict.isAnswered, !worker.isForgotten { worker.listen() }
            context.storage.endSpan(of: run.number, in: worker.storage)
            await pool.settleStorage(of: worker, after: run)
            if let container = worker.container {
                await run.trace?.takeSecureExchanges(in: container)
            }
            await pool.giveBack(worker, after: run, verdict)
        }
        var report = makeReport(on: run, verdict)
        report.fill { report in
            report.attachments = taken.summaries
            report.store = taken.removal
        }
        run.trace?.end()
        pool.startWaitingRuns()
        // What a centre outside the host is still doing is this run's too.
        await run.replies.settled()
        report.center = RunReport.CenterSummary(
            run.center,
            isApplied: verdict.appliesCategories
        )
        if let crash = run.crash {
            report.crash = await crashes.describe(crash, of: run.bundle.path)
        }
        let judged = await quarantine.note(run.offence, of: run.bundle, standing)
        report.quarantine = judged?.entry.map(RunReport.QuarantineSummary.init)
        if judged?.entry?.sentenceCount ?? 0 > standing?.entry?.sentenceCount ?? 0 {
            metrics?.countQuarantine()
        }
        return report
    }

    /// The report, once: the run is counted with it.
    private func makeReport(on run: Run, _ verdict: Verdict) -> RunReport {
        let report = run.report(verdict) { pool.takeDeparture(of: run.bundle) }
        metrics?.count(report, verdict, isSession: run.client?.isTimedByReader == true)
        return report
    }

    /// What is delivered in place of the extension's content: the original, with the texts that the
    /// manifest declares for a run that has failed.
    private static func undelivered(_ run: Run, _ verdict: Verdict) -> NotificationContent {
        let original = run.plan.request.content
        guard case .fallback = verdict else { return original }
        return run.bundle.manifest.fallback?.applied(to: original) ?? original
    }

    /// Lets the categories that a run has set have effect, where the extension has decided it.
    private func applyCategories(of run: Run, _ verdict: Verdict) {
        let set = verdict.appliesCategories ? run.center.categories : nil
        if let set { run.appCenter.setCategories(set) }
        run.belongs(to: run.appCenter.category(of: run.content, in: set))
    }

    /// Notes what is shown, unless it came by one that is not who it says it is: that leaves
    /// nothing with the app.
    private func present(_ run: Run, _ verdict: Verdict) {
        guard verdict != .rejected(.identity) else { return }
        let now = CenterRegistry.unixTime
        run.appCenter.present(run.plan.request.shown(with: run.content), at: now)
    }

    // MARK: Attachments

    /// Takes over the files that a run's content names, off this thread: they can be large.
    ///
    /// The notification waits no longer than ``AttachmentIntake/timeLimit``, even for a disk that does
    /// not answer: what has not come by then is late.
    private func takeAttachments(of service: ServiceRun) async -> AttachmentDelivery.Result {
        let run = service.run
        guard let records = service.changes?.attachments, !records.isEmpty,
            let worker = run.worker, let container = worker.container
        else { return AttachmentDelivery.Result() }
        let requests = records.map(AttachmentRequest.init)
        let progress = IntakeProgress()
        let timer = context.clock.call(at: context.clock.now + AttachmentIntake.timeLimit) {
            progress.close()
        }
        let origin = AttachmentDelivery.Origin(
            container: container,
            bundle: run.bundle.path,
            storage: worker.storage
        )
        var use = StoreUse()
        use.owner = run.bundle.manifest.identifier
        let ownedFiles = run.appCenter.ownedFiles
        Task { [store, use] in
            var use = use
            use.referenced = await ownedFiles()
            // A film that is copied must keep no other bundle's notification waiting.
            await SystemThread.value(named: "belfry-attach") { [use] in
                AttachmentDelivery.take(requests, from: origin, to: store, for: use, progress)
            }
        }
        let (outcomes, removal) = await progress.results()
        context.clock.cancel(timer)
        let taken = AttachmentDelivery.summarise(requests, outcomes, removal)
        run.shows(taken.attachments)
        return taken
    }
}
