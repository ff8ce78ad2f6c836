// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A number of a JSON text, kept as it was written.
///
/// Identifiers of messages and users are often larger than a `Double` can hold. Keeping the digits
/// passes them through the host unchanged.
package struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The digits as written, such as `1.50` or `6e2`.
    package let literal: String

    /// The nearest double; always finite.
    package let double: Double

    /// Takes a literal that follows the grammar of RFC 8259, section 6, and fits a double.
    ///
    /// It is nil for anything else, `+1`, `.5`, `01` and `1e999` included.
    package init?(literal: String) {
        var parser = JSONParser(Array(literal.utf8))
        guard let number = try? parser.number(), parser.isAtEnd else { return nil }
        self = number
    }

    /// Takes an integer.
    package init(_ integer: Int) {
        literal = String(integer)
        double = Double(integer)
    }

    /// Takes a double, except infinity and not-a-number, which JSON does not have.
    package init?(_ double: Double) {
        guard double.isFinite else { return nil }
        let text = "\(double)"
        literal = text.replacingSuffix(".0", with: "")
        self.double = double
    }

    /// Takes what the parser has checked.
    init(checked literal: String, double: Double) {
        self.literal = literal
        self.double = double
    }

    /// The value when it is whole and fits, however it was written: `3`, `3.0` and `30e-1` are 3.
    package var int: Int? {
        if let int = Int(literal) { return int }
        let (isNegative, digits, exponent) = decimal
        if digits.isEmpty { return 0 }
        guard (0...19).contains(exponent) else { return nil }
        return Int((isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent))
    }

    package var description: String { literal }

    /// Numbers are equal when their decimal values are, digit by digit: `1.0` equals `1`.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.literal == right.literal || left.decimal == right.decimal
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(double == 0 ? 0 : double)
    }

    /// Sign, significant digits and power of ten, with no zero at either end of the digits.
    private var decimal: (isNegative: Bool, digits: String, exponent: Int) {
        let parts = literal.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let isNegative = literal.hasPrefix("-")
        let mantissa = parts[0].drop { $0 == "-" }
        let point = mantissa.firstIndex(of: ".")
        let fraction = point.map { mantissa[$0...].dropFirst() } ?? ""
        let digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
        let trailing = digits.reversed().prefix { $0 == "0" }.count
        guard !digits.isEmpty else { return (false, "", 0) }
        // Far below what any double has, and far enough from the end of `Int` to count on.
        let written = parts.count == 2 ? max(Int(parts[1]) ?? .min, .min / 2) : 0
        return (isNegative, String(digits.dropLast(trailing)), written - fraction.count + trailing)
    }
}
