// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A format of a string table.
///
/// This is not `String(format:)`, which trusts the format to fit the arguments: a table is the
/// extension's, the arguments often came in a payload, and a `%d` that meets a text would read
/// memory that is none of its.
struct LocalizedFormat {
    private let format: String

    init(_ format: String) {
        self.format = format
    }

    /// The format with arguments put in; a specifier without one that fits stays as it is.
    func filled(with arguments: [Any]) -> String {
        var position = 0
        var result = ""
        var rest = format[...]
        while let start = rest.firstIndex(of: "%") {
            result += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("%%") {
                result += "%"
                rest = rest.dropFirst(2)
            } else if let found = rest.prefixMatch(of: Self.specifier) {
                let index = found.1.flatMap { Int($0) }.map { $0 - 1 } ?? position
                if found.1 == nil { position += 1 }
                let text = arguments.indices.contains(index) ? arguments[index] : nil
                result += text.flatMap { Self.text($0, as: found.3, found.2) } ?? String(found.0)
                rest = rest.dropFirst(found.0.count)
            } else {
                result += "%"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// A position, flags with width and precision, and what kind of argument.
    private static var specifier: Regex<(Substring, Substring?, Substring, Substring)> {
        /%(?:([1-9][0-9]?)\$)?([-+ 0#]*[0-9]{0,2}(?:\.[0-9]{1,2})?)(?:hh|h|ll|l|q|z|t|j)?([@diuxXfFeEgG])/
    }

    private static func text(_ value: Any, as kind: Substring, _ layout: Substring) -> String? {
        switch kind {
        case "@": return "\(value)"
        case "d", "i", "u", "x", "X":
            guard let number = integer(value) else { return nil }
            return String(format: "%\(layout)ll\(kind)", number)
        default:
            guard
                let number = (value as? NSNumber)?.doubleValue
                    ?? (value as? String).flatMap(Double.init)
            else { return nil }
            return String(format: "%\(layout)\(kind)", number)
        }
    }

    private static func integer(_ value: Any) -> Int64? {
        (value as? NSNumber)?.int64Value ?? (value as? String).flatMap { Int64($0) }
    }
}
