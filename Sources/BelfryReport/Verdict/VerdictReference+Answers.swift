// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the extension was not asked, and what it answered.
extension VerdictReference {
    /// The one topic without a type of its own: the reason is the extension's.
    static let dropped = VerdictText(
        meaning: "The extension dropped the notification, which its manifest lets it: nothing was "
            + "delivered.",
        causes: [
            "It called `belfryDrop` or `host->drop`; the reason in the report is its own "
                + "code."
        ],
        evidence: "The drop came in for the run that the worker had, and the manifest has "
            + "`BFExtension.Filtering`. `before` keeps the content, `log` has a line of the "
            + "host's.",
        cure: "None needed. Without the right a drop is denied, and a strike "
            + "(`strike:deniedDrop`)."
    )

    /// An extension's content was delivered.
    static func text(for topic: Verdict.Delivery) -> VerdictText {
        switch topic {
        case .completed: completed
        case .atExpiry: atExpiry
        case .checkpoint: checkpoint
        }
    }

    /// An extension was not asked.
    static func text(for topic: GateReport.Reason) -> VerdictText {
        switch topic {
        case .notService: notService
        case .notRemote: notRemote
        case .noAlert: noAlert
        case .notMutable: notMutable
        case .pushType: pushType
        case .alertsDisabled: alertsDisabled
        case .otherCategory: otherCategory
        case .tooLong: tooLong
        }
    }

    private static let completed = VerdictText(
        meaning: "The extension answered in its time, and its content was delivered.",
        causes: [
            "It called its completion within the budgets; its answer may also be the "
                + "original."
        ],
        evidence: "A well-formed answer on the run socket, for the run that the worker had, before "
            + "anything else decided the run. What changed is in `difference`."
    )

    private static let atExpiry = VerdictText(
        meaning: "The extension answered after it was told that its time ends, and that was "
            + "delivered.",
        causes: [
            "It answered from `serviceExtensionTimeWillExpire` or `will_expire`, a second "
                + "before the wall.",
            "It was slow, and answered by chance in that last second.",
        ],
        evidence:
            "As for `completed`, after the host had sent the warning; `timing.wallMilliseconds` "
            + "beside `budget.wallMilliseconds`.",
        cure: "Look at what is slow: `network.decisions` has the time of every connection, "
            + "`timing` that of the start."
    )

    private static let checkpoint = VerdictText(
        meaning: "The extension did not answer, and the last content that it had published was "
            + "delivered.",
        causes: [
            "It published a content with `belfryCheckpoint` or `host->checkpoint`, and was "
                + "ended before it completed."
        ],
        evidence:
            "The checkpoint came in, well formed, before the run was decided; `endedBy` has the "
            + "reason that the run would have had, and `evidence` and `crash` are those of that "
            + "reason.",
        cure: "As for what ended it: `belfry explain` with the reason in `endedBy`."
    )

    private static let notService = VerdictText(
        meaning: "The bundle is not a service extension.",
        causes: [
            "`NSExtensionPointIdentifier` is that of a content extension, which draws and is "
                + "not asked for content."
        ],
        evidence: "The manifest; `gate`, step `extension_point`.",
        cure: "Use `belfry show`, or set `NSExtension.NSExtensionPointIdentifier` to "
            + "`com.apple.usernotifications.service`."
    )

    private static let notRemote = VerdictText(
        meaning: "The notification is local, and the extension does not ask for those.",
        causes: [
            "The request was made on this machine, as Apple's service extensions never see."
        ],
        evidence: "The request and the manifest; `gate`, step `source`.",
        cure: "Set `BFExtension.ModifyLocal` to true, or send it as a push."
    )

    private static let noAlert = VerdictText(
        meaning: "There is no text to show.",
        causes: [
            "The payload has no title, subtitle or body: a silent push, a badge, a sound.",
            "The alert's texts are all empty.",
        ],
        evidence: "The payload; `gate`, step `alert`.",
        cure: "Add `\"alert\"` inside `aps`. An extension with `BFExtension.Filtering` is called "
            + "without."
    )

    private static let notMutable = VerdictText(
        meaning: "The payload does not say that it may be changed.",
        causes: [
            "`mutable-content` is absent or not 1.",
            "It stands beside `aps` instead of inside.",
        ],
        evidence: "The payload; `gate`, step `mutable_content`.",
        cure: "Add `\"mutable-content\": 1` inside `aps`."
    )

    private static let pushType = VerdictText(
        meaning: "The push is not of the type `alert`.",
        causes: [
            "The header `apns-push-type` says `background` or another type."
        ],
        evidence: "The push type given; `gate`, step `push_type`.",
        cure: "Send `apns-push-type: alert`."
    )

    private static let alertsDisabled = VerdictText(
        meaning: "The user has turned this app's alerts off.",
        causes: [
            "The device's settings; so far `belfry explain --alerts-off` alone asks for "
                + "that."
        ],
        evidence: "The device's state; `gate`, step `alerts_enabled`.",
        cure: "None on the extension's side. With `BFExtension.Filtering` it is called as long as "
            + "badges or sounds are on."
    )

    private static let otherCategory = VerdictText(
        meaning: "The content extension does not draw notifications of this category.",
        causes: [
            "The notification names another category, or none; case counts.",
            "`UNNotificationExtensionCategory` lacks it.",
        ],
        evidence: "The notification and the manifest; `gate`, step `category`.",
        cure: "Write the same identifier in `aps.category` and in "
            + "`UNNotificationExtensionCategory`."
    )

    private static let tooLong = VerdictText(
        meaning: "The notification is longer than what an extension can be handed.",
        causes: [
            "A push by an inlet or a request of an app has more than 56 KiB with its `userInfo`; "
                + "a push by APNs has 5 KiB at most."
        ],
        evidence: "The bytes of the texts and of `userInfo`; `detail` has both numbers.",
        cure: "Send less, or an address from which the extension fetches the rest."
    )
}
