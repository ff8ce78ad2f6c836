// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Says how far a date is away, such as `2 hours ago`.
///
/// Foundation on Linux has the words, as `Date.AnchoredRelativeFormatStyle`, and not this class.
open class RelativeDateTimeFormatter: Formatter {
    /// Whether a day has a name.
    public enum DateTimeStyle: Int, Sendable {
        /// `1 day ago`
        case numeric = 0
        /// `yesterday`
        case named = 1
    }

    /// How long the words are.
    public enum UnitsStyle: Int, Sendable {
        /// `2 months ago`
        case full = 0
        /// `two months ago`
        case spellOut = 1
        /// `2 mo. ago`
        case short = 2
        /// `2mo ago`
        case abbreviated = 3
    }

    /// Whether a day has a name.
    open var dateTimeStyle = DateTimeStyle.numeric
    /// How long the words are.
    open var unitsStyle = UnitsStyle.full
    /// Where in a sentence the words stand, which decides on their first letter.
    open var formattingContext = Formatter.Context.unknown

    // As Apple's, which take nil and never give it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The calendar by which days, months and years are counted.
    open var calendar: Calendar! = .current
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The language.
    open var locale: Locale! = .current

    /// Says how far a date is from another one, in the largest unit that is full.
    open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
        // Parts of a second say nothing: what is just over is not now minus one.
        let seconds = (date.timeIntervalSince(referenceDate) * 1000).rounded() / 1000
        return localizedString(
            from: usedCalendar.dateComponents(
                Set(Self.units.map(\.component)),
                from: referenceDate,
                to: referenceDate.addingTimeInterval(seconds)
            )
        )
    }

    /// Says how far away seconds are: those below zero are over.
    open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        return localizedString(
            for: reference.addingTimeInterval(timeInterval),
            relativeTo: reference
        )
    }

    /// Says how far away components are; of them the largest that is not zero counts.
    open func localizedString(from dateComponents: DateComponents) -> String {
        let unit =
            Self.units.first { (dateComponents.value(for: $0.component) ?? 0) != 0 }
            ?? Self.units.last { dateComponents.value(for: $0.component) != nil }
            ?? Self.seconds
        let value = dateComponents.value(for: unit.component) ?? 0
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        let date =
            usedCalendar.date(byAdding: unit.component, value: value, to: reference) ?? reference
        var style = Date.AnchoredRelativeFormatStyle(
            anchor: date,
            presentation: dateTimeStyle == .named ? .named : .numeric,
            unitsStyle: unitsStyle.words,
            locale: locale ?? .current,
            calendar: usedCalendar,
            capitalizationContext: formattingContext.capitalization
        )
        style.allowedFields = [unit.field]
        return style.format(reference)
    }

    /// Says how far a date is from now; nil for what is no date.
    open override func string(for obj: Any?) -> String? {
        (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
    }

    private var usedCalendar: Calendar {
        var calendar = calendar ?? .current
        // Seconds are counted from a moment, whose day must not be one of another length.
        calendar.timeZone = .gmt
        return calendar
    }

    private typealias Unit = (
        component: Calendar.Component, field: Date.RelativeFormatStyle.Field
    )

    private static let seconds: Unit = (.second, .second)

    private static let units: [Unit] = [
        (.year, .year), (.month, .month), (.weekOfMonth, .week), (.day, .day), (.hour, .hour),
        (.minute, .minute), seconds,
    ]
}

extension RelativeDateTimeFormatter.UnitsStyle {
    fileprivate var words: Date.RelativeFormatStyle.UnitsStyle {
        switch self {
        case .full: .wide
        case .spellOut: .spellOut
        case .short: .abbreviated
        case .abbreviated: .narrow
        }
    }
}

extension Formatter.Context {
    fileprivate var capitalization: FormatStyleCapitalizationContext {
        switch self {
        case .beginningOfSentence: .beginningOfSentence
        case .middleOfSentence: .middleOfSentence
        case .listItem: .listItem
        case .standalone: .standalone
        default: .unknown
        }
    }
}
