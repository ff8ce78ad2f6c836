// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import _FoundationICU

/// Numbers with units, as ICU writes them.
enum UnitText {
    /// Writes a number and its unit.
    ///
    /// - Parameters:
    ///   - value: The number, which decides whether the unit stands in the plural.
    ///   - unit: CLDR's name of the unit, such as `kilometer`, or ICU's words for it.
    ///   - style: Whether the unit is a sign, an abbreviation or a word.
    ///   - locale: Whose language it is.
    ///   - number: Writes the number in place of ICU.
    /// - Returns: The text; nil for a unit that ICU does not know.
    static func write(
        _ value: Double,
        _ unit: String,
        _ style: Formatter.UnitStyle,
        _ locale: Locale,
        _ number: ((Double) -> String)? = nil
    ) -> String? {
        let width =
            switch style {
            case .short: "unit-width-narrow"
            case .long: "unit-width-full-name"
            default: "unit-width-short"
            }
        // ICU writes the digits that it is given and no others.
        let plain = "\(unit.contains("/") ? unit : "unit/" + unit) \(width) .##########"
        guard let text = format(value, plain, locale.identifier) else { return nil }
        guard let number, let digits = format(value, ".##########", locale.identifier) else {
            return text
        }
        return text.replacingOccurrences(of: digits, with: number(value))
    }

    private static func format(_ value: Double, _ skeleton: String, _ locale: String) -> String? {
        let skeleton = Array(skeleton.utf16)
        var status = U_ZERO_ERROR
        let formatter = unsafe swift_unumf_openForSkeletonAndLocale(
            skeleton,
            Int32(skeleton.count),
            locale,
            &status
        )
        defer { unsafe swift_unumf_close(formatter) }
        let result = unsafe swift_unumf_openResult(&status)
        defer { unsafe swift_unumf_closeResult(result) }
        unsafe swift_unumf_formatDouble(formatter, value, result, &status)
        var units = [UInt16](repeating: 0, count: 256)
        let count = unsafe swift_unumf_resultToString(result, &units, Int32(units.count), &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue, count <= units.count else { return nil }
        return String(decoding: units[..<Int(count)], as: UTF16.self)
    }
}
