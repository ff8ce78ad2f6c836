// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
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
            name: "every minute at zero seconds",
            zone: "UTC",
            match: ["second": 0],
            from: "2026-01-01T00:00:00Z",
            expected: ["2026-01-01T00:01:00Z", "2026-01-01T00:02:00Z"]
        ),
    ]

    private func time(_ text: String) throws -> UnixTime {
        UnixTime(seconds: try Date(text, strategy: .iso8601).timeIntervalSince1970)
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

    /// Foundation searches for seconds, or for ever, for some of these.
    @Test(
        arguments: [
            ["weekdayOrdinal": 6], ["weekdayOrdinal": 6, "weekday": 2], ["weekdayOrdinal": 0],
            ["weekday": 8], ["month": 14], ["day": 33], ["hour": 24], ["minute": 60],
            ["second": -1],
            ["nanosecond": 1_000_000_000], ["quarter": 5], ["weekOfMonth": 7], ["weekOfYear": 57],
            ["dayOfYear": 386], ["era": 1000], ["year": 10_000], ["yearForWeekOfYear": 0],
            ["month": 1, "hour": 0, "dayOfYear": 366], ["month": 1, "weekOfYear": 53],
        ] as [[String: Int]],
        [nil, "chinese"]
    )
    func `finds no date for components that no calendar has`(
        _ components: [String: Int],
        calendar: String?
    ) {
        let match = NotificationTrigger.DateMatch(components, calendar: calendar)
        #expect(match.next(after: CenterFixture.noon, in: "Europe/Berlin") == nil)
    }
}
