// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The hours of a schedule around a time, in a time zone.
struct FocusHours {
    /// When it is on, in order; none of them overlap.
    private let spans: [Range<UnixTime>]

    /// Finds the hours from the day before a time to the ninth day after it.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - time: The time.
    ///   - zone: The user's time zone.
    init(_ schedule: FocusSchedule, around time: UnixTime, in zone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        let parts = calendar.dateComponents(
            [.era, .year, .month, .day],
            from: Date(timeIntervalSince1970: time.seconds)
        )
        var spans: [Range<UnixTime>] = []
        for offset in -1...9 {
            var day = parts
            day.day = (parts.day ?? 1) + offset
            // Noon is there on every day that a calendar has.
            day.hour = 12
            guard let noon = calendar.date(from: day),
                schedule.weekdays.contains(calendar.component(.weekday, from: noon))
            else { continue }
            let isOverMidnight = schedule.to <= schedule.from
            let start = Self.time(schedule.from, of: day, in: calendar)
            if isOverMidnight { day.day = (day.day ?? 1) + 1 }
            let end = Self.time(schedule.to, of: day, in: calendar)
            // Where the clock is put forward over both of them there is nothing between.
            guard let start, let end, start < end else { continue }
            guard let last = spans.last, last.upperBound >= start else {
                spans.append(start..<end)
                continue
            }
            spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, end)
        }
        self.spans = spans
    }

    /// A time of a day.
    ///
    /// For one that the clock skips it is as much later as the clock is put forward, and
    /// of two it is the first.
    private static func time(
        _ minute: Int,
        of day: DateComponents,
        in calendar: Calendar
    ) -> UnixTime? {
        var parts = day
        parts.hour = minute / 60
        parts.minute = minute % 60
        return calendar.date(from: parts).map { UnixTime(seconds: $0.timeIntervalSince1970) }
    }

    /// Whether it is on at a time.
    func contain(_ time: UnixTime) -> Bool { spans.contains { $0.contains(time) } }

    /// When it goes on or off first after a time; nil for never.
    func next(after time: UnixTime) -> UnixTime? {
        spans.lazy.flatMap { [$0.lowerBound, $0.upperBound] }.first { $0 > time }
    }
}
