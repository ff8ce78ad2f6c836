// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A button of a message.
package struct NtfyAction: Equatable, Sendable {
    /// What a button is to do.
    package enum Kind: String, Sendable, CaseIterable {
        /// Opens an address.
        case view
        /// Sends a request.
        case http
        /// Tells other programs of an Android device.
        case broadcast
    }

    /// What it is to do.
    package let kind: Kind

    /// The button's text.
    package let label: String

    /// All that the sender said of it, as JSON has it.
    package let document: JSONObject

    /// Most buttons of a message.
    static let limit = 3

    private static let keys = [
        "action", "label", "clear", "url", "method", "headers", "body", "intent", "extras", "id",
    ]

    /// Takes an action as JSON has it.
    ///
    /// - Parameters:
    ///   - members: What it says.
    ///   - number: Its place among the message's, from 1, which is its identifier.
    /// - Throws: ``InletError``.
    init(_ members: JSONObject, number: Int) throws(InletError) {
        func text(_ key: String) throws(InletError) -> String? {
            switch members[key] {
            case nil, .null?: return nil
            case .string(let text)?: return text
            default: throw .actions("\(key) is not a text")
            }
        }
        let word = try text("action") ?? ""
        guard let kind = Kind(rawValue: word.lowercased()) else {
            throw .actions("the action is \(word.quoted); write view, http or broadcast")
        }
        guard let label = try text("label"), !label.isEmpty else {
            throw .actions("an action has no label")
        }
        if let stranger = members.keys.first(where: { !Self.keys.contains($0) }) {
            throw .actions("an action has no member \(stranger.quoted)")
        }
        let url = try text("url")
        guard kind == .broadcast || url.map(InletURL.isAddress) == true else {
            throw .actions("the action \(label.quoted) needs a url, such as https://example.com")
        }
        let method = try text("method")
        let body = try text("body")
        guard body == nil || method?.uppercased() != "GET" else {
            throw .actions("the action \(label.quoted) has a body, which a GET does not have")
        }
        var document: JSONObject = [
            "id": .string(Self.identifier(number)), "action": .string(kind.rawValue),
            "label": .string(label), "clear": .bool(try Self.flag(members["clear"])),
        ]
        document["url"] = url.map { .string($0) }
        document["method"] = method.map { .string($0) }
        document["body"] = body.map { .string($0) }
        document["intent"] = try text("intent").map { .string($0) }
        for key in ["headers", "extras"] {
            document[key] = try Self.texts(members[key], key).map { .object($0) }
        }
        self.kind = kind
        self.label = label
        self.document = document
    }

    /// What names it in a response.
    static func identifier(_ number: Int) -> String { "ntfy-\(number)" }

    private static func flag(_ value: JSONValue?) throws(InletError) -> Bool {
        switch value {
        case nil, .null?: return false
        case .bool(let flag)?: return flag
        case .string(let text)?: return InletFields.yes.contains(text.lowercased())
        default: throw .actions("clear is neither true nor false")
        }
    }

    private static func texts(
        _ value: JSONValue?,
        _ key: String
    ) throws(InletError) -> JSONObject? {
        switch value {
        case nil, .null?: return nil
        case .object(let members)?:
            guard members.members.allSatisfy({ $0.value.string != nil }) else {
                throw .actions("\(key) holds something other than texts")
            }
            return members
        default: throw .actions("\(key) is not an object")
        }
    }

    /// The notification's button; nil for one that nothing here can do.
    var button: NotificationAction? {
        guard kind != .broadcast, case .string(let identifier)? = document["id"] else { return nil }
        return NotificationAction(
            identifier: identifier,
            title: label,
            options: kind == .view ? [.foreground] : []
        )
    }
}

/// Addresses that senders name.
enum InletURL {
    /// Whether a text begins with a scheme, as `https://example.com` and `mailto:a@example.com` do.
    static func isAddress(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        return scheme.first?.isLetter == true && text.index(after: colon) < text.endIndex
            && scheme.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0))
            }
    }

    /// Whether a text is an address that a file can be at.
    static func isFile(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["http://", "https://"].contains { lower.hasPrefix($0) && lower.count > $0.count }
    }
}
