// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Text of a header that is written in ASCII alone (RFC 2047), as `=?UTF-8?B?8J+OiQ==?=`.
enum EncodedWord {
    /// Decodes the encoded words of a text, and leaves the rest of it as it is.
    ///
    /// White space between two encoded words is left out (section 6.2).
    static func decoded(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        var result = ""
        var space = ""
        var isAfterWord = false
        for piece in pieces(of: text) {
            if piece.first?.isWhitespace == true {
                space = String(piece)
            } else if let word = word(piece) {
                result += (isAfterWord ? "" : space) + word
                (space, isAfterWord) = ("", true)
            } else {
                result += space + piece
                (space, isAfterWord) = ("", false)
            }
        }
        return result + space
    }

    /// Runs of white space, and what is between them.
    private static func pieces(of text: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = text[...]
        while let first = rest.first {
            let isSpace = first.isWhitespace
            let piece = rest.prefix { $0.isWhitespace == isSpace }
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    private static func word(_ piece: Substring) -> String? {
        guard piece.hasPrefix("=?"), piece.hasSuffix("?="), piece.count > 4 else { return nil }
        let parts = piece.dropFirst(2).dropLast(2)
            .split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let bytes: [UInt8]? =
            switch parts[1].lowercased() {
            case "b": Data(base64Encoded: String(parts[2])).map { Array($0) }
            case "q": quotedPrintable(parts[2])
            default: nil
            }
        guard let bytes else { return nil }
        // A language may follow the character set (RFC 2231, section 5).
        return switch parts[0].prefix(while: { $0 != "*" }).lowercased() {
        case "utf-8", "us-ascii": String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: nil
        }
    }

    /// The encoding Q (section 4.2).
    private static func quotedPrintable(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "="):
                guard let decoded = rest.prefix(2).hexadecimal else { return nil }
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
