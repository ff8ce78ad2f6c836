// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the commands read in the daemon's answers; a member that is absent or of another kind is
/// an empty text, since nothing but a line on a screen depends on it.
extension JSONObject {
    /// A text; the empty one where there is none.
    func text(_ keys: String...) -> String {
        switch value(keys) {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let flag): flag ? "yes" : "no"
        default: ""
        }
    }

    /// A time without its fraction of a second.
    func time(_ key: String) -> String {
        let text = text(key)
        guard text.hasSuffix("Z"), let dot = text.firstIndex(of: ".") else { return text }
        return text[..<dot] + "Z"
    }

    /// The objects of an array.
    func objects(_ key: String) -> [JSONObject] {
        guard case .array(let elements)? = self[key] else { return [] }
        return elements.compactMap(\.object)
    }

    /// The texts of an array.
    func texts(_ key: String) -> [String] {
        guard case .array(let elements)? = self[key] else { return [] }
        return elements.compactMap(\.string)
    }

    /// The numbers of an array, as they are written.
    func numbers(_ key: String) -> [String] {
        guard case .array(let elements)? = self[key] else { return [] }
        return elements.compactMap { element in
            if case .number(let number) = element { number.literal } else { nil }
        }
    }

    /// Title, subtitle and body of a content, as far as there are any.
    var headline: String {
        [text("title"), text("subtitle"), text("body")].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    private func value(_ keys: [String]) -> JSONValue? {
        var value: JSONValue? = .object(self)
        for key in keys { value = value?.object?[key] }
        return value
    }
}
