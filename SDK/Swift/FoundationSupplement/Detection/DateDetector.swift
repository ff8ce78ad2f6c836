// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Finds dates and times in a text: days with a time or without, and times that say that they are.
///
/// It reads words and numbers from the left and looks at a dozen of them at most for each.
struct DateDetector {
    private let reader: DateReader
    private let moment: Date
    private let calendar: Calendar

    init(_ text: DetectorText, at moment: Date = Date()) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        self.calendar = calendar
        self.moment = moment
        let today = calendar.dateComponents([.year, .month, .day, .weekday], from: moment)
        reader = DateReader(text, today: today, calendar: calendar)
    }

    func dates() -> [DetectedResult] {
        var found: [DetectedResult] = []
        var index = 0
        while index < reader.tokens.count {
            if let (result, end) = date(at: index) {
                found.append(result)
                index = end
            } else {
                index += 1
            }
        }
        return found
    }

    /// A date that begins at a token, and the token after it.
    private func date(at index: Int) -> (DetectedResult, Int)? {
        var parts: (day: DateReader.Day?, time: DateReader.Time?)
        var end: Int
        if let (day, dayEnd) = reader.day(at: index) {
            (parts.day, end) = (day, dayEnd)
            if let (time, timeEnd) = reader.time(after: dayEnd) {
                (parts.time, end) = (time, timeEnd)
            }
        } else if let (time, timeEnd) = reader.time(at: index) {
            (parts.time, end) = (time, timeEnd)
            if let (day, dayEnd) = reader.day(after: timeEnd) { (parts.day, end) = (day, dayEnd) }
        } else {
            return nil
        }
        guard let date = date(parts.day, parts.time) else { return nil }
        let place = reader.tokens[index].place.lowerBound..<reader.tokens[end - 1].place.upperBound
        return (
            DetectedResult(.date(date, parts.time?.zone), at: reader.text.range(place)), end
        )
    }

    /// A day without a time is at noon, as Apple's; a time without a day is today.
    private func date(_ day: DateReader.Day?, _ time: DateReader.Time?) -> Date? {
        let today = calendar.dateComponents([.year, .month, .day], from: moment)
        let day = day ?? DateReader.Day(today.year ?? 0, today.month ?? 0, today.day ?? 0)
        var components = DateComponents(year: day.year, month: day.month, day: day.day)
        components.timeZone = time?.zone
        components.hour = time?.hour ?? 12
        components.minute = time?.minute ?? 0
        components.second = time?.second ?? 0
        return calendar.date(from: components)
    }
}
