// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Why a notification came out as it did: what happened to it, the conditions of its extension, the
/// run's verdict, what the extension changed, and the rules by which it was shown.
struct Explanation: Sendable {
    let entry: LedgerEntry
    let app: CenterApp

    /// The time by the centre's clock.
    let now: UnixTime

    private let life: NotificationLife

    /// Whether the device, as it is, hides what the notification says.
    private let isHidden: Bool

    /// - Parameters:
    ///   - sequence: The notification.
    ///   - turn: The centre.
    /// - Throws: ``CenterError`` for one that is not there, and the store's error.
    init(of sequence: Int, in turn: Turn) throws {
        entry = try turn.entry(sequence)
        app = try turn.app(entry.app)
        now = turn.now
        isHidden = try turn.hidesTexts(of: app)
        let events = try turn.transaction.events(of: sequence, limit: NotificationLife.limit)
        life = NotificationLife(of: entry, events)
    }

    var document: JSONObject {
        var object: JSONObject = ["notification": .object(entry.details), "life": life.document]
        if isHidden { object["isHidden"] = true }
        object["difference"] = difference.map { .object($0) }
        object["conditions"] = conditions.map { .array($0) }
        object["verdict"] = verdict.map { .object($0) }
        object["rules"] = .array(rules.map { ["rule": .string($0.0), "meaning": .string($0.1)] })
        object["outcome"] = .string(outcome)
        return object
    }

    /// What is different between what came and what is shown; nil until that is decided.
    private var difference: JSONObject? {
        entry.decided.map { ContentDifference(from: entry.original, to: $0).document }
    }

    // MARK: Extension

    /// The conditions of the extension, as they are now; nil for an app without a service extension.
    private var conditions: [JSONValue]? {
        guard let path = app.serviceExtension, let bundle = try? ExtensionBundle(at: path) else {
            return nil
        }
        let mayNotify = app.authorization.mayNotify(at: now)
        let isNoticed =
            mayNotify && (app.settings.sound == .enabled || app.settings.badge == .enabled)
        let alertsEnabled = mayNotify && app.settings.alert == .enabled
        let gate = Gate(
            manifest: bundle.manifest,
            device: DeviceState(
                alertsEnabled: alertsEnabled,
                anyVisibleNotificationsEnabled: alertsEnabled || isNoticed
            )
        )
        guard let report = report(gate) else { return nil }
        return report.steps.map { step in
            var object: JSONObject = [
                "name": .string(step.name.rawValue), "question": .string(step.question),
                "found": .string(step.found), "passed": .bool(step.passed),
            ]
            object["fix"] = step.fix.map { .string($0) }
            return .object(object)
        }
    }

    private func report(_ gate: Gate) -> GateReport? {
        switch entry.source {
        case .local: return gate.report(for: .local(entry.original))
        case .push:
            guard let payload = try? PushPayload.reread(entry.payload) else {
                return nil
            }
            return gate.report(
                for: .remote(payload, pushType: entry.detail.pushType ?? .alert)
            )
        }
    }

    private var verdict: JSONObject? { entry.detail.verdict?.explanation }

    // MARK: Presentation

    private var rules: [(String, String)] {
        (entry.detail.presentation?.rules ?? []).map { ($0, Self.meanings[$0] ?? "") }
    }

    private static let meanings = [
        "provisional":
            "The app has provisional authorisation: the list alone, until the user keeps the app (belfry "
            + "allow) or turns it off (belfry deny).",
        "ephemeral":
            "The app is an App Clip: it may notify for eight hours after each launch without having asked, "
            + "unless the user turns it off (belfry deny).",
        "foreground": "The app is in front, and shows what it asked for.",
        "foregroundSilent": "The app is in front, and asked for nothing to be shown.",
        "foregroundLate": "The app is in front, and has not said in time what to show: nothing.",
        "focus": "A Focus that does not allow the app is on: no banner, no sound.",
        "focusFilter":
            "A Focus is on that lets through the app's notifications of certain filterCriteria alone, and "
            + "this one has others, or none: no banner, no sound.",
        "passive": "Its interruption level is passive: no banner, no sound.",
        "criticalOff":
            "The app may not send critical alerts, or the user has switched them off (belfry settings "
            + "says which): its level and its sound are those of an ordinary one.",
        "timeSensitiveOff":
            "The app may not send time-sensitive notifications, or the user has switched them off "
            + "(belfry settings says which): it breaks through no Focus and no summary.",
        "directMessagesOff":
            "Somebody speaks in it, but the app may not send messages and calls of people, or the user "
            + "has switched direct messages off (belfry settings says which): that breaks through no "
            + "Focus and no summary.",
        "carPlayOff":
            "The app has not asked to be shown in a car, or the user has switched that off.",
        "announcementOff":
            "The app has not asked to be read aloud, or the user has switched that off.",
        // What earlier versions wrote for the first two.
        "levelLowered":
            "The app may not have the interruption level that it names (belfry settings says which): a "
            + "lower one counts.",
        "noAlertStyle": "The user has set the app's alert style to none: no banner.",
        "alertsOff":
            "The user has switched the app's alerts off, or the app has not asked for them: no banner.",
        "listOff": "The user keeps the app's notifications out of the list.",
        "lockScreenOff": "The user keeps the app's notifications off the lock screen.",
        "soundsOff":
            "The user has switched the app's sounds off, or the app has not asked for them.",
        "badgesOff":
            "The user has switched the app's badge off, or the app has not asked for one.",
        "previewHidden": "Previews are hidden now: its title and body are not shown.",
        "summary": "It came with the scheduled summary.",
        "featured":
            "It came with the scheduled summary, which features it: its relevance score is the highest of "
            + "the app's notifications there.",
        "muted": "The mute switch is on: no sound.",
        "soundMissing":
            "No such sound file was found (WAV, AIFF or CAF in linear PCM, MA4, µ-law or a-law): the "
            + "default sound. It is looked for in Library/Sounds of what the app's extension keeps and of "
            + "its groups, and beside the app's Info.plist.",
        "soundTooLong": "The sound lasts 30 seconds or more: the default sound.",
    ]

    /// The command that shows it after all.
    private var restoring: String { "belfry restore \(entry.sequence)" }

    /// Whether the app may notify after a launch, and not otherwise.
    private var isClip: Bool {
        app.isEphemeral == true && app.authorization.status == .notDetermined
    }

    private var isNotAllowed: Bool { hasReason(.notAllowed) }
    private var isReplaced: Bool { hasReason(.collapsed) }
    private var isNotListed: Bool { hasReason(.notListed) }

    private func hasReason(_ reason: Tombstone.Reason) -> Bool {
        entry.detail.reason == reason.rawValue
    }

    private var outcome: String {
        let surfaces = Surface.allCases.filter {
            entry.detail.presentation?.surfaces.contains($0) ?? false
        }
        let shown = surfaces.map(\.rawValue).joined(separator: ", ")
        switch entry.state {
        case .stored where entry.detail.due != nil:
            return "It was sent ahead of its time, and waits for it."
        case .stored:
            return "It is stored for the device \(entry.device.quoted): "
                + "belfry push-log says what it waits for."
        case .accepted: return "It is in the journal, and waits for its turn."
        case .running: return "Its extension works on it."
        case .decided where entry.detail.isAsked == true:
            return
                "It is decided, and \(app.identifier), which is in front, is asked how to show it."
        case .decided: return "It is decided, and waits for the scheduled summary."
        case .presented, .seen: return "It was shown: \(shown)."
        case .dropped where entry.isLost:
            return "It was not shown: what it says cannot be read from the ledger: "
                + "\(entry.damage ?? ""); belfryd check looks at the whole file."
        case .dropped where isNotAllowed && isClip:
            return "It was dropped: \(app.identifier) is an App Clip that may notify for eight "
                + "hours after each launch, and it came at another time; \(restoring) shows it, and "
                + "belfry open \(app.identifier), or belfry allow, lets later ones come."
        case .dropped where isNotAllowed:
            return "It was dropped: the user does not let \(app.identifier) notify; "
                + "\(restoring) shows it, and belfry allow \(app.identifier) lets later ones come."
        case .dropped where entry.detail.isWanted == true && isReplaced:
            return "It was restored, and a newer one of its identifier was shown meanwhile; "
                + "\(restoring) shows it once that one is dismissed."
        case .dropped where entry.detail.isWanted == true && isNotListed:
            return "It was restored, and \(app.identifier), which was in front, did not show it; "
                + "\(restoring) shows it once the app is behind (belfry device --foreground none)."
        case .dropped:
            return "Its extension dropped it: \(entry.detail.reason ?? "without a reason"); "
                + "\(restoring) shows it, and belfry settings \(app.identifier) --no-filtering has "
                + "later ones shown."
        case .collapsed where entry.detail.reason == Tombstone.Reason.superseded.rawValue:
            return "A newer push took its place while it was stored for its device."
        case .collapsed: return "A newer one of the same identifier replaced it."
        case .expired where entry.detail.reason != Tombstone.Reason.expired.rawValue:
            return "It was not delivered: \(entry.detail.reason ?? "")."
        case .expired: return "It came after its expiration."
        case .removed:
            let reason = entry.detail.reason ?? ""
            return shown.isEmpty
                ? "It had nothing to show, and ended: \(reason)."
                : "It was shown (\(shown)), and left the list: \(reason)."
        }
    }
}

extension RecordedVerdict {
    /// The verdict with what it means, and what to do about it.
    var explanation: JSONObject {
        var object: JSONObject = ["kind": .string(word), "reason": .string(reason)]
        switch self {
        case .engine(let verdict):
            let reference = VerdictReference.entry(for: VerdictTopic(verdict))
            object["meaning"] = .string(reference.meaning)
            object["cure"] = reference.cure.map { .string($0) }
        case .center(let own): object["meaning"] = own.meaning.map { .string($0) }
        case .foreign: break
        }
        return object
    }
}

extension RecordedVerdict.Center {
    /// What a verdict means that the centre gives itself; nil where its reason says it.
    fileprivate var meaning: String? {
        switch self {
        case .noExtension: "The app has no service extension."
        case .tookCenterDown:
            "The daemon twice ended during the run; the original is shown."
        case .dropRefused:
            "The extension asked to drop it, and the app may not, or the user does not let it (belfry "
                + "settings says which)."
        case .fromExtension, .interrupted, .unreadableBundle: nil
        }
    }
}
