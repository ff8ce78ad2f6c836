// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Writes how long something takes, such as `1:05` or `1 hour, 5 minutes`.
///
/// Foundation on Linux has the words, as `Duration.UnitsFormatStyle`, and not this class. Months and
/// years are counted as days.
open class DateComponentsFormatter: Formatter {
    /// How units are written.
    public enum UnitsStyle: Int, Sendable {
        /// `9:08:07`
        case positional = 0
        /// `9h 8m 7s`
        case abbreviated = 1
        /// `9 hr, 8 min, 7 sec`
        case short = 2
        /// `9 hours, 8 minutes, 7 seconds`
        case full = 3
        /// `nine hours, eight minutes, seven seconds`
        ///
        /// - Note: The numbers are in digits.
        case spellOut = 4
        /// `9hr 8min 7sec`
        case brief = 5
    }

    /// What becomes of units that are zero.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Takes the bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// As usual: in `positional` the first ones are left out, elsewhere all.
        public static let `default` = Self(rawValue: 1)
        /// The first ones are left out.
        public static let dropLeading = Self(rawValue: 2)
        /// Those in the middle are left out.
        public static let dropMiddle = Self(rawValue: 4)
        /// The last ones are left out.
        public static let dropTrailing = Self(rawValue: 8)
        /// All are left out.
        public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]
        /// All are written, with two digits in `positional`.
        public static let pad = Self(rawValue: 65_536)
    }

    /// How units are written.
    open var unitsStyle = UnitsStyle.positional
    /// The units that are written; of an empty set, days to seconds.
    open var allowedUnits: NSCalendar.Unit = []
    /// What becomes of units that are zero.
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    /// How many units are written at most; 0 for any number.
    open var maximumUnitCount = 0
    /// Whether the smallest unit has a fraction.
    ///
    /// - Note: Without effect: it has none.
    open var allowsFractionalUnits = false
    /// Whether the text says that it is not exact.
    ///
    /// - Note: Without effect: it has the numbers alone.
    open var includesApproximationPhrase = false
    /// Whether the text says that the time is what remains.
    ///
    /// - Note: Without effect: it has the numbers alone.
    open var includesTimeRemainingPhrase = false
    /// Whether the largest units take in the smaller ones that are left out.
    ///
    /// - Note: Without effect: smaller ones are left out.
    open var collapsesLargestUnit = false
    /// Where in a sentence the words stand.
    ///
    /// - Note: Without effect: the words are the same everywhere in a sentence.
    open var formattingContext = Formatter.Context.unknown
    /// The calendar of ``string(from:to:)``; nil for the user's.
    open var calendar: Calendar? = .current

    /// Writes seconds.
    open func string(from ti: TimeInterval) -> String? {
        guard ti.isFinite, abs(ti) < 1e12 else { return nil }
        return text(of: Int(ti))
    }

    /// Writes what is between two dates.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        string(from: endDate.timeIntervalSince(startDate))
    }

    /// Writes components.
    open func string(from components: DateComponents) -> String? {
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        var calendar = calendar ?? .current
        calendar.timeZone = .gmt
        return calendar.date(byAdding: components, to: reference)
            .flatMap { string(from: reference, to: $0) }
    }

    /// Writes components; nil for what has none.
    open override func string(for obj: Any?) -> String? {
        (obj as? DateComponents).flatMap(string)
    }

    /// Writes seconds in a style.
    open class func localizedString(
        from components: DateComponents,
        unitsStyle: UnitsStyle
    ) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    private struct Unit {
        let bits: NSCalendar.Unit
        let seconds: Int
        let words: Duration.UnitsFormatStyle.Unit
    }

    private static let units = [
        Unit(bits: [.weekOfMonth, .weekOfYear], seconds: 604_800, words: .weeks),
        Unit(bits: .day, seconds: 86_400, words: .days),
        Unit(bits: .hour, seconds: 3600, words: .hours),
        Unit(bits: .minute, seconds: 60, words: .minutes),
        Unit(bits: .second, seconds: 1, words: .seconds),
    ]

    private typealias Part = (unit: Unit, value: Int)

    private func text(of seconds: Int) -> String {
        let allowed = allowedUnits.isEmpty ? [.day, .hour, .minute, .second] : allowedUnits
        var rest = abs(seconds)
        var parts: [Part] = []
        for unit in Self.units where !unit.bits.isDisjoint(with: allowed) {
            parts.append((unit, rest / unit.seconds))
            rest %= unit.seconds
        }
        parts = kept(parts)
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        let isNegative = seconds < 0
        return unitsStyle == .positional
            ? (isNegative ? "-" : "") + positional(parts) : words(parts, isNegative)
    }

    private func kept(_ parts: [Part]) -> [Part] {
        guard !parts.isEmpty, zeroFormattingBehavior != .pad else { return parts }
        let isUsual = zeroFormattingBehavior == .default
        let usual: ZeroFormattingBehavior = unitsStyle == .positional ? .dropLeading : .dropAll
        let behavior = isUsual ? usual : zeroFormattingBehavior
        let first = parts.firstIndex { $0.value != 0 } ?? parts.count - 1
        let last = max(first, parts.lastIndex { $0.value != 0 } ?? first)
        let kept = parts.enumerated().filter { index, part in
            if index < first { return !behavior.contains(.dropLeading) }
            if index > last { return !behavior.contains(.dropTrailing) }
            return index == first || part.value != 0 || !behavior.contains(.dropMiddle)
        }
        return kept.map(\.element)
    }

    private func positional(_ parts: [Part]) -> String {
        let isPadded = zeroFormattingBehavior.contains(.pad)
        let texts = parts.enumerated().map { index, part in
            let hasTwo = part.value < 10 && part.unit.seconds < 86_400 && (index > 0 || isPadded)
            return hasTwo ? "0\(part.value)" : "\(part.value)"
        }
        return texts.joined(separator: ":")
    }

    private func words(_ parts: [Part], _ isNegative: Bool) -> String {
        let seconds = parts.reduce(0) { $0 + $1.value * $1.unit.seconds }
        var style = Duration.UnitsFormatStyle(
            allowedUnits: Set(parts.map(\.unit.words)),
            width: width,
            zeroValueUnits: .show(length: 1),
            fractionalPart: .hide(rounded: .towardZero)
        )
        style.locale = calendar?.locale ?? .current
        return style.format(.seconds(isNegative ? -seconds : seconds))
    }

    private var width: Duration.UnitsFormatStyle.UnitWidth {
        switch unitsStyle {
        case .full, .spellOut: .wide
        case .short: .abbreviated
        case .brief: .condensedAbbreviated
        case .abbreviated, .positional: .narrow
        }
    }
}
