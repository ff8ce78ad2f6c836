// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Finds the days whose components have given values, in a calendar without time zones.
///
/// Foundation's own search looks through thousands of years before it gives up (6.3): it takes 42 s for
/// a week 56 of the Hebrew calendar, and 173 s for a week 0 of a month of ISO 8601's. This one looks at
/// the days that may match, and as far ahead as it says. So a date that never comes is known at once,
/// and the centre goes on with what others asked for.
struct DaySearch {
    private let calendar: Calendar
    private let wanted: [Calendar.Component: Int]
    private let parts: Set<Calendar.Component>
    private let findsEachDay: Bool

    /// - Parameters:
    ///   - calendar: The calendar; its time zone does not count.
    ///   - wanted: Components of days with their values.
    ///   - findsEachDay: Whether all days match of a week, a month or a year that is wanted; without,
    ///     its first day does.
    init(_ calendar: Calendar, _ wanted: [Calendar.Component: Int], findsEachDay: Bool) {
        self.calendar = calendar.inGMT
        self.wanted = wanted
        self.findsEachDay = findsEachDay
        parts = Set(wanted.keys).union([.era, .year, .month, .day])
    }

    /// One day in seconds: days are looked at by their noons in GMT.
    private static let day = 86400.0

    /// How many years are looked through where none is wanted.
    ///
    /// Within 12 years a day of a month falls on each weekday, 29 February apart, there is a leap year,
    /// and a year has 53 weeks. A month without a leap day, such as February, has a weekday five times
    /// every 28 years, or 40 over a century's end.
    private var yearsAhead: Double {
        if wanted[.weekdayOrdinal] == 5, wanted[.month] != nil { return 41 }
        let isRare =
            wanted[.dayOfYear] != nil || wanted[.weekOfYear] != nil || wanted[.weekOfMonth] != nil
            || (wanted[.day] != nil && wanted[.weekday] != nil)
        return isRare ? 13 : 5
    }

    /// How many years ahead a year may be.
    private static let yearLimit = 1000

    /// A mean year, in days, and how many days a thousand years may be off by it.
    private static let meanYear = 365.2422
    private static let slack = 40.0

    /// The years of a cycle of the Chinese calendar, which counts them anew in each.
    private static let cycle = 60

    /// Returns the first day that matches.
    ///
    /// - Parameter first: The day to begin with, as its noon in GMT.
    /// - Returns: The noon of the day in GMT; nil where none comes in the year that is wanted or, without
    ///   one, within 5 years, 13 for what is rare, and 41 for a fifth weekday of a month.
    func next(from first: Date) -> Date? {
        guard !wanted.isEmpty else { return first }
        for span in spans(from: first) {
            var day = span.lowerBound
            while day <= span.upperBound {
                let found = calendar.dateComponents(parts, from: day)
                if matches(found, day) { return day }
                day += Self.day * Double(step(from: found))
            }
        }
        return nil
    }

    // MARK: Years

    /// The days that are looked at.
    private func spans(from first: Date) -> [ClosedRange<Date>] {
        for part in [Calendar.Component.year, .yearForWeekOfYear] {
            guard let year = wanted[part] else { continue }
            let today = calendar.dateComponents([part, .dayOfYear], from: first)
            guard let current = today.value(for: part), let number = today.dayOfYear else {
                return []
            }
            return distances(to: year, from: current).map { years -> ClosedRange<Date> in
                let begin = (Double(years) * meanYear).rounded() - Double(number)
                let end = begin + meanYear + 2 * Self.slack
                let start = max(first, first + (begin - Self.slack) * Self.day)
                return start...max(start, first + end * Self.day)
            }
        }
        // An era that does not go on has ended, or nobody knows when it begins.
        if let era = wanted[.era], era != calendar.component(.era, from: first) { return [] }
        return [first...(first + yearsAhead * Self.meanYear * Self.day)]
    }

    /// How many years ahead one of a number is; none where it has passed, or is too far off.
    private func distances(to year: Int, from current: Int) -> [Int] {
        var distance = year - current
        guard calendar.identifier == .chinese else {
            return (0...Self.yearLimit).contains(distance) ? [distance] : []
        }
        distance = (distance % Self.cycle + Self.cycle) % Self.cycle
        return [distance, distance + Self.cycle]
    }

    private var meanYear: Double {
        switch calendar.identifier {
        case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: 354.367
        default: Self.meanYear
        }
    }

    // MARK: Days

    private func matches(_ found: DateComponents, _ day: Date) -> Bool {
        guard hasAll(found) else { return found.day == 1 && standsForMissingDay(found, day) }
        return findsEachDay || !hasAll(calendar.dateComponents(parts, from: day - Self.day))
    }

    private func hasAll(_ found: DateComponents) -> Bool {
        wanted.allSatisfy { Self.value($0, of: found) == $1 }
    }

    /// A component's value.
    ///
    /// Foundation has 30 September 2027 in the fourth quarter (6.3), and none but the first in other
    /// calendars than the Gregorian.
    private static func value(_ part: Calendar.Component, of found: DateComponents) -> Int? {
        part == .quarter ? found.month.map { ($0 + 2) / 3 } : found.value(for: part)
    }

    /// Whether the first day of a month stands for a day that the month before does not have.
    private func standsForMissingDay(_ found: DateComponents, _ day: Date) -> Bool {
        guard let number = wanted[.day] else { return false }
        let last = calendar.dateComponents(parts, from: day - Self.day)
        guard let count = last.day, number > count else { return false }
        return wanted.allSatisfy { part, value in
            switch part {
            case .day: true
            case .era, .year, .month: last.value(for: part) == value
            default: Self.value(part, of: found) == value
            }
        }
    }

    /// How many days it is to the next one that may match.
    private func step(from found: DateComponents) -> Int {
        let step = max(1, stepInMonth(from: found), stepInYear(from: found))
        guard let weekday = wanted[.weekday], let current = found.weekday else { return step }
        return step + ((weekday - current - step) % 7 + 7) % 7
    }

    private func stepInMonth(from found: DateComponents) -> Int {
        // Months have 29 days and more, but for the Coptic and Ethiopic calendars' thirteenth.
        guard let day = found.day, let month = found.month, month != 13 else { return 1 }
        if let wanted = wanted[.month], wanted != month { return 27 - day }
        if let wanted = wanted[.day] { return (day < wanted ? min(wanted, 28) : 28) - day }
        guard let wanted = wanted[.weekOfMonth], let week = found.weekOfMonth, week != wanted else {
            return 1
        }
        return week < wanted ? (wanted - week - 1) * 7 + 1 : 27 - day
    }

    /// Years have 353 days and more, and so 50 weeks.
    private func stepInYear(from found: DateComponents) -> Int {
        var step = 1
        if let wanted = wanted[.dayOfYear], let day = found.dayOfYear, day != wanted {
            step = max(step, (day < wanted ? wanted : 353) - day)
        }
        if let wanted = wanted[.weekOfYear], let week = found.weekOfYear, week != wanted {
            step = max(step, ((week < wanted ? wanted : 50) - week - 1) * 7 + 1)
        }
        return step
    }
}

extension Calendar {
    /// The same calendar in GMT.
    var inGMT: Calendar {
        var calendar = self
        calendar.timeZone = .gmt
        return calendar
    }
}
