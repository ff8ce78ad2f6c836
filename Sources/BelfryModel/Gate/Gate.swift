// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The decision whether a service extension is called for a notification.
package struct Gate: Sendable {
    /// What has arrived, and how.
    package enum Source: Sendable {
        /// A push with its type.
        case remote(PushPayload, pushType: PushType)
        /// A notification that an app on this machine has scheduled.
        case local(NotificationContent)
    }

    /// The extension that might be called.
    package let manifest: Manifest

    /// What the user allows.
    package let device: DeviceState

    package init(manifest: Manifest, device: DeviceState = DeviceState()) {
        self.manifest = manifest
        self.device = device
    }

    /// Asks every question in the order in which Apple's system does.
    ///
    /// Whether there is an alert comes before whether it is mutable: a push that only sets a badge is
    /// refused for its missing alert. Questions about a push pass for a local notification, which
    /// the extension has to ask for with `ModifyLocal`.
    ///
    /// - Parameter source: What has arrived.
    /// - Returns: All steps with their answers.
    package func report(for source: Source) -> GateReport {
        GateReport(steps: [
            extensionPoint, self.source(source), alert(source), mutableContent(source),
            pushType(source), alertsEnabled,
        ])
    }

    private var extensionPoint: GateStep {
        GateStep(
            name: .extensionPoint,
            question: "Is it a service extension?",
            found: manifest.extensionPoint.rawValue,
            passed: manifest.extensionPoint == .service,
            fix: manifest.extensionPoint == .content
                ? "a content extension is shown, not run: use `belfry show`"
                : "set NSExtension.NSExtensionPointIdentifier to "
                    + Manifest.ExtensionPoint.service.rawValue
        )
    }

    private func source(_ source: Source) -> GateStep {
        let isRemote = if case .remote = source { true } else { false }
        let local = manifest.modifyLocal ? "local, with ModifyLocal" : "local"
        return GateStep(
            name: .source,
            question: "Did it come as a push, or may the extension change local ones?",
            found: isRemote ? "remote" : local,
            passed: isRemote || manifest.modifyLocal,
            fix: "set BFExtension.ModifyLocal to <true/> in Info.plist, or send it as a push"
        )
    }

    func alert(_ source: Source) -> GateStep {
        let (content, fix) =
            switch source {
            case .remote(let payload, _):
                (
                    payload.content,
                    "add \"alert\": {\"title\": \"…\", \"body\": \"…\"} inside \"aps\""
                )
            case .local(let content): (content, "give the request's content a title or a body")
            }
        let fields = [
            ("title", content.title), ("subtitle", content.subtitle), ("body", content.body),
        ]
        let filled = fields.filter { !$0.1.isEmpty }.map(\.0).joined(separator: ", ")
        let missing = manifest.filtering ? "no text, with Filtering" : "no text"
        return GateStep(
            name: .alert,
            question: "Is there a title, a subtitle or a body, or may the extension filter?",
            found: content.hasAlert ? filled : missing,
            passed: content.hasAlert || manifest.filtering,
            fix: fix
        )
    }

    private func mutableContent(_ source: Source) -> GateStep {
        let (found, passed) =
            switch source {
            case .remote(let payload, _): (Self.mutableContent(of: payload), payload.isMutable)
            case .local: (Self.notAsked, true)
            }
        return GateStep(
            name: .mutableContent,
            question: "Does the payload say that it may be changed?",
            found: found,
            passed: passed,
            fix: "add \"mutable-content\": 1 inside \"aps\""
        )
    }

    func pushType(_ source: Source) -> GateStep {
        let (found, passed) =
            switch source {
            case .remote(_, let pushType): (pushType.rawValue, pushType == .alert)
            case .local: (Self.notAsked, true)
            }
        return GateStep(
            name: .pushType,
            question: "Is the push of the type alert?",
            found: found,
            passed: passed,
            fix: "send the header apns-push-type: alert"
        )
    }

    var alertsEnabled: GateStep {
        let isFiltered = manifest.filtering && device.anyVisibleNotificationsEnabled
        let disabled = isFiltered ? "only badges or sounds, with Filtering" : "disabled"
        return GateStep(
            name: .alertsEnabled,
            question: "Does the user let the app show alerts?",
            found: device.alertsEnabled ? "enabled" : disabled,
            passed: device.alertsEnabled || isFiltered,
            fix: "allow the app's alerts in the notification settings"
        )
    }

    private static let notAsked = "local, not asked"

    /// The value of `mutable-content` as it stands in the payload.
    private static func mutableContent(of payload: PushPayload) -> String {
        switch payload.root["aps"]?.object?["mutable-content"] {
        case nil: "absent"
        case .string(let text): "the string \(text.quoted)"
        case .bool(let flag): "\(flag)"
        case .number(let number): number.literal
        case let other?: other.kind
        }
    }
}
