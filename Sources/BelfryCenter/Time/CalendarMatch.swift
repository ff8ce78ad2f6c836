// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

extension NotificationTrigger.DateMatch {
    /// Returns the first time after another that has these components.
    ///
    /// Apple's policy holds: for a day or a time of day that there is not, the next one counts, with
    /// the smaller components as they are. So 29 February is 1 March in other years, and 2:30 is 3:30
    /// where the clock is put forward; where it is put back, the first of two counts. A day without a
    /// time of day is its beginning.
    ///
    /// - Parameters:
    ///   - time: The time to look from.
    ///   - zone: The user's time zone, for components that name none.
    /// - Returns: The time; nil where none comes, as for a year that has passed.
    package func next(after time: UnixTime, in zone: String) -> UnixTime? {
        guard !components.isEmpty, components.allSatisfy(Self.isInRange) else { return nil }
        let zone = TimeZone(identifier: timeZone ?? zone) ?? .gmt
        // Times are kept in milliseconds: what is left of them is added to a whole second.
        let rest = Int64((components["nanosecond"] ?? 0) / 1_000_000)
        let date = Date(timeIntervalSince1970: (time + -rest).seconds)
        guard let found = next(after: date, in: zone) else { return nil }
        let result = UnixTime(seconds: found.timeIntervalSince1970) + rest
        return result > time ? result : nil
    }

    /// The values that a component has in some calendar.
    private static let ranges: [String: ClosedRange<Int>] = [
        "era": 0...999, "year": 1...9999, "yearForWeekOfYear": 1...9999, "month": 1...13,
        "day": 1...32, "hour": 0...23, "minute": 0...59, "second": 0...59,
        "nanosecond": 0...999_999_999, "weekday": 1...7, "weekdayOrdinal": 1...5, "quarter": 1...4,
        "weekOfMonth": 0...6, "weekOfYear": 1...56, "dayOfYear": 1...385,
    ]

    private static func isInRange(_ name: String, _ value: Int) -> Bool {
        ranges[name]?.contains(value) ?? true
    }

    /// The components of days, by their names.
    private static let dayParts: [String: Calendar.Component] = [
        "era": .era, "year": .year, "month": .month, "day": .day, "weekday": .weekday,
        "weekdayOrdinal": .weekdayOrdinal, "quarter": .quarter, "weekOfMonth": .weekOfMonth,
        "weekOfYear": .weekOfYear, "yearForWeekOfYear": .yearForWeekOfYear,
        "dayOfYear": .dayOfYear,
    ]

    private func next(after date: Date, in zone: TimeZone) -> Date? {
        guard let days else { return nil }
        let named = Set(days.keys)
        let isOfEachMonth = named.contains(.month) && !named.contains(.year)
        let namesDay = named.contains(.day) || named.contains(.dayOfYear)
        let times = times(ofEachHour: !isOfEachMonth && !namesDay)
        let search = DaySearch(
            Self.calendar(named: calendar),
            days,
            findsEachDay: times != nil && !isOfEachMonth
        )
        let clock = DayClock(zone: zone, times)
        var first = clock.noon(of: date)
        // The time may have passed on the first day, and a zone may skip a whole day.
        for _ in 0..<Self.dayLimit {
            guard let noon = search.next(from: first) else { return nil }
            if let found = clock.time(in: noon, after: date) { return found }
            first = noon + 86400
        }
        return nil
    }

    private static let dayLimit = 4

    /// What is named of the day; nil for an era alone, which began once, and for nothing but a part of
    /// a second.
    ///
    /// As in Foundation, a month without a year has one match a year: with a weekday, it is the first
    /// such day.
    private var days: [Calendar.Component: Int]? {
        guard components.keys.contains(where: { $0 != "nanosecond" }) else { return nil }
        var days: [Calendar.Component: Int] = [:]
        for (name, value) in components {
            if let part = Self.dayParts[name] { days[part] = value }
        }
        let named = Set(days.keys)
        if named == [.era] { return nil }
        if named == [.month, .weekday] { days[.weekdayOrdinal] = 1 }
        return days
    }

    /// What is named of the time of day.
    ///
    /// - Parameter isOfEachHour: Whether a minute without an hour is that of each hour; without, it is
    ///   that of the day's first.
    /// - Returns: Hours, minutes and seconds; nil where none is named.
    private func times(ofEachHour isOfEachHour: Bool) -> DateComponents? {
        let parts: [(String, WritableKeyPath<DateComponents, Int?>)] = [
            ("hour", \.hour), ("minute", \.minute), ("second", \.second),
        ]
        guard parts.contains(where: { components[$0.0] != nil }) else { return nil }
        var times = DateComponents()
        for (name, part) in parts {
            times[keyPath: part] = components[name] ?? (isOfEachHour ? nil : 0)
        }
        return times
    }

    private static func calendar(named name: String?) -> Calendar {
        let identifiers: [Calendar.Identifier] = [
            .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem,
            .hebrew, .iso8601, .indian, .islamic, .islamicCivil, .islamicTabular,
            .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
        ]
        return Calendar(identifier: identifiers.first { "\($0)" == name } ?? .gregorian)
    }
}

/// The times of a day in a time zone.
private struct DayClock {
    private let local: Calendar
    private let gmt: Calendar
    private let times: DateComponents?

    /// - Parameters:
    ///   - zone: The time zone.
    ///   - times: Hours and smaller components that times have; nil for the beginning of each day.
    init(zone: TimeZone, _ times: DateComponents?) {
        var local = Calendar(identifier: .gregorian)
        gmt = local.inGMT
        local.timeZone = zone
        self.local = local
        self.times = times
    }

    /// The day that a time is in, as its noon in GMT.
    func noon(of time: Date) -> Date {
        let offset = Double(local.timeZone.secondsFromGMT(for: time))
        return gmt.startOfDay(for: time + offset) + 43200
    }

    /// The first such time of a day after another time; nil for none.
    func time(in noon: Date, after date: Date) -> Date? {
        guard let start = beginning(of: noon),
            let end = beginning(of: noon + 86400) ?? beginning(of: noon + 2 * 86400)
        else { return nil }
        guard let times else { return start > date ? start : nil }
        let from = max(date, start - 0.001)
        let found = Self.next(after: from, times, in: local).flatMap { $0 < end ? $0 : nil }
        let skipped = skipped(times, on: noon, from: start, to: end, after: date)
        return [found, skipped].compactMap(\.self).min()
    }

    /// The beginning of a day; nil where the zone skips the day.
    private func beginning(of noon: Date) -> Date? {
        let day = gmt.dateComponents([.era, .year, .month, .day], from: noon)
        guard let start = local.date(from: day).map(local.startOfDay(for:)),
            self.noon(of: start) == noon
        else { return nil }
        return start
    }

    /// The time in an hour of a day that the clock skips, as the clock would have shown it had it not.
    ///
    /// Foundation on Linux passes over the whole day where less than an hour is skipped, as on Lord
    /// Howe Island (6.3). In Nuuk the hour before a midnight is skipped, and the time is on the next day
    /// by the new clock.
    private func skipped(
        _ times: DateComponents,
        on noon: Date,
        from start: Date,
        to end: Date,
        after date: Date
    ) -> Date? {
        let zone = local.timeZone
        guard let change = zone.nextDaylightSavingTimeTransition(after: start - 1), change <= end
        else { return nil }
        let before = zone.secondsFromGMT(for: change - 1)
        let gap = Double(zone.secondsFromGMT(for: change) - before)
        guard gap > 0, let old = TimeZone(secondsFromGMT: before) else { return nil }
        var calendar = local
        calendar.timeZone = old
        let from = max(date, change - 0.001)
        guard let found = Self.next(after: from, times, in: calendar), found < change + gap,
            gmt.startOfDay(for: found + Double(before)) + 43200 == noon
        else { return nil }
        return found
    }

    private static func next(
        after date: Date,
        _ times: DateComponents,
        in calendar: Calendar
    ) -> Date? {
        calendar.nextDate(
            after: date,
            matching: times,
            matchingPolicy: .nextTimePreservingSmallerComponents,
            repeatedTimePolicy: .first,
            direction: .forward
        )
    }
}
