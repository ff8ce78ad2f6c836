// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import Foundation
internal import Testing

extension HostileStage {
    /// Bundles a library of the shelf as a content extension of the category `invite`.
    func contentBundle(_ name: String, _ fixture: Fixture) throws -> ExtensionBundle {
        let plist: [String: Any] = [
            "CFBundleIdentifier": "com.example.fixture.\(name)", "CFBundleExecutable": name,
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionAttributes": [
                    "UNNotificationExtensionCategory": "invite",
                    "UNNotificationExtensionInitialContentSizeRatio": 0.25,
                    "UNNotificationExtensionUserInteractionEnabled": true,
                    "UNNotificationExtensionOverridesDefaultTitle": true,
                ],
            ],
        ]
        let library = shelf.appendingPathComponent(fixture.library)
        return try bundle(
            name,
            bytes: try Data(contentsOf: library),
            plist: try PropertyListSerialization.data(
                fromPropertyList: plist,
                format: .xml,
                options: 0
            )
        )
    }

    /// The payload of a notification for a content extension.
    static func contentPayload(act: String) -> String {
        #"{"aps":{"alert":{"title":"before","body":"text"},"category":"invite"},"act":"\#(act)"}"#
    }

    /// Shows a notification with the action `accept`, and closes it.
    ///
    /// - Parameters:
    ///   - bundle: The content extension.
    ///   - act: What the fixture is asked to do.
    ///   - budget: Parts of the budget that are not the usual ones.
    ///   - attachments: The files that the notification comes with.
    ///   - body: Looks at it and acts on it.
    /// - Returns: The report.
    /// - Throws: What keeps it from being shown, and what the body throws.
    @discardableResult
    func show(
        _ bundle: ExtensionBundle,
        act: String = "",
        budget: String = "",
        attachments: [ContentSession.Attachment] = [],
        _ body: (ContentSession) async throws -> Void
    ) async throws -> RunReport {
        var options = ContentSession.Options()
        let accept = NotificationAction(identifier: "accept", title: "Accept")
        options.categories = [NotificationCategory(identifier: "invite", actions: [accept])]
        options.budget = try RunSettings(budget).options().budget
        let payload = try PushPayload.parse(Array(Self.contentPayload(act: act).utf8))
        let notification = ContentSession.Notification(
            .push(payload, identifier: "request-1"),
            attachments: attachments
        )
        let session = try await host.open(notification, in: bundle, options: options)
        try await body(session)
        let report = await session.close()
        #expect(await session.snapshot().phase == .closed, "\(Trial.current)")
        return report
    }
}

extension ContentSession {
    /// Waits for a snapshot of which something is true, or the last one.
    func first(where isMeant: @Sendable (ContentSnapshot) -> Bool) async -> ContentSnapshot? {
        for await snapshot in await snapshots() where isMeant(snapshot) { return snapshot }
        return nil
    }

    /// Waits until the extension is at rest, and expects that it still draws.
    @discardableResult
    func checkOpen(_ answers: [String: Set<String>] = [:]) async -> ContentSnapshot {
        let snapshot = await settled()
        #expect(snapshot.phase == .open, "\(Trial.current): \(snapshot.phase)")
        for (name, accepted) in answers.sorted(by: { $0.key < $1.key }) {
            let found = snapshot.answers[name] ?? "nothing"
            #expect(accepted.contains(found), "\(Trial.current): \(name) answered \(found)")
        }
        return snapshot
    }

    /// Waits until the extension has failed, and expects the notification as without it: with its own
    /// actions, and what the user does told to the app, once.
    func checkFallback(_ reasons: Verdict.Fallback..., explanation: String? = nil) async {
        await checkWithout(reasons.map(Verdict.fallback), explanation: explanation)
    }

    /// The same with any verdict, as where the extension was refused.
    func checkWithout(_ verdicts: [Verdict], explanation: String? = nil) async {
        let snapshot = await first { $0.failure != nil }
        let failure = snapshot?.failure
        #expect(
            verdicts.contains { failure?.verdict == $0 },
            "\(Trial.current): \(failure?.verdict.reason ?? "no fallback"): \(failure?.explanation ?? "")"
        )
        if let explanation { #expect(failure?.explanation == explanation, "\(Trial.current)") }
        #expect(snapshot?.tree == ViewTree(), "\(Trial.current): something is left of its views")
        #expect(snapshot?.actions.map(\.identifier) == ["accept"], "\(Trial.current)")
        #expect(snapshot?.appEvents == [], "\(Trial.current)")
        #expect(await perform(.action("accept", text: nil)) == nil, "\(Trial.current)")
        #expect(await perform(.action("accept", text: nil)) == "the notification is closed")
        let event = ContentSnapshot.AppEvent.response(
            notification: "request-1",
            action: "accept",
            text: nil
        )
        #expect(await self.snapshot().appEvents == [event], "\(Trial.current)")
    }
}

extension ContentSnapshot {
    /// Why the extension does not draw any more.
    fileprivate var failure: (verdict: Verdict, explanation: String)? {
        guard case .fallback(let verdict, let explanation) = phase else { return nil }
        return (verdict, explanation)
    }

    /// The text of the fixtures' label, their first view.
    var label: String { tree.nodes[2]?.texts[.text] ?? "" }

    /// What the fixture says of its own attempts: lines of `name=answer` in its label.
    var answers: [String: String] { label.answers }
}
