// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PayloadReader {
    /// Reads `aps.alert`, a string or a dictionary.
    func readAlert(
        _ aps: PayloadObject,
        into content: inout NotificationContent
    ) throws(PayloadError) {
        switch aps.members["alert"] {
        case nil: return
        case .string(let body): content.body = body
        case .object(let members):
            let alert = aps.nested(members, at: "alert")
            try readTexts(alert, into: &content)
            content.launchImageName = try alert.text("launch-image") ?? ""
            content.summaryArgument = try alert.text("summary-arg") ?? ""
            content.summaryArgumentCount = try alert.integer("summary-arg-count", from: 1) ?? 1
            noteOddKeys(alert)
        default: try aps.passWrongType("alert", expected: "a string or an object")
        }
    }

    private func readTexts(
        _ alert: PayloadObject,
        into content: inout NotificationContent
    ) throws(PayloadError) {
        content.titleLocalization = try localization("title-loc", or: "title", in: alert)
        content.subtitleLocalization = try localization("subtitle-loc", or: "subtitle", in: alert)
        content.bodyLocalization = try localization("loc", or: "body", in: alert)
        content.title = try text("title", over: content.titleLocalization, in: alert)
        content.subtitle = try text("subtitle", over: content.subtitleLocalization, in: alert)
        content.body = try text("body", over: content.bodyLocalization, in: alert)
    }

    /// Reads a key of the app's string tables with its arguments.
    ///
    /// The alerts of live activities have them in an object that stands in the text's place.
    private func localization(
        _ prefix: String,
        or text: String,
        in alert: PayloadObject
    ) throws(PayloadError) -> LocalizedText? {
        if let nested = try localization(insteadOf: text, in: alert) { return nested }
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

    private func localization(
        insteadOf text: String,
        in alert: PayloadObject
    ) throws(PayloadError) -> LocalizedText? {
        guard case .object(let members)? = alert.members[text], members["loc-key"] != nil else {
            return nil
        }
        let object = alert.nested(members, at: text)
        guard let key = try object.text("loc-key") else { return nil }
        return LocalizedText(key: key, arguments: try object.texts("loc-args") ?? [])
    }

    /// Reads a text, or makes it from its localization when there is none.
    private func text(
        _ key: String,
        over localization: LocalizedText?,
        in alert: PayloadObject
    ) throws(PayloadError) -> String {
        if case .object(let members)? = alert.members[key], members["loc-key"] != nil,
            let localization
        {
            return localization.formatted
        }
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

    private func noteOddKeys(_ alert: PayloadObject) {
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
