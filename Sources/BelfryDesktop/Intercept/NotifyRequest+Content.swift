// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension NotifyRequest {
    /// The notification as a service extension is shown it.
    ///
    /// The text is without markup. What has no place in a content is in `userInfo`, under `desktop`.
    ///
    /// - Parameter hasMarkup: Whether the server reads markup, so that the program has written it.
    /// - Returns: The content.
    package func content(hasMarkup: Bool) -> NotificationContent {
        NotificationContent(
            title: summary,
            body: hasMarkup ? body.withoutMarkup : body,
            sound: isSilent ? nil : .default,
            categoryIdentifier: text("category"),
            threadIdentifier: text("desktop-entry").isEmpty ? app : text("desktop-entry"),
            interruptionLevel: level,
            userInfo: ["desktop": .object(details)]
        )
    }

    private var isSilent: Bool { hint("suppress-sound") == .flag(true) }

    private func text(_ name: String) -> String {
        if case .text(let text)? = hint(name) { text } else { "" }
    }

    /// What its urgency stands for (Desktop Notifications Specification, "Urgency Levels").
    private var level: InterruptionLevel {
        switch hint("urgency") {
        case .number(0)?: .passive
        case .number(2)?: .critical
        default: .active
        }
    }

    private var details: JSONObject {
        var details: JSONObject = [
            "app": .string(app), "icon": .string(icon), "body": .string(body),
            "timeout": .number(JSONNumber(Int(timeout))),
        ]
        let buttons = stride(from: 0, to: actions.count - 1, by: 2).map { index in
            JSONValue.object([
                "key": .string(actions[index]), "title": .string(actions[index + 1]),
            ])
        }
        details["actions"] = .array(buttons)
        var values = JSONObject()
        for hint in hints { values[hint.name] = hint.value.json }
        details["hints"] = .object(values)
        return details
    }
}

extension NotifyRequest.Hint.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .flag(let flag): .bool(flag)
        case .number(let number): .number(JSONNumber(Int(number)))
        case .real(let real): .string("\(real)")
        case .text(let text): .string(text)
        }
    }
}

extension String {
    /// The text without markup (Desktop Notifications Specification, "Markup"): without its tags, and
    /// with the characters that entities stand for.
    ///
    /// What is no tag stays: servers show it as it is, and so do people who write `a < b`.
    var withoutMarkup: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return self
        }
        var text = ""
        var rest = self[...]
        while let character = rest.first {
            if character == "<", let end = rest.endOfTag {
                rest = rest[end...]
            } else if character == "&", let (meaning, end) = rest.entity {
                text += meaning
                rest = rest[end...]
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}

extension Substring {
    /// The place after a tag at the beginning; nil where there is none.
    fileprivate var endOfTag: Index? {
        let name = dropFirst().drop { $0 == "/" }.prefix { $0.isLetter }
        guard ["b", "i", "u", "a", "img", "br", "p", "span"].contains(name.lowercased()) else {
            return nil
        }
        // A tag that has no end within a while is none.
        return self[name.endIndex...].prefix(2048).firstIndex(of: ">").map { index(after: $0) }
    }

    /// What an entity at the beginning stands for, and the place after it; nil where there is none.
    fileprivate var entity: (String, Index)? {
        guard let end = prefix(10).firstIndex(of: ";") else { return nil }
        let name = self[index(after: startIndex)..<end]
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}"]
        if let meaning = named[String(name)] { return (meaning, index(after: end)) }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, let scalar = Unicode.Scalar(value), value > 31 || value == 10 else {
            return nil
        }
        return (String(scalar), index(after: end))
    }
}
