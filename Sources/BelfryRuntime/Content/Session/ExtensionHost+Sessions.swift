// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Foundation

/// Notifications that are open, each with a content extension in a worker of its own.
extension ExtensionHost {
    // MARK: Beginning

    /// Shows an expanded notification by a content extension.
    ///
    /// The session is there at once, with the size of its first frame, before the extension is
    /// loaded (C13); one that is not to be called, or cannot be, is in its fallback.
    ///
    /// - Parameters:
    ///   - notification: What is shown.
    ///   - bundle: The content extension.
    ///   - options: What is different this time.
    /// - Returns: The session.
    /// - Throws: ``ContentSessionError`` for a bundle of another kind and for attachments that cannot
    ///   be read, ``OriginError`` for an origin that is not one.
    package func open(
        _ notification: ContentSession.Notification,
        in bundle: ExtensionBundle,
        options: ContentSession.Options = ContentSession.Options()
    ) async throws -> ContentSession {
        guard bundle.manifest.extensionPoint == .content else {
            throw ContentSessionError(
                .bundle,
                "\(bundle.path) is a service extension, which draws nothing; use `belfry run`, or set "
                    + "NSExtension.NSExtensionPointIdentifier to "
                    + Manifest.ExtensionPoint.content.rawValue
            )
        }
        let origins = (bundle.manifest.network ?? []) + options.allowedOrigins
        _ = try NetworkPolicy(bundle.manifest.network ?? [])
        _ = try NetworkPolicy(options.allowedOrigins, from: "Options.allowedOrigins")
        let loans = try await Self.loans(of: notification.attachments)
        var budget = Budget()
        budget.apply(bundle.manifest.budget)
        let request = await notification.request.localized(for: bundle)
        let gate = Gate(manifest: bundle.manifest, device: options.device)
        let run = RunRecord(
            number: makeNumber(),
            request: request,
            bundle: bundle,
            budget: options.budget ?? budget,
            origins: origins,
            isFresh: true,
            gate: gate.contentReport(for: request.source),
            trial: RunTrial()
        )
        run.device = options.device
        let first = ReceivedNotification(request, date: notification.date ?? Self.unixTime, loans)
        let session = makeSession(for: run, options, first)
        show(first, of: bundle.app)
        let standing = await standing(of: bundle)
        await prepareStorage(for: bundle)
        if let verdict = refusal(of: run, standing) {
            decline(session, verdict, standing)
        } else {
            runs[run.number] = run
            Task { await hold(session, standing) }
        }
        return ContentSession(self, number: run.number)
    }

    @concurrent
    static func loans(
        of attachments: [ContentSession.Attachment]
    ) async throws(ContentSessionError) -> [AttachmentLoan] {
        var loans: [AttachmentLoan] = []
        for attachment in attachments { loans.append(try AttachmentLoan(attachment)) }
        return loans
    }

    private static var unixTime: Double { Date().timeIntervalSince1970 }

    private func makeSession(
        for run: RunRecord,
        _ options: ContentSession.Options,
        _ first: ReceivedNotification
    ) -> SessionRecord {
        run.content = first.content
        let manifest = run.bundle.manifest
        let app = run.bundle.app
        if let categories = options.categories {
            centers[app, default: AppCenter()].setCategories(categories)
        }
        let ratio = min(max(manifest.initialContentSizeRatio ?? 1, 0), SessionRecord.greatestRatio)
        let snapshot = ContentSnapshot(
            header: options.header ?? manifest.displayName,
            date: first.date,
            content: run.content,
            isDefaultContentHidden: manifest.isDefaultContentHidden,
            isInteractive: manifest.isUserInteractionEnabled,
            width: options.width,
            height: options.width * ratio
        )
        let session = SessionRecord(run, options, snapshot: snapshot)
        session.notifications = [first]
        session.category = category(of: run.content, app)
        run.category = session.category
        if session.category == nil, run.gate.isCalled {
            session.warn(
                "the app has not registered the category \(run.content.categoryIdentifier.quoted): "
                    + "there are no actions"
            )
        }
        session.show(session.category?.actions ?? [])
        session.activity.note(session.actions)
        run.session = session
        sessions[run.number] = session
        return session
    }

    func category(of content: NotificationContent, _ app: HostedApp) -> NotificationCategory? {
        center(of: app).categories.first { $0.identifier == content.categoryIdentifier }
    }

    /// Why the extension is not called at all; nil when it is.
    private func refusal(of run: RunRecord, _ standing: Standing?) -> Verdict? {
        guard run.gate.isCalled else { return .notCalled(run.gate.reason?.rawValue ?? "") }
        if let other = impersonated(by: run.bundle) {
            run.explanation = Self.identityProblem(other, run.bundle)
            return .rejected(.identity)
        }
        if let standing, standing.isQuarantined, let entry = standing.entry {
            run.explanation = entry.sentence
            return .rejected(.quarantined)
        }
        return isShutDown ? .fallback(.hostShutdown) : nil
    }

    /// Goes on without the extension from the beginning.
    private func decline(_ session: SessionRecord, _ verdict: Verdict, _ standing: Standing?) {
        fallBack(session, verdict)
        var report = report(on: session.run, verdict)
        if verdict == .rejected(.quarantined) {
            report.quarantine = standing?.entry.map(RunReport.QuarantineSummary.init)
        }
        finish(session, report)
    }

    /// Has the extension's worker made, and waits for its end.
    private func hold(_ session: SessionRecord, _ standing: Standing?) async {
        let run = session.run
        if run.machine.verdict == nil {
            await withCheckedContinuation { continuation in
                run.continuation = continuation
                waitingRuns.append(run.number)
                startWaitingRuns()
            }
        }
        var report = await finish(run) { _, _ in }
        let judged = await judge(run, standing)
        report.quarantine = judged?.entry.map(RunReport.QuarantineSummary.init)
        finish(session, report)
    }

    private func finish(_ session: SessionRecord, _ report: RunReport) {
        session.report = report
        for waiter in session.reportWaiters { waiter.resume() }
        session.reportWaiters = []
        if session.isAbandoned { sessions[session.run.number] = nil }
    }

    // MARK: Ending

    /// Closes a session, without a word to the app.
    func closeSession(_ number: UInt64) {
        guard let session = sessions[number] else { return }
        perform(session.machine.close("its host"), in: session)
    }

    /// Forgets a session that nobody has any more, once its worker is gone.
    func abandonSession(_ number: UInt64) {
        guard let session = sessions[number] else { return }
        session.isAbandoned = true
        closeSession(number)
        if session.report != nil { sessions[number] = nil }
    }

    /// The worker's part is over: by the end of the session, or else the notification goes on without
    /// its extension.
    func ended(_ session: SessionRecord, _ verdict: Verdict) {
        for token in session.walls.values { reactor.cancel(token) }
        session.walls = [:]
        session.loads.removeAll()
        for (access, count) in session.accesses where count > 0 {
            session.activity.noteLeak(access, count: count)
        }
        if session.machine.state != .closed { fallBack(session, verdict) }
    }

    private func fallBack(_ session: SessionRecord, _ verdict: Verdict) {
        for action in session.machine.failed() {
            session.warn("the response to \(action.quoted) had no answer; it can be given again")
        }
        session.snapshot.phase = .fallback(
            verdict,
            explanation: explanation(of: session.run, verdict)
        )
        session.snapshot.tree = ViewTree()
        session.snapshot.mediaButton = nil
        session.snapshot.isPlaying = false
        session.firstResponder = nil
        session.frame = IncomingFrame()
        session.preferredHeight = 0
        session.show(session.category?.actions ?? [])
        publish(session)
    }

    // MARK: The report

    func report(onSession number: UInt64) async -> RunReport {
        // There is a session as long as somebody can ask.
        guard let session = sessions[number] else { preconditionFailure("a session that is gone") }
        if session.report == nil {
            await withCheckedContinuation { session.reportWaiters.append($0) }
        }
        guard var report = session.report else { preconditionFailure("a session without an end") }
        for sentence in session.snapshot.tree.unseenTexts { session.warn(sentence) }
        session.activity.noteEnd(session.closing, warnings: session.snapshot.warnings)
        report.session = session.activity.summary
        return report
    }
}
