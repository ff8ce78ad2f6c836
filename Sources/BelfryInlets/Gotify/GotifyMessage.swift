// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A message in Gotify's form (https://gotify.net/api-docs, `POST /message`).
package struct GotifyMessage: Equatable, Sendable {
    /// The first line; empty for the topic's name.
    package var title = ""

    /// The text.
    package var message = ""

    /// From 0 to 10, as Gotify's apps understand it.
    package var priority = 5

    /// What the sender says to apps.
    package var extras = JSONObject()

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - fields: Its headers and query, which a form's values may be in too.
    /// - Throws: ``InletError``.
    package init(_ body: [UInt8], _ fields: InletFields) throws(InletError) {
        let type = fields.header("content-type") ?? ""
        let kind = type.prefix { $0 != ";" }.trimmed.lowercased()
        switch kind {
        case "application/json": try self.init(json: body)
        case "application/x-www-form-urlencoded", "":
            let text = String(decoding: body, as: UTF8.self)
            try self.init(form: FormText.pairs(of: text.trimmed), fields)
        case "multipart/form-data":
            guard let form = MultipartForm(body, type: type) else {
                throw Self.malformed("the body is not the form that its Content-Type says")
            }
            try self.init(form: form.values, fields)
        default:
            throw Self.malformed("the Content-Type is \(kind.quoted); write application/json")
        }
        guard !message.trimmed.isEmpty else { throw Self.malformed("Field 'message' is required") }
        guard message.utf8.count <= InletPush.messageByteLimit,
            title.utf8.count <= InletPush.messageByteLimit
        else {
            throw InletError(
                41303,
                "title and message have \(InletPush.messageByteLimit) bytes at most"
            )
        }
    }

    private init(json body: [UInt8]) throws(InletError) {
        guard let members = try? JSONValue.parse(body).object else {
            throw Self.malformed("the body is not a JSON object")
        }
        func text(_ key: String) throws(InletError) -> String {
            switch members[key] {
            case nil, .null?: return ""
            case .string(let text)?: return text
            default: throw Self.malformed("Field '\(key)' is not a text")
            }
        }
        title = try text("title")
        message = try text("message")
        switch members["priority"] {
        case nil, .null?: break
        case .number(let number)?:
            guard let whole = number.int else {
                throw Self.malformed("Field 'priority' is not a whole number")
            }
            priority = whole
        default: throw Self.malformed("Field 'priority' is not a number")
        }
        switch members["extras"] {
        case nil, .null?: break
        case .object(let object)?: extras = object
        default: throw Self.malformed("Field 'extras' is not an object")
        }
    }

    private init(
        form: [(name: String, value: String)],
        _ fields: InletFields
    ) throws(InletError) {
        func text(_ name: String) -> String? {
            form.first { $0.name == name }?.value ?? fields.parameter(name)
        }
        title = text("title") ?? ""
        message = text("message") ?? ""
        if let text = text("priority"), !text.isEmpty {
            guard let whole = Int(text) else {
                throw Self.malformed("Field 'priority' is not a whole number")
            }
            priority = whole
        }
    }

    private static func malformed(_ message: String) -> InletError { InletError(40000, message) }

    /// How much it asks for attention, by what Gotify's app for Android does.
    var urgency: InletPush.Urgency {
        switch priority {
        case ...0: .least
        case 1...3: .low
        case 4...7: .usual
        case 8...9: .high
        default: .most
        }
    }

    /// What an app finds as `gotify` beside `aps`: the message but for its text.
    ///
    /// - Parameter topic: The topic's name, which is the title of a message without one.
    /// - Returns: The message.
    package func document(topic: String) -> JSONObject {
        var object: JSONObject = [
            "title": .string(title.trimmed.isEmpty ? topic : title),
            "priority": .number(JSONNumber(priority)),
        ]
        if !extras.isEmpty { object["extras"] = .object(extras) }
        return object
    }

    /// The push that it becomes.
    ///
    /// - Parameter topic: The topic's name.
    /// - Returns: The push.
    package func push(topic: String) -> InletPush {
        InletPush(
            title: title.trimmed.isEmpty ? topic : title,
            body: message,
            urgency: urgency,
            topic: topic,
            form: "gotify",
            message: document(topic: topic)
        )
    }
}
