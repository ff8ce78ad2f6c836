// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One object of a document for the notification centre, and where it stands, so that what is wrong
/// in it can be named.
///
/// A member that is `null` is as good as absent.
struct CenterDocument {
    /// The members.
    let members: JSONObject

    /// The object's own key path, empty for the root.
    let path: String

    /// Whether we have written it ourselves: what was accepted once is read again, whatever the ranges
    /// are by which others' documents are accepted.
    let isOwn: Bool

    init(
        _ value: JSONValue,
        at path: String = "",
        isOwn: Bool = false
    ) throws(CenterDocumentError) {
        guard let members = value.object else {
            throw CenterDocumentError(path, value, expected: "an object")
        }
        self.members = members
        self.path = path
        self.isOwn = isOwn
    }

    /// The key path of a member.
    func keyPath(_ key: String) -> String {
        path.isEmpty ? key.asPathElement : "\(path).\(key.asPathElement)"
    }

    private subscript(key: String) -> JSONValue? {
        members[key].flatMap { $0 == .null ? nil : $0 }
    }

    // MARK: Members that may be absent

    func text(_ key: String) throws(CenterDocumentError) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string else { throw wrong(key, expected: "a string") }
        return text
    }

    func flag(_ key: String) throws(CenterDocumentError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let flag) = value else { throw wrong(key, expected: "true or false") }
        return flag
    }

    func number(
        _ key: String,
        in range: ClosedRange<Double>? = nil
    ) throws(CenterDocumentError) -> Double? {
        guard let value = self[key] else { return nil }
        let expected = range.map { "a number from \($0.lowerBound) to \($0.upperBound)" }
        guard case .number(let number) = value,
            isOwn || range?.contains(number.double) != false
        else {
            throw wrong(key, expected: expected ?? "a number")
        }
        return number.double
    }

    func integer(_ key: String, from minimum: Int = .min) throws(CenterDocumentError) -> Int? {
        guard let value = self[key] else { return nil }
        guard case .number(let number) = value, let integer = number.int,
            isOwn || integer >= minimum
        else {
            let expected = "a whole number" + (minimum == .min ? "" : ", \(minimum) or more")
            throw wrong(key, expected: expected)
        }
        return integer
    }

    func object(_ key: String) throws(CenterDocumentError) -> CenterDocument? {
        guard let value = self[key] else { return nil }
        return try CenterDocument(value, at: keyPath(key), isOwn: isOwn)
    }

    func elements(_ key: String) throws(CenterDocumentError) -> [JSONValue] {
        guard let value = self[key] else { return [] }
        guard case .array(let elements) = value else { throw wrong(key, expected: "an array") }
        return elements
    }

    func objects(_ key: String) throws(CenterDocumentError) -> [CenterDocument] {
        var objects: [CenterDocument] = []
        for (index, element) in try elements(key).enumerated() {
            let path = keyPath(key) + "[\(index)]"
            objects.append(try CenterDocument(element, at: path, isOwn: isOwn))
        }
        return objects
    }

    func texts(_ key: String) throws(CenterDocumentError) -> [String] {
        try Self.texts(try elements(key), at: keyPath(key))
    }

    /// One word of a closed set.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of type: Choice.Type = Choice.self
    ) throws(CenterDocumentError) -> Choice? {
        guard let value = self[key] else { return nil }
        return try Self.choice(value, at: keyPath(key))
    }

    /// Words of a closed set, in any order.
    func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable>(
        _ key: String,
        of type: Choice.Type = Choice.self
    ) throws(CenterDocumentError) -> Set<Choice> {
        var choices: Set<Choice> = []
        for (index, element) in try elements(key).enumerated() {
            choices.insert(try Self.choice(element, at: keyPath(key) + "[\(index)]"))
        }
        return choices
    }

    // MARK: Members that must be there

    func required<Value>(
        _ key: String,
        _ value: Value?,
        expected: String
    ) throws(CenterDocumentError) -> Value {
        guard let value else {
            throw CenterDocumentError("\(keyPath(key)) is missing; write \(expected)")
        }
        return value
    }

    /// A text by which something is found, without U+0000: to databases and to C that is a text's end.
    func name(_ key: String) throws(CenterDocumentError) -> String? {
        guard let text = try text(key) else { return nil }
        guard isOwn || !text.utf8.contains(0) else {
            throw wrong(key, expected: "a string without the character U+0000")
        }
        return text
    }

    /// An identifier: there, and of a length that can be listed.
    func identifier() throws(CenterDocumentError) -> String {
        let limit = Self.identifierByteLimit
        let expected = "a string of 1 to \(limit) bytes"
        let text = try required("identifier", try name("identifier"), expected: expected)
        guard isOwn || (1...limit).contains(text.utf8.count) else {
            throw CenterDocumentError("\(keyPath("identifier")) is not \(expected)")
        }
        return text
    }

    /// Most bytes of an identifier.
    static let identifierByteLimit = 1024

    // MARK: Whole texts

    /// Reads an array of strings.
    static func texts(
        _ elements: [JSONValue],
        at path: String
    ) throws(CenterDocumentError) -> [String] {
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else {
                throw CenterDocumentError("\(path)[\(index)]", element, expected: "a string")
            }
            texts.append(text)
        }
        return texts
    }

    /// The elements of a document that is an array.
    static func elements(_ value: JSONValue) throws(CenterDocumentError) -> [JSONValue] {
        guard case .array(let elements) = value else {
            throw CenterDocumentError("", value, expected: "an array")
        }
        return elements
    }

    /// Reads any text.
    static func parse(_ bytes: [UInt8]) throws(CenterDocumentError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue.parse(bytes)
        } catch {
            throw CenterDocumentError(error.description)
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue,
        at path: String
    ) throws(CenterDocumentError) -> Choice {
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            let words = Choice.allCases.map(\.rawValue.quoted).joined(separator: ", ")
            throw CenterDocumentError(path, value, expected: "one of \(words)")
        }
        return choice
    }

    private func wrong(_ key: String, expected: String) -> CenterDocumentError {
        CenterDocumentError(keyPath(key), members[key] ?? .null, expected: expected)
    }
}

/// What is wrong in a document, where, and the way out.
package struct CenterDocumentError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    init(_ path: String, _ value: JSONValue, expected: String) {
        let found =
            switch value {
            case .string(let text): "the string \(text.quoted)"
            case .number(let number): number.literal
            default: value.kind
            }
        description = "\(path.isEmpty ? "the document" : path) is \(found); write \(expected)"
    }
}

extension JSONObject {
    /// Adds a member unless its value is the one that an absent member means.
    mutating func add<Value: Equatable>(
        _ key: String,
        _ value: Value,
        unless absent: Value,
        _ json: (Value) -> JSONValue
    ) {
        if value != absent { self[key] = json(value) }
    }

    /// Adds a text unless it is empty.
    mutating func add(_ key: String, _ text: String?) {
        if let text, !text.isEmpty { self[key] = .string(text) }
    }

    /// Adds a number; what JSON cannot say is left out.
    mutating func add(_ key: String, _ number: Double?) {
        if let number = number.flatMap({ JSONNumber($0) }) { self[key] = .number(number) }
    }

    /// Adds a whole number.
    mutating func add(_ key: String, _ integer: Int?) {
        if let integer { self[key] = .number(JSONNumber(integer)) }
    }

    /// Adds texts unless there are none.
    mutating func add(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { self[key] = .array(texts.map(JSONValue.string)) }
    }

    /// Adds a flag where it is set.
    mutating func add(_ key: String, _ flag: Bool) {
        if flag { self[key] = .bool(true) }
    }
}
