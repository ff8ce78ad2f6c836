// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A message of `os_log`'s older form: a format of C's and values.
///
/// The values are looked at for what they are, never read as what the format claims, so that a wrong
/// format cannot harm.
struct FormattedMessage {
    /// The line as it goes into the log.
    let text: String

    /// Puts the values in their places.
    ///
    /// - Parameters:
    ///   - format: The text with placeholders.
    ///   - values: What stands in their places; `<decode: missing data>` where there are too few.
    init(_ format: String, _ values: [Any?]) {
        var text = ""
        var rest = Substring(format)
        var values = values[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else if let place = Placeholder(&rest, nextInteger: { values.popFirst() as? Int }) {
                guard let value = values.popFirst() else {
                    text += "<decode: missing data>"
                    continue
                }
                text += place.text(of: value)
            } else {
                text += "%"
            }
        }
        self.text = text + rest
    }
}

/// A placeholder: `%`, `{options}`, flags, width, precision, length, conversion.
private struct Placeholder {
    private var privacy = OSLogPrivacy.auto
    private var flags = ""
    private var width: Int?
    private var precision: Int?
    private var conversion: Character = "@"

    /// Takes a placeholder from behind its `%`; nil where there is none.
    init?(_ text: inout Substring, nextInteger: () -> Int?) {
        var rest = text
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            let options = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",")
            readPrivacy(options.map { $0.trimmingCharacters(in: .whitespaces) })
            rest = rest[end...].dropFirst()
        }
        while let flag = rest.first, "-+ #0'".contains(flag) {
            flags.append(flag)
            rest = rest.dropFirst()
        }
        width = Self.number(&rest, nextInteger)
        if rest.first == "." {
            rest = rest.dropFirst()
            precision = Self.number(&rest, nextInteger) ?? 0
        }
        while let length = rest.first, "hlqLjzt".contains(length) { rest = rest.dropFirst() }
        guard let found = rest.first, "@diouxXfFeEgGaAcCsSpPm".contains(found) else { return nil }
        conversion = found
        text = rest.dropFirst()
    }

    private mutating func readPrivacy(_ options: [String]) {
        for option in options {
            switch option {
            case "public": privacy = .public
            case "private": privacy = .private
            case "sensitive": privacy = .sensitive
            case "mask.hash": privacy = .private(mask: .hash)
            default: break  // What a number means: shown as the number.
            }
        }
    }

    private static func number(_ text: inout Substring, _ nextInteger: () -> Int?) -> Int? {
        if text.first == "*" {
            text = text.dropFirst()
            return nextInteger().map { min(max($0, 0), 4096) }
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(digits.count)
        return Int(digits).map { min($0, 4096) }
    }

    func text(of value: Any?) -> String {
        guard let value else { return privacy.shown("(null)", isScalar: false) }
        let isScalar =
            value is any BinaryInteger || value is any BinaryFloatingPoint || value is Bool
        return padded(privacy.shown(unpadded(value), isScalar: isScalar))
    }

    private func unpadded(_ value: Any) -> String {
        switch conversion {
        case "d", "i", "u", "o", "x", "X", "c", "C":
            guard let number = Self.integer(value) else { break }
            return integer(number)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            guard let number = Self.real(value) else { break }
            let sign = flags.contains("+") ? "+" : ""
            let digits = precision.map { ".\(min($0, 64))" } ?? ""
            return String(format: "%\(sign)\(digits)\(conversion)", number)
        case "s", "S":
            let text = Self.cString(value) ?? String(describing: value)
            return precision.map { String(text.prefix($0)) } ?? text
        default:
            break
        }
        return String(describing: value)
    }

    private func integer(_ number: Int128) -> String {
        if conversion == "c" || conversion == "C" {
            return UInt32(exactly: number).flatMap(Unicode.Scalar.init).map(String.init) ?? "?"
        }
        let radix = conversion == "o" ? 8 : conversion == "x" || conversion == "X" ? 16 : 10
        let digits = String(number.magnitude, radix: radix, uppercase: conversion == "X")
        let zeros = String(repeating: "0", count: max(0, (precision ?? 0) - digits.count))
        let sign = number < 0 ? "-" : flags.contains("+") ? "+" : ""
        return sign + (flags.contains("#") && radix == 16 ? "0x" : "") + zeros + digits
    }

    private func padded(_ text: String) -> String {
        let missing = (width ?? 0) - text.count
        guard missing > 0 else { return text }
        if flags.contains("-") { return text + String(repeating: " ", count: missing) }
        guard flags.contains("0"), conversion != "@" else {
            return String(repeating: " ", count: missing) + text
        }
        let sign = text.prefix { "+-".contains($0) }
        return sign + String(repeating: "0", count: missing) + text.dropFirst(sign.count)
    }

    private static func integer(_ value: Any) -> Int128? {
        switch value {
        case let number as any BinaryInteger: Int128(clamping: number)
        case let boolean as Bool: boolean ? 1 : 0
        case let number as NSNumber: Int128(number.int64Value)
        default: nil
        }
    }

    private static func real(_ value: Any) -> Double? {
        switch value {
        case let number as any BinaryFloatingPoint: Double(number)
        case let number as any BinaryInteger: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }

    private static func cString(_ value: Any) -> String? {
        if let bytes = unsafe value as? UnsafePointer<CChar> {
            return unsafe String(cString: bytes)
        }
        guard let bytes = unsafe value as? UnsafeMutablePointer<CChar> else { return nil }
        return unsafe String(cString: bytes)
    }
}
