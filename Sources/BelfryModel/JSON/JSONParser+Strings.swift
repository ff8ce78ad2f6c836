// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension JSONParser {
    /// Reads a string (RFC 8259, section 7); the next byte is its quotation mark.
    mutating func string() throws(JSONError) -> String {
        let start = index
        index += 1
        var decoded: [UInt8] = []
        var segment = index
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                decoded += bytes[segment..<index]
                index += 1
                return String(decoding: decoded, as: UTF8.self).isolatingMarks
            case UInt8(ascii: "\\"):
                decoded += bytes[segment..<index]
                decoded += String(try escape()).utf8
                segment = index
            case 0..<0x20: throw control(byte, inStringAt: start)
            default: index += 1
            }
        }
        throw fault("a string that does not end", at: start, hint: "close it with a double quote")
    }

    /// Reads an escape; the next byte is its backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let byte = next else {
            throw fault(endMessage, hint: "finish the escape and close the string")
        }
        index += 1
        if byte == UInt8(ascii: "u") { return try unicodeEscape(from: start) }
        guard let scalar = Self.escapes[byte] else {
            throw fault(
                "an escape that JSON does not have",
                at: start,
                hint: #"write one of \" \\ \/ \b \f \n \r \t \uXXXX, or \\ for a backslash"#
            )
        }
        return scalar
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    /// Reads the digits of `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimal(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let second = index
        if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: #"\u"#.utf8) {
            index += 2
            let low = try hexadecimal(from: second)
            if UTF16.isTrailSurrogate(low) {
                return UTF16.decode(UTF16.EncodedScalar([unit, low]))
            }
        }
        try pass(
            "half of a surrogate pair, \\u\(String(unit, radix: 16, uppercase: true))",
            at: start,
            hint: #"write both halves, such as \uD83D\uDE00, or the character itself"#
        )
        // What follows is read by itself: it may be a character, or begin another pair.
        index = second
        return "\u{FFFD}"
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt16 {
        let digits = bytes[index...].prefix(4).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, let unit = UInt16(text, radix: 16) else {
            throw fault(
                #"\u without four hexadecimal digits"#,
                at: start,
                hint: #"write four, such as \u00E9"#
            )
        }
        index += 4
        return unit
    }

    private func control(_ byte: UInt8, inStringAt start: Int) -> JSONError {
        switch byte {
        case 0x0A, 0x0D:
            fault(
                "a line break inside a string that began at offset \(start)",
                hint: #"write \n for a line break, or close the string"#
            )
        case 0x09: fault("a tab inside a string", hint: #"write \t"#)
        default:
            fault(
                "the control character U+\(Self.codePoint(byte)) inside a string",
                hint: "write \\u\(Self.codePoint(byte)), or remove it"
            )
        }
    }

    private static func codePoint(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
