// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A JSON value (RFC 8259), with numbers as written and members in order.
///
/// This is not Foundation's reader because on Linux `JSONSerialization` and `JSONDecoder` accept
/// commas after last entries without a word, and tell neither the line nor the column of a fault.
/// Without Foundation the tool also starts several milliseconds sooner.
package enum JSONValue: Sendable, Equatable {
    /// The literal `null`.
    case null
    /// One of the literals `true` and `false`.
    case bool(Bool)
    /// A number, never infinite.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Keys with values.
    case object(JSONObject)

    /// How deep arrays and objects may nest; deeper texts are refused, as they could exhaust the stack.
    package static let maximumDepth = 64

    /// How deep a text of our own may nest, which holds values of others that nest as deep as may be.
    package static let maximumWrappedDepth = maximumDepth + 16

    /// Reads one JSON text, strictly by RFC 8259.
    ///
    /// - Parameter bytes: The text in UTF-8, without a byte order mark.
    /// - Returns: The value.
    /// - Throws: The first fault with its line, its column and the way out.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        return try parser.text()
    }

    /// Reads one JSON text of our own, as ``parse(_:)`` does, that may hold values of others.
    ///
    /// - Parameter bytes: The text, as our writer made it.
    /// - Returns: The value.
    /// - Throws: The first fault.
    package static func parseWrapped(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, maximumDepth: maximumWrappedDepth)
        return try parser.text()
    }

    /// Reads one JSON text as people write it: with commas after last entries, else strictly.
    ///
    /// - Parameter bytes: The text in UTF-8, without a byte order mark.
    /// - Returns: The value, and where those commas stand.
    /// - Throws: The first fault with its line, its column and the way out.
    package static func parseHandwritten(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (value: JSONValue, trailingCommas: [TextPosition]) {
        var parser = JSONParser(bytes, tolerating: .trailingCommas)
        let value = try parser.text()
        return (value, parser.trailingCommas.map { TextPosition(of: $0, in: bytes) })
    }

    /// Reads one JSON text as other readers take it: with keys that come twice in an object, of which
    /// the last counts, and halves of surrogate pairs, which become U+FFFD; else strictly.
    ///
    /// - Parameter bytes: The text in UTF-8, without a byte order mark.
    /// - Returns: The value, and the first of what was passed over.
    /// - Throws: The first other fault with its line, its column and the way out.
    package static func parseLeniently(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (value: JSONValue, passedOver: [JSONError]) {
        var parser = JSONParser(bytes, tolerating: .ambiguities)
        let value = try parser.text()
        return (value, parser.passedOver)
    }

    /// The kind of value with its article, for messages: `a string`, `an object`, `null`.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The text of a string, nil for another kind.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The members of an object, nil for another kind.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text, so that a literal can stand where a value is needed.
    package init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A number without a fraction, from a literal.
    package init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// `true` or `false`, from a literal.
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// An array, from a literal, in its order.
    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Takes members in order; a key that comes twice keeps its first place and its last value.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
