// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfryWire
internal import Foundation

/// The notification centres of the apps whose extensions run here.
extension ExtensionHost {
    /// The centre of an app.
    ///
    /// - Parameter app: Whose.
    /// - Returns: Its state now; an empty one of an app that is not known.
    package func center(of app: HostedApp) -> AppCenter {
        centers[app] ?? AppCenter()
    }

    // MARK: Questions

    /// Answers what an extension asks, or does what it wants done; every question gets an answer.
    ///
    /// The worker asks nothing more before it has it, so that there is always room for it.
    func asked(_ question: CenterQuestion, by worker: WorkerRecord) {
        // A session's worker knows no runs.
        guard let run = currentRun(of: worker), run.machine.isRunning,
            run.number == question.run || run.session != nil
        else { return answer(question, .state, of: worker) }
        worker.hasAnsweredRun = true
        guard run.center.count(question) else {
            return breakProtocol(
                worker,
                "it asked more of the notification centre than there may be"
            )
        }
        do throws(CenterRefusal) {
            answer(question, .ok, try outcome(of: question.kind, in: run), in: run)
        } catch {
            run.center.note(error)
            answer(question, error.status, error.document, in: run)
        }
    }

    /// Answers a question of a run; of one that is replayed, as it was answered then.
    private func answer(
        _ question: CenterQuestion,
        _ status: CenterAnswer.Status,
        _ document: [UInt8],
        in run: RunRecord
    ) {
        guard let worker = run.worker else { return }
        guard let tracing = run.tracing else {
            return answer(question, status, document, of: worker)
        }
        var kept = RunTrace.Question(question, status, document)
        if let recorded = tracing.answer(to: kept) {
            (kept.status, kept.answer) = (recorded.status, recorded.answer)
        }
        tracing.note(kept)
        answer(question, kept.wireStatus, kept.answer.content, of: worker)
    }

    private func answer(
        _ question: CenterQuestion,
        _ status: CenterAnswer.Status,
        _ document: [UInt8] = [],
        of worker: WorkerRecord
    ) {
        let answer = CenterAnswer(number: question.number, status: status, document: document)
        tell(worker, .answer(answer))
    }

    private func outcome(
        of question: CenterQuestion.Kind,
        in run: RunRecord
    ) throws(CenterRefusal) -> [UInt8] {
        let app = run.bundle.app
        switch question {
        case .add(let document): try add(document, to: app, in: run)
        case .pending: return center(of: app).pending.array
        case .delivered: return center(of: app).delivered.array
        case .removePending(let document):
            let identifiers = try Self.identifiers(in: document)
            run.center.notePendingRemoval(centers[app]?.removePending(identifiers) ?? [])
        case .removeDelivered(let document):
            let identifiers = try Self.identifiers(in: document)
            run.center.noteDeliveredRemoval(centers[app]?.removeDelivered(identifiers) ?? [])
        case .categories:
            let categories = run.center.categories ?? center(of: app).categories
            return categories.map { $0.document.serialized() }.jsonArray
        case .setCategories(let document):
            run.center.categories = try AppCenter.categories(in: document)
        case .setBadge(let count):
            try Self.checkPermission(of: run)
            try centers[app, default: AppCenter()].setBadge(Int(count))
            run.center.badge = Int(count)
        case .settings: return CenterSettings.document(for: run.device)
        }
        return []
    }

    private func add(
        _ document: [UInt8],
        to app: HostedApp,
        in run: RunRecord
    ) throws(CenterRefusal) {
        try Self.checkPermission(of: run)
        let request: NotificationRequest
        do throws(CenterDocumentError) {
            request = try NotificationRequest(document: document)
        } catch {
            throw CenterRefusal(error)
        }
        try centers[app, default: AppCenter()].add(request, at: Self.unixTime)
        run.center.noteAddition(request)
    }

    private static func checkPermission(of run: RunRecord) throws(CenterRefusal) {
        guard run.device.anyVisibleNotificationsEnabled else {
            throw CenterRefusal(
                .notificationsNotAllowed,
                "the user does not let the app notify; ask notificationSettings first"
            )
        }
    }

    /// Reads identifiers; nil for the empty document, which means all.
    private static func identifiers(in document: [UInt8]) throws(CenterRefusal) -> [String]? {
        guard !document.isEmpty else { return nil }
        do throws(CenterDocumentError) {
            return try NotificationRequest.identifiers(document: document)
        } catch {
            throw CenterRefusal(error)
        }
    }

    // MARK: With the verdict

    /// Lets the categories that a run has set have effect, where the extension has decided it (T41).
    func applyCategories(of run: RunRecord, _ verdict: Verdict) {
        let app = run.bundle.app
        if let categories = run.center.categories, verdict.appliesCategories {
            centers[app, default: AppCenter()].setCategories(categories)
        }
        run.category = center(of: app).categories
            .first { $0.identifier == run.content.categoryIdentifier }
    }

    /// Notes what is shown, unless it came by one that is not who it says it is: that leaves
    /// nothing with the app.
    func present(_ run: RunRecord, _ verdict: Verdict) {
        guard verdict != .rejected(.identity) else { return }
        present(run.content, of: run.request, run.bundle.app, at: Self.unixTime)
    }

    /// Notes that a notification is shown by a content extension.
    func show(_ notification: ReceivedNotification, of app: HostedApp) {
        present(notification.content, of: notification.request, app, at: notification.date)
    }

    private func present(
        _ content: NotificationContent,
        of request: RunRequest,
        _ app: HostedApp,
        at date: Double
    ) {
        let request = NotificationRequest(
            identifier: request.identifier,
            content: content,
            trigger: request.trigger
        )
        centers[app, default: AppCenter()].deliver(request, at: date)
    }

    private static var unixTime: Double { Date().timeIntervalSince1970 }
}

extension Verdict {
    /// Whether it is the extension's own doing, so that the categories it has set go with it.
    var appliesCategories: Bool {
        switch self {
        case .delivered, .dropped: true
        case .fallback, .rejected, .notCalled: false
        }
    }
}

extension RunRequest {
    /// What a delivered notification says it came by.
    fileprivate var trigger: NotificationTrigger? {
        switch source {
        case .remote: .push
        case .local: nil
        }
    }
}
