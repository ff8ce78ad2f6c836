// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Reads the actions of a header: JSON, or ntfy's short form, `view, Open, https://…; http, …`.
///
/// In the short form values stand between commas, and actions between semicolons. The first values
/// have their meaning by their place; `name=value` says it. A value in quotation marks may hold
/// commas and semicolons.
struct NtfyActionText {
    /// One value, and its name where it has one.
    private struct Part {
        var name: String?
        var value: String
    }

    private var rest: Substring

    /// Reads actions.
    ///
    /// - Parameter text: The header's value.
    /// - Returns: The actions in order.
    /// - Throws: ``InletError``.
    static func actions(of text: String) throws(InletError) -> [NtfyAction] {
        if text.hasPrefix("[") {
            guard let value = try? JSONValue.parse(Array(text.utf8)) else {
                throw .actions("it is not JSON")
            }
            return try NtfyAction.all(in: value)
        }
        var reader = NtfyActionText(rest: text[...])
        var objects: [JSONValue] = []
        while !reader.isAtEnd {
            guard objects.count <= NtfyAction.limit else { break }
            objects.append(.object(try reader.action()))
        }
        return try NtfyAction.all(in: .array(objects))
    }

    private var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

    /// Reads one action, and the semicolon behind it.
    private mutating func action() throws(InletError) -> JSONObject {
        var object = JSONObject()
        var place = 0
        while true {
            let part = try part()
            if let name = part.name {
                try Self.set(name, part.value, in: &object)
            } else {
                try Self.set(try name(of: place, in: object, part.value), part.value, in: &object)
                place += 1
            }
            guard let end = rest.popFirst() else { return object }
            if end == ";" { return object }
        }
    }

    /// What a value is called that stands at a place.
    private func name(
        of place: Int,
        in object: JSONObject,
        _ value: String
    ) throws(InletError) -> String {
        let third = object["action"]?.string == "broadcast" ? "intent" : "url"
        let names = ["action", "label", third]
        guard place < names.count else {
            throw .actions("the value \(value.quoted) has no name; write name=value")
        }
        return names[place]
    }

    private static func set(
        _ name: String,
        _ value: String,
        in object: inout JSONObject
    ) throws(InletError) {
        for group in ["headers", "extras"] where name.hasPrefix(group + ".") {
            var members = object[group]?.object ?? JSONObject()
            members[String(name.dropFirst(group.count + 1))] = .string(value)
            object[group] = .object(members)
            return
        }
        guard object[name] == nil else { throw .actions("\(name.quoted) is there twice") }
        object[name] = .string(value)
    }

    /// Reads a value up to the comma or semicolon behind it.
    private mutating func part() throws(InletError) -> Part {
        skipSpace()
        let name = takeName()
        if name != nil { skipSpace() }
        guard let mark = rest.first, mark == "\"" || mark == "'" else {
            let value = rest.prefix { $0 != "," && $0 != ";" }
            rest = rest.dropFirst(value.count)
            return Part(name: name, value: value.trimmed)
        }
        let value = try quoted(mark)
        skipSpace()
        guard rest.first.map({ $0 == "," || $0 == ";" }) ?? true else {
            throw .actions("there is something behind the value \(value.quoted)")
        }
        return Part(name: name, value: value)
    }

    /// Takes a name and its equals sign.
    private mutating func takeName() -> String? {
        let name = rest.prefix { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-._".contains(character))
        }
        let behind = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        guard !name.isEmpty, behind.first == "=" else { return nil }
        rest = behind.dropFirst()
        return String(name)
    }

    private mutating func quoted(_ mark: Character) throws(InletError) -> String {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == mark { return value }
            if character == "\\", let next = rest.first, next == mark || next == "\\" {
                rest.removeFirst()
                value.append(next)
            } else {
                value.append(character)
            }
        }
        throw .actions("a quotation mark is not closed")
    }

    private mutating func skipSpace() {
        rest = rest.drop(while: \.isWhitespace)
    }
}

extension NtfyAction {
    /// Reads the actions of a message.
    ///
    /// - Parameter value: An array of objects.
    /// - Returns: The actions in order.
    /// - Throws: ``InletError``.
    static func all(in value: JSONValue) throws(InletError) -> [NtfyAction] {
        guard case .array(let elements) = value else { throw .actions("it is not an array") }
        guard elements.count <= limit else {
            throw .actions("there are more than the \(limit) there may be")
        }
        var actions: [NtfyAction] = []
        for (index, element) in elements.enumerated() {
            guard let object = element.object else { throw .actions("it holds no objects") }
            actions.append(try NtfyAction(object, number: index + 1))
        }
        return actions
    }
}
