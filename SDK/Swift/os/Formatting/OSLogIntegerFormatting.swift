// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How an integer is written.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private var hasPositiveSign = false
    private var prefix = ""
    private var isUppercase = false
    private var digitCount = 0

    private init(radix: Int) {
        self.radix = radix
    }

    /// In decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// In hexadecimal digits, without a prefix.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In octal digits, without a prefix.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In decimal digits.
    public static func decimal(
        explicitPositiveSign: Bool = false,
        minDigits: @autoclosure () -> Int = 0
    ) -> OSLogIntegerFormatting {
        var format = decimal
        format.hasPositiveSign = explicitPositiveSign
        format.digitCount = minDigits()
        return format
    }

    /// In hexadecimal digits.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure () -> Int = 0
    ) -> OSLogIntegerFormatting {
        var format = hex
        format.hasPositiveSign = explicitPositiveSign
        format.prefix = includePrefix ? "0x" : ""
        format.isUppercase = uppercase
        format.digitCount = minDigits()
        return format
    }

    /// In octal digits.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure () -> Int = 0
    ) -> OSLogIntegerFormatting {
        var format = octal
        format.hasPositiveSign = explicitPositiveSign
        format.prefix = includePrefix ? "0o" : ""
        format.isUppercase = uppercase
        format.digitCount = minDigits()
        return format
    }

    /// The most digits that are filled up to.
    private static let digitLimit = 4096

    func text(of number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = max(0, min(digitCount, Self.digitLimit) - digits.count)
        let sign = number < 0 ? "-" : hasPositiveSign ? "+" : ""
        return sign + prefix + String(repeating: "0", count: zeros) + digits
    }
}
