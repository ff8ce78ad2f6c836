// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What people write instead of JSON, and what to tell them.
extension JSONParser {
    /// The message for a text that stops too soon.
    var endMessage: String { "the text ends too soon" }

    /// Whether a byte can continue a bare word.
    static func isWordByte(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        guard byte < 0x80 else { return false }
        return character.isLetter || character.isNumber || "_-$".contains(character)
    }

    /// Refuses what is not UTF-8, and a byte order mark.
    func checkEncoding() throws(JSONError) {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if isUTF16 {
            throw fault("the text is in UTF-16", at: 0, hint: "save it as UTF-8")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault(
                "a byte order mark",
                at: 0,
                hint: "save the text as UTF-8 without a byte order mark"
            )
        }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let offset = error.byteOffsets.lowerBound
            throw fault(
                "the byte 0x\(String(bytes[offset], radix: 16, uppercase: true)) is not UTF-8",
                at: offset,
                hint: "save the text as UTF-8"
            )
        }
    }

    /// Reads a key, or says how one is written.
    mutating func key() throws(JSONError) -> String {
        if next == UInt8(ascii: "\"") { return try string() }
        if let common = commonFault() { throw common }
        if next == UInt8(ascii: ",") { throw fault("a comma too many", hint: "remove the comma") }
        let word = self.word
        guard !word.isEmpty else {
            throw fault(
                isAtEnd ? endMessage : "\(found) where a key is expected",
                hint: isAtEnd ? "close the object with }" : "write a key in double quotes"
            )
        }
        throw fault("a key without quotes", hint: "keys are quoted: \(word.quoted)")
    }

    /// Explains why no value starts here.
    func noValue() -> JSONError {
        if let common = commonFault() { return common }
        if isAtEnd { return fault(endMessage, hint: "write the missing value") }
        switch next {
        case UInt8(ascii: ","): return fault("a comma too many", hint: "remove the comma")
        case UInt8(ascii: "+"), UInt8(ascii: "."): return notANumber(from: index)
        default: break
        }
        let word = self.word
        if let literal = Self.meant[word.lowercased()] {
            return fault("the bare word \(word.quoted)", hint: "write \(literal)")
        }
        guard word.isEmpty else {
            return fault("text without quotes", hint: "strings are quoted: \(word.quoted)")
        }
        return fault("\(found) where a value is expected", hint: "write a value")
    }

    /// Explains what stands after a complete value.
    func trailingText() -> JSONError {
        if let common = commonFault(isStray: true) { return common }
        return fault("\(found) after the end of the value", hint: "remove it, or wrap all in [ ]")
    }

    /// Explains what stands where a comma or a closing bracket is due.
    func noComma(before close: UInt8, openedAt start: Int) -> JSONError {
        let bracket = Character(Unicode.Scalar(close))
        let container = close == UInt8(ascii: "}") ? "object" : "array"
        if isAtEnd {
            return fault(
                "\(endMessage): the \(container) that began at offset \(start) is open",
                hint: "close it with \(bracket)"
            )
        }
        if let common = commonFault(isStray: true) { return common }
        if next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
            return fault("\(found) closes an \(container)", hint: "write \(bracket)")
        }
        return fault(
            "\(found) where a comma or \(bracket) is expected",
            hint: "put a comma between entries"
        )
    }

    /// Explains a number that has no digits where they belong.
    func notANumber(from start: Int) -> JSONError {
        switch bytes[start...].first {
        case UInt8(ascii: "+"):
            fault("a number with a plus sign", at: start, hint: "remove the plus sign")
        case UInt8(ascii: "."):
            fault("a number that begins with its point", at: start, hint: "write 0 before it")
        default: fault("a minus sign without a number", at: start, hint: "digits follow it: -1")
        }
    }

    /// Explains a number that stops after its point or exponent.
    func incompleteNumber(from start: Int) -> JSONError {
        fault("an incomplete number", at: start, hint: "digits follow a point and an e: 1.5e3")
    }

    /// Words of other languages and the literal each stands for.
    private static let meant = [
        "true": "true", "false": "false", "null": "null", "yes": "true", "no": "false",
        "nil": "null", "none": "null", "undefined": "null", "nan": "null, JSON has no NaN",
        "infinity": "a finite number, JSON has no infinity",
    ]

    /// Faults that look alike wherever they stand: other quotes and comments.
    private func commonFault(isStray: Bool = false) -> JSONError? {
        guard let byte = next else { return nil }
        let rest = bytes[index...]
        if byte == UInt8(ascii: "'") {
            return fault("a single quote", hint: "strings and keys are in double quotes: \"…\"")
        }
        if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || byte == 0x23 {
            return fault("a comment", hint: "JSON has no comments; remove it")
        }
        let isCurly = Self.curlyQuotes.contains { rest.starts(with: $0.utf8) }
        guard isCurly else { return nil }
        return fault(
            "a curly quote \(found)",
            hint: isStray ? "remove it" : "use the straight double quote, \""
        )
    }

    private static let curlyQuotes = ["“", "”", "„", "‟", "‘", "’", "«", "»"]

    /// The bare word that starts here; empty when none does.
    private var word: String {
        let word = bytes[index...].prefix { Self.isWordByte($0) || $0 >= 0x80 }
        return String(decoding: word, as: UTF8.self)
    }

    /// The next character, quoted for a message.
    private var found: String {
        let text = String(decoding: bytes[index...].prefix(16), as: UTF8.self)
        return String(text.prefix(1)).quoted
    }
}
