// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Numbers in decimal digits.
package enum Decimal {
    /// With a number of digits after the point, less the zeros at its end.
    package static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return value.isFinite ? "\(value)" : "–" }
        let factor = pow(10, Double(digits))
        let scaled = (abs(value) * factor).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let number = Int(scaled)
        let power = Int(factor)
        var fraction = String(number % power)
        fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let sign = value < 0 && number > 0 ? "-" : ""
        return sign + MeasuredText.count(number / power) + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// For a coordinate: two digits after the point, without groups; 0 for what is no number.
    package static func coordinate(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = (min(max(value, -1e6), 1e6) * 100).rounded()
        return "\(hundredths / 100)".hasSuffix(".0")
            ? "\(Int(hundredths / 100))" : "\(hundredths / 100)"
    }

    /// A share of the whole, 0 to 1, as a coordinate.
    package static func percent(_ share: Double) -> String { coordinate(share * 100) + "%" }
}
