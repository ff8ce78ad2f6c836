// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How a real number is written.
public struct OSLogFloatFormatting: Sendable {
    private let conversion: String
    private var precision: Int?
    private var hasPositiveSign = false
    private var isUppercase = false

    private init(_ conversion: String) {
        self.conversion = conversion
    }

    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }
    /// In hexadecimal.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting("a") }
    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }
    /// With an exponent where that is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    /// With a number of digits after the point.
    public static func fixed(
        precision: @autoclosure () -> Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        fixed.with(precision(), explicitPositiveSign, uppercase)
    }

    /// In hexadecimal.
    public static func hex(
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        hex.with(nil, explicitPositiveSign, uppercase)
    }

    /// With an exponent and a number of digits after the point.
    public static func exponential(
        precision: @autoclosure () -> Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        exponential.with(precision(), explicitPositiveSign, uppercase)
    }

    /// With a number of significant digits, and an exponent where that is shorter.
    public static func hybrid(
        precision: @autoclosure () -> Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        hybrid.with(precision(), explicitPositiveSign, uppercase)
    }

    private func with(
        _ precision: Int?,
        _ hasPositiveSign: Bool,
        _ isUppercase: Bool
    ) -> OSLogFloatFormatting {
        var format = self
        format.precision = precision.map { min(max($0, 0), 64) }
        format.hasPositiveSign = hasPositiveSign
        format.isUppercase = isUppercase
        return format
    }

    func text(of number: Double) -> String {
        let digits = precision.map { ".\($0)" } ?? ""
        let letter = isUppercase ? conversion.uppercased() : conversion
        return String(format: "%\(hasPositiveSign ? "+" : "")\(digits)\(letter)", number)
    }
}
