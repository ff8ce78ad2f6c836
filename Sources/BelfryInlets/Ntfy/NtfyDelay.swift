// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// When a message is to come: seconds of UNIX time, a while from now, or a time of day.
///
/// Of what ntfy takes in English this is what its page shows: `1639194738`, `30min`, `2 days`,
/// `1h30m`, `10am`, `9:30pm`, `21:30`, `tomorrow`, `tomorrow, 10am`, `Tuesday, 7am`.
package enum NtfyDelay {
    /// The shortest and the longest time that a message waits, in seconds.
    private static let range: ClosedRange<Double> = 10...259_200

    /// Finds the time.
    ///
    /// - Parameters:
    ///   - text: What the sender wrote.
    ///   - now: The time, in seconds of UNIX time.
    ///   - timeZone: Where times of day are meant, such as `Europe/Berlin`.
    /// - Returns: Seconds of UNIX time.
    /// - Throws: ``InletError`` for a text that is no time, or a time that is too soon or too late.
    package static func due(
        _ text: String,
        now: Double,
        timeZone: String
    ) throws(InletError) -> Double {
        guard let zone = TimeZone(identifier: timeZone) else {
            throw .delay("there is no time zone \(timeZone.quoted)")
        }
        let words = text.lowercased().trimmed
        guard let due = stamp(words) ?? duration(words).map({ now + $0 }) ?? day(words, now, zone)
        else { throw .delay("unable to parse delay") }
        guard due - now >= range.lowerBound else {
            throw InletError(40005, "invalid delay parameter: too small; 10 seconds at least")
        }
        guard due - now <= range.upperBound else {
            throw InletError(40006, "invalid delay parameter: too large; 3 days at most")
        }
        return due
    }

    private static func stamp(_ text: String) -> Double? {
        guard text.utf8.count >= 9, let seconds = Int64(text), seconds > 0 else { return nil }
        return Double(seconds)
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "mins": 60,
        "minute": 60, "minutes": 60, "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400,
        "day": 86_400, "days": 86_400,
    ]

    /// Numbers, each with its unit, such as `1h30m` and `2 days`.
    private static func duration(_ text: String) -> Double? {
        var rest = text[...]
        var seconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count).drop { $0.isWhitespace || $0 == "," }
            guard digits.count <= 9, let number = Double(digits), let length = units[String(unit)]
            else { return nil }
            seconds += number * length
        }
        return text.isEmpty ? nil : seconds
    }

    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// A day, a time of day, or both; a time of day that has passed today is tomorrow's.
    private static func day(_ text: String, _ now: Double, _ zone: TimeZone) -> Double? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = Date(timeIntervalSince1970: now)
        var words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
            .filter { $0 != "at" }
        // `10 am` is one time.
        if words.count > 1, let half = words.last, ["am", "pm"].contains(half) {
            words.removeLast()
            words[words.count - 1] += half
        }
        guard let first = words.first else { return nil }
        let ahead = ["today": 0, "tomorrow": 1][first]
        let weekday = weekdays.firstIndex(of: first).map { $0 + 1 }
        if ahead != nil || weekday != nil { words.removeFirst() }
        guard words.count <= 1 else { return nil }
        // A day alone is the same time of it.
        var wanted = calendar.dateComponents([.hour, .minute], from: today)
        wanted.second = 0
        if let word = words.first {
            guard let time = Self.time(word) else { return nil }
            wanted.hour = time.hour
            wanted.minute = time.minute
        }
        guard let ahead else {
            wanted.weekday = weekday
            return calendar.nextDate(after: today, matching: wanted, matchingPolicy: .nextTime)?
                .timeIntervalSince1970
        }
        guard let day = calendar.date(byAdding: .day, value: ahead, to: today) else { return nil }
        let date = calendar.dateComponents([.year, .month, .day], from: day)
        (wanted.year, wanted.month, wanted.day) = (date.year, date.month, date.day)
        return calendar.date(from: wanted)?.timeIntervalSince1970
    }

    /// A time of day: `10am`, `9:30pm`, `21:30`.
    private static func time(_ word: String) -> (hour: Int, minute: Int)? {
        let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
        let parts = (half == nil ? word : String(word.dropLast(2))).split(separator: ":")
        guard (1...2).contains(parts.count), half != nil || parts.count == 2,
            let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0,
            (0...59).contains(minute)
        else { return nil }
        guard let half else { return (0...23).contains(hour) ? (hour, minute) : nil }
        return (1...12).contains(hour) ? (hour % 12 + half, minute) : nil
    }
}
