// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What iOS reads of a text where it wants a number: the longest one at its beginning, after spaces
/// (`NSString.doubleValue`).
struct LeadingNumber {
    /// The number; 0 where the text begins with none.
    let value: Double

    /// Whether more than spaces stands behind the number.
    let hasRest: Bool

    init(_ text: String) {
        let whole = text.drop { $0.isWhitespace }.utf8
        var rest = whole
        Self.skipSign(&rest)
        var digitCount = Self.skipDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            digitCount += Self.skipDigits(&rest)
        }
        guard digitCount > 0 else {
            (value, hasRest) = (0, false)
            return
        }
        var exponent = rest.dropFirst()
        Self.skipSign(&exponent)
        let isExponent = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if isExponent, Self.skipDigits(&exponent) > 0 { rest = exponent }
        value = Double(Substring(whole[..<rest.startIndex])) ?? 0
        hasRest = Substring(rest).contains { !$0.isWhitespace }
    }

    private static func skipSign(_ rest: inout Substring.UTF8View) {
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            rest = rest.dropFirst()
        }
    }

    /// Skips digits, and returns how many there were.
    private static func skipDigits(_ rest: inout Substring.UTF8View) -> Int {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits.count
    }
}
