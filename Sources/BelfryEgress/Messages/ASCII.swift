// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UInt8 {
    /// Whether it is `0` to `9`.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether it is a hexadecimal digit of either case.
    var isHexDigit: Bool { hexDigitValue != nil }

    /// What a hexadecimal digit of either case stands for.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }

    /// Whether it may stand in an HTTP token, such as a method or a field's name (RFC 9110 5.6.2).
    var isTokenByte: Bool {
        isDigit || isLetter || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// Whether it may stand in a field's value (RFC 9110 5.5): no control but the tab.
    var isFieldValueByte: Bool {
        self == 0x09 || (self >= 0x20 && self != 0x7f)
    }

    /// Whether it is visible ASCII, neither space nor control.
    var isVisible: Bool { 0x21...0x7e ~= self }

    /// The small letter of a capital one of ASCII; any other byte as it is.
    var lowercased: UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
    }
}

extension Sequence<UInt8> {
    /// The bytes as text, capital letters of ASCII as small ones.
    ///
    /// Swift's own `lowercased()` makes letters of ASCII of others, such as `k` of the Kelvin sign
    /// (U+212A), and takes texts for equal that have different bytes: no other reader of HTTP does.
    var lowercasedASCII: String { String(decoding: map(\.lowercased), as: UTF8.self) }

    /// Whether they are a word in small letters of ASCII, whatever the case of each byte.
    func spell(_ word: String) -> Bool { lazy.map(\.lowercased).elementsEqual(word.utf8) }
}
