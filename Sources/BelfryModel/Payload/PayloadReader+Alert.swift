// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PayloadReader {
    /// Reads `aps.alert`, a string or a dictionary.
    mutating func readAlert(
        _ aps: PayloadObject,
        into content: inout NotificationContent
    ) throws(PayloadError) {
        switch aps.members["alert"] {
        case nil: return
        case .string(let body): content.body = body
        case .object(let members):
            let alert = PayloadObject(members: members, path: aps.keyPath("alert"))
            try readTexts(alert, into: &content)
            content.launchImageName = try alert.text("launch-image") ?? ""
            content.summaryArgument = try alert.text("summary-arg") ?? ""
            content.summaryArgumentCount = try alert.integer("summary-arg-count", from: 1) ?? 1
            noteOddKeys(alert)
        default: throw aps.wrongType("alert", expected: "a string or an object")
        }
    }

    private mutating func readTexts(
        _ alert: PayloadObject,
        into content: inout NotificationContent
    ) throws(PayloadError) {
        content.titleLocalization = try localization("title-loc", in: alert)
        content.subtitleLocalization = try localization("subtitle-loc", in: alert)
        content.bodyLocalization = try localization("loc", in: alert)
        content.title = try text("title", over: content.titleLocalization, in: alert)
        content.subtitle = try text("subtitle", over: content.subtitleLocalization, in: alert)
        content.body = try text("body", over: content.bodyLocalization, in: alert)
    }

    /// Reads a key of the app's string tables with its arguments.
    private mutating func localization(
        _ prefix: String,
        in alert: PayloadObject
    ) throws(PayloadError) -> LocalizedText? {
        let arguments = try alert.texts("\(prefix)-args")
        if let key = try alert.text("\(prefix)-key") {
            return LocalizedText(key: key, arguments: arguments ?? [])
        }
        if arguments != nil {
            warn(
                alert,
                "\(prefix)-args",
                "has no \(prefix)-key beside it",
                effect: "the arguments are not used",
                fix: "add \"\(prefix)-key\" or remove \"\(prefix)-args\""
            )
        }
        return nil
    }

    /// Reads a text, or makes it from its localization when there is none.
    private mutating func text(
        _ key: String,
        over localization: LocalizedText?,
        in alert: PayloadObject
    ) throws(PayloadError) -> String {
        guard let text = try alert.text(key) else { return localization?.formatted ?? "" }
        if localization != nil {
            warn(
                alert,
                key,
                "stands beside a localization key",
                effect: "the literal text is shown",
                fix: "keep one of the two"
            )
        }
        return text
    }

    private mutating func noteOddKeys(_ alert: PayloadObject) {
        for key in alert.members.keys where !Self.alertKeys.contains(key) {
            if Self.apsKeys.contains(key) {
                warn(
                    alert,
                    key,
                    "stands inside alert",
                    effect: "it is ignored there",
                    fix: "move it up into \"aps\""
                )
            } else {
                let near = Spelling.nearest(to: key, among: Self.alertKeys)
                warn(
                    alert,
                    key,
                    "is not a key of alert",
                    effect: "it is ignored",
                    fix: near.map { "write \"\($0)\"" } ?? "move it out, beside \"aps\""
                )
            }
        }
    }

    /// The keys of `aps.alert`; the last is of old systems and has no effect.
    static let alertKeys = [
        "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args",
        "subtitle-loc-key", "subtitle-loc-args", "loc-key", "loc-args", "summary-arg",
        "summary-arg-count", "action-loc-key",
    ]
}
