// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads a JSON text by RFC 8259, once from front to back; what it may let pass is noted.
struct JSONParser {
    /// The whole text.
    let bytes: [UInt8]

    /// The next byte to read.
    var index = 0

    /// Where commas stand after the last entry of an array or an object, if those may pass.
    private(set) var trailingCommas: [Int] = []

    /// Repeated keys and halves of surrogate pairs, if those may pass; the first ones.
    private(set) var passedOver: [JSONError] = []

    private let tolerance: Tolerance

    private let maximumDepth: Int
    private var depth = 0

    /// Faults that may pass.
    struct Tolerance: OptionSet {
        let rawValue: Int

        /// A comma after the last entry of an array or an object.
        static let trailingCommas = Tolerance(rawValue: 1)

        /// What RFC 8259 warns of and other readers take: a key that comes twice in an object, the
        /// last of which counts, and half a surrogate pair, which becomes U+FFFD.
        static let ambiguities = Tolerance(rawValue: 2)
    }

    /// Most faults that are noted of those that may pass.
    private static let passedOverLimit = 10

    init(
        _ bytes: [UInt8],
        tolerating tolerance: Tolerance = [],
        maximumDepth: Int = JSONValue.maximumDepth
    ) {
        self.bytes = bytes
        self.tolerance = tolerance
        self.maximumDepth = maximumDepth
    }

    /// The next byte, nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether everything has been read.
    var isAtEnd: Bool { index == bytes.count }

    /// Reads the whole text: one value with white space around it.
    mutating func text() throws(JSONError) -> JSONValue {
        try checkEncoding()
        skipWhiteSpace()
        if isAtEnd { throw fault("the text is empty", hint: "write at least {}") }
        let value = try self.value()
        skipWhiteSpace()
        if !isAtEnd { throw trailingText() }
        return value
    }

    /// Makes the error for a place, the next byte unless told otherwise.
    func fault(_ message: String, at offset: Int? = nil, hint: String) -> JSONError {
        JSONError(message, at: offset ?? index, in: bytes, hint: hint)
    }

    /// Notes an ambiguity where those may pass.
    mutating func pass(_ message: String, at offset: Int, hint: String) throws(JSONError) {
        let mayPass = tolerance.contains(.ambiguities)
        // To find a fault's line takes as long as the text is.
        guard !mayPass || passedOver.count < Self.passedOverLimit else { return }
        let fault = fault(message, at: offset, hint: hint)
        guard mayPass else { throw fault }
        passedOver.append(fault)
    }

    /// Passes the four characters that RFC 8259 calls white space.
    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    /// Reads a number (RFC 8259, section 6).
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        skip(UInt8(ascii: "-"))
        let leadingZero = next == UInt8(ascii: "0")
        let wholeStart = index
        guard skipDigits() > 0 else { throw notANumber(from: start) }
        if leadingZero && index > wholeStart + 1 {
            throw fault("a number with a leading zero", at: start, hint: "remove the zero")
        }
        if skip(UInt8(ascii: ".")), skipDigits() == 0 { throw incompleteNumber(from: start) }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            guard skipDigits() > 0 else { throw incompleteNumber(from: start) }
        }
        let literal = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let double = Double(literal), double.isFinite else {
            throw fault("a number too large for a double", at: start, hint: "stay below 1.8e308")
        }
        return JSONNumber(checked: literal, double: double)
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard let byte = next else { throw noValue() }
        switch byte {
        case UInt8(ascii: "{"): return .object(try nested(Self.object))
        case UInt8(ascii: "["): return .array(try nested(Self.array))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default:
            for (literal, value) in Self.literals where skip(literal: literal) { return value }
            throw noValue()
        }
    }

    private static let literals: [(String, JSONValue)] = [
        ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]

    /// Reads an array or an object one level deeper, up to the cap.
    private mutating func nested<Value>(
        _ read: (inout JSONParser) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard depth < maximumDepth else {
            throw fault(
                "more than \(maximumDepth) levels of arrays and objects",
                hint: "flatten the value"
            )
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private static func object(_ parser: inout JSONParser) throws(JSONError) -> JSONObject {
        let start = parser.index
        parser.index += 1
        parser.skipWhiteSpace()
        if parser.skip(UInt8(ascii: "}")) { return JSONObject() }
        var members: [JSONObject.Member] = []
        var places: [[UInt8]: Int] = [:]
        repeat {
            parser.skipWhiteSpace()
            let keyStart = parser.index
            let key = try parser.key()
            let known = places.updateValue(members.count, forKey: Array(key.utf8))
            if known != nil {
                try parser.pass(
                    "the key \(key.quoted) comes twice in one object",
                    at: keyStart,
                    hint: "remove one of the two"
                )
            }
            try parser.colon(after: key)
            let value = try parser.value()
            if let known {
                members[known].value = value
                places[Array(key.utf8)] = known
            } else {
                members.append(JSONObject.Member(key: key, value: value))
            }
        } while try parser.comma(before: UInt8(ascii: "}"), openedAt: start)
        return JSONObject(distinct: members)
    }

    private static func array(_ parser: inout JSONParser) throws(JSONError) -> [JSONValue] {
        let start = parser.index
        parser.index += 1
        parser.skipWhiteSpace()
        if parser.skip(UInt8(ascii: "]")) { return [] }
        var elements: [JSONValue] = []
        repeat {
            parser.skipWhiteSpace()
            elements.append(try parser.value())
        } while try parser.comma(before: UInt8(ascii: "]"), openedAt: start)
        return elements
    }

    private mutating func colon(after key: String) throws(JSONError) {
        skipWhiteSpace()
        guard skip(UInt8(ascii: ":")) else {
            throw fault(
                isAtEnd ? endMessage : "no colon after the key \(key.quoted)",
                hint: "a colon stands between a key and its value"
            )
        }
        skipWhiteSpace()
    }

    /// Reads what follows a member or element; true for a comma, false for the closing bracket.
    private mutating func comma(
        before close: UInt8,
        openedAt start: Int
    ) throws(JSONError) -> Bool {
        skipWhiteSpace()
        if skip(close) { return false }
        let place = index
        guard skip(UInt8(ascii: ",")) else { throw noComma(before: close, openedAt: start) }
        skipWhiteSpace()
        guard next == close else { return true }
        guard tolerance.contains(.trailingCommas) else {
            throw fault("a comma after the last entry", at: place, hint: "remove the comma")
        }
        trailingCommas.append(place)
        return !skip(close)
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func skip(literal: String) -> Bool {
        let end = index + literal.utf8.count
        guard bytes[index...].starts(with: literal.utf8) else { return false }
        guard end == bytes.count || !Self.isWordByte(bytes[end]) else { return false }
        index = end
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }
}
