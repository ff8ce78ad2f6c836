// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

extension NotificationTrigger.DateMatch {
    /// Returns the first time after another that has these components.
    ///
    /// Apple's policy holds: for a day or a time of day that there is not, the next one counts, with
    /// the smaller components as they are. So 29 February is 1 March in other years, and 2:30 is 3:30
    /// where the clock is put forward; where it is put back, the first of two counts.
    ///
    /// - Parameters:
    ///   - time: The time to look from.
    ///   - zone: The user's time zone, for components that name none.
    /// - Returns: The time; nil where none comes, as for a year that has passed.
    package func next(after time: UnixTime, in zone: String) -> UnixTime? {
        guard !components.isEmpty, components.allSatisfy(Self.isInRange), !isOverdetermined else {
            return nil
        }
        let date = Date(timeIntervalSince1970: time.seconds)
        let zone = TimeZone(identifier: timeZone ?? zone) ?? .gmt
        let next = match(after: date, in: zone)
        let skipped = skippedMatch(after: date, before: next, in: zone)
        guard let found = [next, skipped].compactMap(\.self).min() else { return nil }
        let result = UnixTime(seconds: found.timeIntervalSince1970)
        // A match within the millisecond that was looked from would be found for ever.
        return result > time ? result : nil
    }

    /// The values that a component has in some calendar.
    ///
    /// For a weekday's ordinal of 6 Foundation searches for ever (6.3).
    private static let ranges: [String: ClosedRange<Int>] = [
        "era": 0...999, "year": 1...9999, "yearForWeekOfYear": 1...9999, "month": 1...13,
        "day": 1...32, "hour": 0...23, "minute": 0...59, "second": 0...59,
        "nanosecond": 0...999_999_999, "weekday": 1...7, "weekdayOrdinal": 1...5, "quarter": 1...4,
        "weekOfMonth": 0...6, "weekOfYear": 1...56, "dayOfYear": 1...385,
    ]

    private static func isInRange(_ name: String, _ value: Int) -> Bool {
        ranges[name]?.contains(value) ?? true
    }

    /// Whether components name a day in two ways that need not agree, such as a month and a week of the
    /// year.
    ///
    /// Foundation looks through thousands of years for a day on which they do: for a second in the
    /// Gregorian calendar, for minutes in the Chinese one (6.3).
    private var isOverdetermined: Bool {
        components.keys.contains { name in
            guard let partners = Self.partners[name] else { return false }
            return !components.keys.allSatisfy { other in
                other == name || partners.contains(other) || Self.timesOfDay.contains(other)
            }
        }
    }

    /// What may be beside a component, but for times of day; what is absent may be beside all that
    /// may be beside it.
    private static let partners: [String: Set<String>] = [
        "dayOfYear": [], "quarter": ["year"], "weekOfYear": ["yearForWeekOfYear", "weekday"],
        "yearForWeekOfYear": ["weekOfYear", "weekday"],
        "weekOfMonth": ["era", "year", "month", "weekday"],
        "weekdayOrdinal": ["era", "year", "month", "weekday"],
    ]

    private static let timesOfDay: Set = ["hour", "minute", "second", "nanosecond"]

    private func match(after date: Date, in zone: TimeZone) -> Date? {
        var calendar = Self.calendar(named: self.calendar)
        calendar.timeZone = zone
        return calendar.nextDate(
            after: date,
            matching: dateComponents,
            matchingPolicy: .nextTimePreservingSmallerComponents,
            repeatedTimePolicy: .first,
            direction: .forward
        )
    }

    /// The match in an hour that the clock skips, as the clock would have shown it had it not.
    ///
    /// Foundation on Linux passes over the whole day where less than an hour is skipped, as on Lord
    /// Howe Island (6.3).
    private func skippedMatch(after date: Date, before next: Date?, in zone: TimeZone) -> Date? {
        var from = date.addingTimeInterval(-7200)
        for _ in 0..<Self.transitionLimit {
            guard let change = zone.nextDaylightSavingTimeTransition(after: from),
                next.map({ change < $0 }) ?? true
            else { return nil }
            let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
            let gap = Double(zone.secondsFromGMT(for: change) - before)
            if gap > 0, let old = TimeZone(secondsFromGMT: before),
                let found = match(after: change.addingTimeInterval(-0.001), in: old),
                found < change.addingTimeInterval(gap), found > date
            {
                return found
            }
            from = change
        }
        return nil
    }

    /// How many changes of the clock are looked at; a date beyond them is found by Foundation alone.
    private static let transitionLimit = 8

    private static func calendar(named name: String?) -> Calendar {
        let identifiers: [Calendar.Identifier] = [
            .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem,
            .hebrew, .iso8601, .indian, .islamic, .islamicCivil, .islamicTabular,
            .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
        ]
        return Calendar(identifier: identifiers.first { "\($0)" == name } ?? .gregorian)
    }

    private var dateComponents: DateComponents {
        var result = DateComponents()
        for (name, value) in components { result.set(value, named: name) }
        return result
    }
}

extension DateComponents {
    fileprivate mutating func set(_ value: Int, named name: String) {
        switch name {
        case "era": era = value
        case "year": year = value
        case "month": month = value
        case "day": day = value
        case "hour": hour = value
        case "minute": minute = value
        case "second": second = value
        case "nanosecond": nanosecond = value
        case "weekday": weekday = value
        case "weekdayOrdinal": weekdayOrdinal = value
        case "quarter": quarter = value
        case "weekOfMonth": weekOfMonth = value
        case "weekOfYear": weekOfYear = value
        case "yearForWeekOfYear": yearForWeekOfYear = value
        case "dayOfYear": dayOfYear = value
        default: break
        }
    }
}
