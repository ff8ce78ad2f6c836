// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What happens in a session, for its report: lists have an end, counts do not.
struct SessionActivity {
    private(set) var summary = RunReport.SessionSummary()

    /// Most entries of each list.
    static let entryLimit = 128

    private mutating func add<Entry>(
        _ entry: Entry,
        to list: WritableKeyPath<RunReport.SessionSummary, [Entry]>
    ) {
        if summary[keyPath: list].count < Self.entryLimit {
            summary[keyPath: list].append(entry)
        } else {
            summary.unlistedCount += 1
        }
    }

    // MARK: Callbacks

    /// A callback has begun.
    mutating func noteCall(_ callback: ContentCallback) {
        summary.callbackCount += 1
        var entry = RunReport.SessionSummary.Callback(
            callback: callback.number,
            kind: callback.word
        )
        if case .event(let view, _, _) = callback.kind { entry.view = view }
        if case .respond(let response) = callback.kind { entry.action = response.action.inReport }
        add(entry, to: \.callbacks)
    }

    /// A callback has returned.
    mutating func noteReturn(_ callback: ContentCallback, wall: Duration, cpu: UInt64) {
        guard let index = summary.callbacks.lastIndex(where: { $0.callback == callback.number })
        else { return }
        summary.callbacks[index].wallMilliseconds = wall.milliseconds
        summary.callbacks[index].cpuMilliseconds = Double(cpu) / 1e6
    }

    // MARK: Responses and the app

    /// The extension was asked about a response.
    mutating func noteAsked(_ response: ContentResponse) {
        var entry = RunReport.SessionSummary.Response(
            response: response.number,
            action: response.action.inReport
        )
        entry.textByteCount = response.text?.utf8.count
        add(entry, to: \.responses)
    }

    /// It answered, after its callback had returned or before.
    mutating func noteAnswered(
        _ response: ContentResponse,
        _ option: ResponseOption,
        isLate: Bool,
        after wall: Duration
    ) {
        guard let index = summary.responses.lastIndex(where: { $0.response == response.number })
        else { return }
        summary.responses[index].option = "\(option)"
        summary.responses[index].isLate = isLate
        summary.responses[index].wallMilliseconds = wall.milliseconds
    }

    /// The app was told something.
    mutating func note(_ event: ContentSnapshot.AppEvent) {
        switch event {
        case .response(let notification, let action, let text):
            let entry = RunReport.SessionSummary.AppEvent(
                notification: notification.inReport,
                action: action.inReport,
                text: text?.inReport
            )
            add(entry, to: \.appEvents)
        }
    }

    // MARK: What is shown

    /// The actions are others now.
    mutating func note(_ actions: [NotificationAction]) {
        add(actions.map(\.identifier.inReport), to: \.actionLists)
    }

    /// A part of a frame has come.
    mutating func noteFrame(patchCount: Int, isLast: Bool) {
        summary.patchCount += patchCount
        if isLast { summary.frameCount += 1 }
    }

    /// What there is to draw was handed on.
    mutating func noteSnapshot() {
        summary.snapshotCount += 1
    }

    /// The extension asked for a size.
    mutating func noteSize(_ width: Double, _ height: Double, granted: Double) {
        add(
            RunReport.SessionSummary.Size(width: width, height: height, grantedHeight: granted),
            to: \.sizes
        )
    }

    /// Keys go elsewhere: to a view, to the extension (its root), nowhere.
    mutating func noteFirstResponder(_ view: UInt32?) {
        add(
            view.map { $0 == ViewTree.root ? "extension" : "view \($0)" } ?? "none",
            to: \.firstResponders
        )
    }

    /// The user did something to a view.
    mutating func noteInput(isTaken: Bool) {
        if isTaken { summary.deliveredEventCount += 1 } else { summary.refusedEventCount += 1 }
    }

    // MARK: Attachments

    /// An attachment was lent, or not.
    mutating func noteAccess(_ access: AttachmentAccess, isGranted: Bool) {
        let identifier = access.identifier.inReport
        let index = summary.attachments.firstIndex {
            $0.notification == access.notification && $0.identifier == identifier
        }
        guard let index else {
            var entry = RunReport.SessionSummary.Access(
                notification: access.notification,
                identifier: identifier
            )
            if isGranted { entry.accessCount = 1 } else { entry.refusedCount = 1 }
            return add(entry, to: \.attachments)
        }
        if isGranted {
            summary.attachments[index].accessCount += 1
        } else {
            summary.attachments[index].refusedCount += 1
        }
    }

    /// What was not given back in the end.
    mutating func noteLeak(_ access: AttachmentAccess, count: Int) {
        let identifier = access.identifier.inReport
        let index = summary.attachments.firstIndex {
            $0.notification == access.notification && $0.identifier == identifier
        }
        if let index { summary.attachments[index].leakCount = count }
    }

    /// How the session ended.
    mutating func noteEnd(_ reason: String?, warnings: [String]) {
        summary.closedBy = reason
        summary.warnings = warnings.map(\.inReport)
    }
}

extension String {
    /// The text as a report lists it: safe to print, and not for ever.
    fileprivate var inReport: String { neutralised(byteLimit: 400) }
}
