// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryRandom
import CenterSimulation
import Foundation
import Testing

@Suite struct TriggerScheduleTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let zone: String
        let match: [String: Int]
        let from: String
        let expected: [String]

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "half past two, Berlin, the clock is put forward",
            zone: "Europe/Berlin",
            match: ["hour": 2, "minute": 30],
            from: "2026-03-28T12:00:00+01:00",
            expected: ["2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00"]
        ),
        Row(
            name: "half past two, Berlin, the clock is put back",
            zone: "Europe/Berlin",
            match: ["hour": 2, "minute": 30],
            from: "2026-10-24T12:00:00+02:00",
            expected: ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"]
        ),
        Row(
            name: "half past two, New York, the clock is put forward",
            zone: "America/New_York",
            match: ["hour": 2, "minute": 30],
            from: "2026-03-07T12:00:00-05:00",
            expected: ["2026-03-08T03:30:00-04:00", "2026-03-09T02:30:00-04:00"]
        ),
        Row(
            name: "half past one, New York, the clock is put back",
            zone: "America/New_York",
            match: ["hour": 1, "minute": 30],
            from: "2026-10-31T12:00:00-04:00",
            expected: ["2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"]
        ),
        Row(
            name: "a quarter past two, Lord Howe, forward by half an hour",
            zone: "Australia/Lord_Howe",
            match: ["hour": 2, "minute": 15],
            from: "2026-10-03T12:00:00+10:30",
            expected: ["2026-10-04T02:45:00+11:00", "2026-10-05T02:15:00+11:00"]
        ),
        Row(
            name: "a quarter to two, Lord Howe, back by half an hour",
            zone: "Australia/Lord_Howe",
            match: ["hour": 1, "minute": 45],
            from: "2026-04-04T12:00:00+11:00",
            expected: ["2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"]
        ),
        Row(
            name: "a weekday across the change keeps its hour",
            zone: "Europe/Berlin",
            match: ["weekday": 2, "hour": 9],
            from: "2026-03-23T10:00:00+01:00",
            expected: ["2026-03-30T09:00:00+02:00", "2026-04-06T09:00:00+02:00"]
        ),
        Row(
            name: "a leap day is 1 March in other years",
            zone: "UTC",
            match: ["month": 2, "day": 29],
            from: "2027-01-01T00:00:00Z",
            expected: ["2027-03-01T00:00:00Z", "2028-02-29T00:00:00Z"]
        ),
        Row(
            name: "the 31st is the 1st in shorter months",
            zone: "UTC",
            match: ["day": 31, "hour": 8],
            from: "2026-04-15T00:00:00Z",
            expected: ["2026-05-01T08:00:00Z", "2026-05-31T08:00:00Z"]
        ),
        Row(
            name: "a leap day keeps its hour on 1 March",
            zone: "Europe/Berlin",
            match: ["month": 2, "day": 29, "hour": 9],
            from: "2026-07-01T17:20:00Z",
            expected: ["2027-03-01T09:00:00+01:00", "2028-02-29T09:00:00+01:00"]
        ),
        Row(
            name: "a month is its first day",
            zone: "Asia/Tokyo",
            match: ["month": 9],
            from: "2026-09-11T05:57:26Z",
            expected: ["2027-09-01T00:00:00+09:00", "2028-09-01T00:00:00+09:00"]
        ),
        Row(
            name: "a month and a weekday are the first such day of it",
            zone: "UTC",
            match: ["month": 9, "weekday": 6, "hour": 7],
            from: "2026-09-24T05:48:32Z",
            expected: ["2027-09-03T07:00:00Z", "2028-09-01T07:00:00Z"]
        ),
        Row(
            name: "a weekday and a minute are each hour's of that day",
            zone: "America/Havana",
            match: ["weekday": 1, "minute": 13],
            from: "2026-06-01T02:35:58Z",
            expected: ["2026-05-31T23:13:00-04:00", "2026-06-07T00:13:00-04:00"]
        ),
        Row(
            name: "Friday the 13th in February",
            zone: "UTC",
            match: ["month": 2, "day": 13, "weekday": 6],
            from: "2026-03-01T00:00:00Z",
            expected: ["2032-02-13T00:00:00Z", "2037-02-13T00:00:00Z"]
        ),
        Row(
            name: "a year far off, late in this one",
            zone: "UTC",
            match: ["year": 2126, "month": 12, "day": 31],
            from: "2026-12-30T00:00:00Z",
            expected: ["2126-12-31T00:00:00Z"]
        ),
        Row(
            name: "a quarter is its first day",
            zone: "UTC",
            match: ["quarter": 4],
            from: "2026-10-02T00:00:00Z",
            expected: ["2027-10-01T00:00:00Z", "2028-10-01T00:00:00Z"]
        ),
        Row(
            name: "the 366th day, in leap years alone",
            zone: "UTC",
            match: ["dayOfYear": 366],
            from: "2026-01-01T00:00:00Z",
            expected: ["2028-12-31T00:00:00Z", "2032-12-31T00:00:00Z"]
        ),
        Row(
            name: "week 53 of the year",
            zone: "UTC",
            match: ["weekOfYear": 53, "weekday": 7],
            from: "2026-01-01T00:00:00Z",
            expected: ["2028-12-30T00:00:00Z"]
        ),
        Row(
            name: "an hour of each day of a month of one year",
            zone: "UTC",
            match: ["year": 2026, "month": 12, "hour": 9],
            from: "2026-11-28T00:00:00Z",
            expected: ["2026-12-01T09:00:00Z", "2026-12-02T09:00:00Z"]
        ),
        Row(
            name: "the fifth Monday in May, six years apart",
            zone: "UTC",
            match: ["month": 5, "weekday": 2, "weekdayOrdinal": 5],
            from: "2027-06-01T00:00:00Z",
            expected: ["2028-05-29T00:00:00Z", "2032-05-31T00:00:00Z"]
        ),
        Row(
            name: "the fifth Sunday in February, 28 years apart",
            zone: "UTC",
            match: ["month": 2, "weekday": 1, "weekdayOrdinal": 5],
            from: "2026-01-01T00:00:00Z",
            expected: ["2032-02-29T00:00:00Z", "2060-02-29T00:00:00Z"]
        ),
        Row(
            name: "a part of a second",
            zone: "UTC",
            match: ["hour": 9, "minute": 0, "nanosecond": 123_456_789],
            from: "2026-05-01T09:30:00Z",
            expected: ["2026-05-02T09:00:00.123Z", "2026-05-03T09:00:00.123Z"]
        ),
        Row(
            name: "before a midnight that the clock skips, Nuuk",
            zone: "America/Nuuk",
            match: ["weekday": 7, "hour": 23, "minute": 30],
            from: "2026-03-27T00:00:00Z",
            expected: ["2026-03-29T01:30:00Z", "2026-04-05T00:30:00Z"]
        ),
        Row(
            name: "after a midnight that the clock skips, Nuuk",
            zone: "America/Nuuk",
            match: ["weekday": 1, "hour": 23, "minute": 30],
            from: "2026-03-28T12:00:00Z",
            expected: ["2026-03-30T00:30:00Z", "2026-04-06T00:30:00Z"]
        ),
        Row(
            name: "a day whose midnight is skipped, Cairo",
            zone: "Africa/Cairo",
            match: ["weekday": 6, "hour": 0, "minute": 30],
            from: "2026-04-23T00:00:00Z",
            expected: ["2026-04-24T01:30:00+03:00", "2026-05-01T00:30:00+03:00"]
        ),
        Row(
            name: "midnight, where the clock skips it",
            zone: "America/Havana",
            match: ["hour": 0, "minute": 30],
            from: "2026-03-07T12:00:00-05:00",
            expected: ["2026-03-08T01:30:00-04:00", "2026-03-09T00:30:00-04:00"]
        ),
        Row(
            name: "every minute at zero seconds",
            zone: "UTC",
            match: ["second": 0],
            from: "2026-01-01T00:00:00Z",
            expected: ["2026-01-01T00:01:00Z", "2026-01-01T00:02:00Z"]
        ),
    ]

    private func time(_ text: String) throws -> UnixTime {
        let isFraction = text.contains(".")
        let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: isFraction)
        return UnixTime(seconds: try Date(text, strategy: strategy).timeIntervalSince1970)
    }

    @Test(arguments: rows)
    func `finds the dates of a calendar trigger`(_ row: Row) throws {
        let schedule = TriggerSchedule(timeZone: row.zone)
        let trigger = NotificationTrigger.calendar(.init(row.match), repeats: true)
        var found = try time(row.from)
        for expected in row.expected {
            found = try #require(schedule.first(of: trigger, from: found))
            #expect(found == (try time(expected)))
        }
    }

    @Test func `counts the occurrences that passed, and goes on after now`() throws {
        let schedule = TriggerSchedule(timeZone: "UTC")
        let trigger = NotificationTrigger.calendar(.init(["minute": 0]), repeats: true)
        let due = try time("2026-05-01T10:00:00Z")
        let now = try time("2026-05-01T13:30:00Z")
        let (next, passed) = schedule.next(after: due, of: trigger, now: now)
        #expect(next == (try time("2026-05-01T14:00:00Z")))
        #expect(passed == 4)
    }

    @Test func `keeps the phase of an interval that was missed`() {
        let schedule = TriggerSchedule(timeZone: "UTC")
        let due = UnixTime(seconds: 1000)
        let (next, passed) = schedule.next(
            after: due,
            of: .timeInterval(seconds: 60, repeats: true),
            now: UnixTime(seconds: 1130)
        )
        #expect(next == UnixTime(seconds: 1180))
        #expect(passed == 3)
    }

    @Test func `finds no date in a year that has passed`() throws {
        let match = NotificationTrigger.DateMatch(["year": 2020, "month": 1, "day": 1])
        #expect(match.next(after: try time("2026-01-01T00:00:00Z"), in: "UTC") == nil)
    }

    /// Foundation searches for minutes, or for ever, for some of these.
    @Test(
        arguments: [
            ["weekdayOrdinal": 6], ["weekdayOrdinal": 6, "weekday": 2], ["weekdayOrdinal": 0],
            ["weekday": 8], ["month": 14], ["day": 33], ["hour": 24], ["minute": 60],
            ["second": -1],
            ["nanosecond": 1_000_000_000], ["quarter": 5], ["weekOfMonth": 7], ["weekOfYear": 57],
            ["dayOfYear": 386], ["era": 1000], ["year": 10_000], ["yearForWeekOfYear": 0],
            ["month": 1, "hour": 0, "dayOfYear": 366], ["month": 1, "weekOfYear": 51],
            ["weekOfYear": 56], ["dayOfYear": 385, "weekday": 8], ["weekOfMonth": 6, "month": 15],
            ["era": 1], ["month": 13, "day": 32, "era": 9],
        ] as [[String: Int]],
        [
            nil, "buddhist", "chinese", "coptic", "hebrew", "indian", "islamic", "iso8601",
            "japanese", "persian",
        ]
    )
    func `finds no date for components that no calendar has`(
        _ components: [String: Int],
        calendar: String?
    ) {
        let match = NotificationTrigger.DateMatch(components, calendar: calendar)
        #expect(match.next(after: CenterFixture.noon, in: "Europe/Berlin") == nil)
    }

    /// Foundation takes 173 s for the first of these (6.3), and 13 s for the second.
    @Test(
        arguments: [
            ("iso8601", ["weekOfMonth": 0], "2026-05-01T00:00:00+02:00"),
            ("chinese", ["dayOfYear": 384], "2029-02-12T00:00:00+01:00"),
            ("chinese", ["year": 1, "month": 1, "day": 1], "2044-01-30T00:00:00+01:00"),
        ]
    )
    func `finds what is rare`(
        calendar: String,
        _ components: [String: Int],
        expected: String
    ) throws {
        let match = NotificationTrigger.DateMatch(components, calendar: calendar)
        let found = match.next(after: CenterFixture.noon, in: "Europe/Berlin")
        #expect(found == (try time(expected)))
    }

    @Test func `finds what Foundation finds, where it finds the usual`() throws {
        var random = SeededGenerator(seed: 2028)
        let ranges: [(String, ClosedRange<Int>)] = [
            ("month", 1...12), ("day", 1...28), ("weekday", 1...7), ("hour", 0...23),
            ("minute", 0...59), ("second", 0...59),
        ]
        let zones = ["Europe/Berlin", "UTC", "Australia/Lord_Howe", "America/Havana"]
        var count = 0
        while count < 1000 {
            var parts: [String: Int] = [:]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (name, range) = ranges[Int.random(in: 0..<ranges.count, using: &random)]
                parts[name] = Int.random(in: range, using: &random)
            }
            // A weekday with a day or a month has a row of its own.
            if parts["weekday"] != nil, parts["day"] != nil || parts["month"] != nil { continue }
            count += 1
            let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
            let seconds = Double(Int.random(in: 1_767_000_000...1_797_000_000, using: &random))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: zone))
            let expected = calendar.nextDate(
                after: Date(timeIntervalSince1970: seconds),
                matching: DateComponents(
                    month: parts["month"],
                    day: parts["day"],
                    hour: parts["hour"],
                    minute: parts["minute"],
                    second: parts["second"],
                    weekday: parts["weekday"]
                ),
                matchingPolicy: .nextTimePreservingSmallerComponents
            )
            let found = NotificationTrigger.DateMatch(parts)
                .next(after: UnixTime(seconds: seconds), in: zone)
            #expect(
                found?.seconds == expected?.timeIntervalSince1970,
                "\(parts) \(zone) \(seconds)"
            )
        }
    }
}
