// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryPlot
internal import Foundation

/// Which time statistics are of, and into what parts it is divided.
enum StatisticsSpan: String, CaseIterable {
    /// The last 24 hours, by the hour.
    case day

    /// The last seven days, by the day.
    case week

    /// The parts, the one that goes on last.
    ///
    /// - Parameters:
    ///   - now: The time by the centre's clock.
    ///   - zone: Where the days begin.
    /// - Returns: Spans that follow each other; a day is 23 or 25 hours long where the clock is changed.
    func parts(until now: UnixTime, in zone: TimeZone) -> [Range<UnixTime>] {
        let calendar = Self.calendar(in: zone)
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        let bounds: [Date]
        switch self {
        case .day:
            let hour = calendar.dateInterval(of: .hour, for: date)?.start ?? date
            bounds = (-23...1).map { hour.addingTimeInterval(Double($0) * 3600) }
        case .week:
            let today = calendar.startOfDay(for: date)
            bounds = (-6...1).map { calendar.date(byAdding: .day, value: $0, to: today) ?? today }
        }
        let times = bounds.map { UnixTime(seconds: $0.timeIntervalSince1970.rounded()) }
        return zip(times, times.dropFirst()).map { $0..<max($0, $1) }
    }

    /// The parts as the axis of a plot.
    func axis(of parts: [Range<UnixTime>], in zone: TimeZone) -> TimeAxis {
        let calendar = Self.calendar(in: zone)
        let starts = parts.map { part in
            calendar.dateComponents(
                [.hour, .minute, .weekday, .day],
                from: Date(timeIntervalSince1970: Double(part.lowerBound.milliseconds) / 1000)
            )
        }
        switch self {
        case .day:
            let names = starts.map { DayTime.text(($0.hour ?? 0) * 60 + ($0.minute ?? 0)) }
            let labels = zip(starts, names).enumerated().filter { ($1.0.hour ?? 0) % 3 == 0 }
                .map { (place: Double($0), text: $1.1) }
            return TimeAxis(names: names, labels: labels)
        case .week:
            let names = starts.map {
                "\(Self.weekdays[(($0.weekday ?? 1) - 1) % 7]) \($0.day ?? 0)"
            }
            let labels = names.enumerated().map { (place: Double($0) + 0.5, text: $1) }
            return TimeAxis(names: names, labels: labels)
        }
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
