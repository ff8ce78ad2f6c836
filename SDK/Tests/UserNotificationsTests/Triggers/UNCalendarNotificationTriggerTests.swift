// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNCalendarNotificationTriggerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let components: DateComponents
        let from: String
        let next: String?

        var testDescription: String { name }

        init(_ name: String, from: String, next: String?, _ set: (inout DateComponents) -> Void) {
            self.name = name
            self.from = from
            self.next = next
            var components = DateComponents()
            components.timeZone = TimeZone(identifier: "Europe/Berlin")
            components.calendar = Calendar(identifier: .gregorian)
            set(&components)
            self.components = components
        }
    }

    static let cases: [Case] = [
        Case(
            "a time of day, later today",
            from: "2026-06-10T06:00:00Z",
            next: "2026-06-10T07:30:00Z"
        ) {
            $0.hour = 9
            $0.minute = 30
        },
        Case("a time of day, tomorrow", from: "2026-06-10T08:00:00Z", next: "2026-06-11T07:00:00Z")
        {
            $0.hour = 9
        },
        Case(
            "exactly then is not after",
            from: "2026-06-10T07:00:00Z",
            next: "2026-06-11T07:00:00Z"
        ) {
            $0.hour = 9
        },
        Case("a minute of every hour", from: "2026-06-10T06:50:00Z", next: "2026-06-10T07:15:00Z") {
            $0.minute = 15
        },
        Case("a second of every minute", from: "2026-06-10T06:50:31Z", next: "2026-06-10T06:51:30Z")
        {
            $0.second = 30
        },
        Case("a weekday", from: "2026-06-10T12:00:00Z", next: "2026-06-15T07:00:00Z") {
            $0.weekday = 2
            $0.hour = 9
        },
        Case(
            "a day of the month that not each has",
            from: "2026-06-01T00:00:00Z",
            next: "2026-07-01T08:00:00Z"
        ) {
            $0.day = 31
            $0.hour = 10
        },
        Case("a date of every year", from: "2026-06-10T00:00:00Z", next: "2026-12-24T17:00:00Z") {
            $0.month = 12
            $0.day = 24
            $0.hour = 18
        },
        Case("the leap day", from: "2027-03-02T00:00:00Z", next: "2028-02-29T11:00:00Z") {
            $0.month = 2
            $0.day = 29
            $0.hour = 12
        },
        Case(
            "the leap day of another year",
            from: "2026-03-01T00:00:00Z",
            next: "2026-03-01T11:00:00Z"
        ) {
            $0.month = 2
            $0.day = 29
            $0.hour = 12
        },
        Case("a date with its year", from: "2026-06-10T00:00:00Z", next: "2027-01-01T07:00:00Z") {
            $0.year = 2027
            $0.month = 1
            $0.day = 1
            $0.hour = 8
        },
        Case("a year that has passed", from: "2026-06-10T00:00:00Z", next: nil) {
            $0.year = 2025
            $0.month = 1
            $0.day = 1
        },
        Case(
            "the last-but-one week: an ordinal weekday",
            from: "2026-06-10T00:00:00Z",
            next: "2026-06-18T07:00:00Z"
        ) {
            $0.weekday = 5
            $0.weekdayOrdinal = 3
            $0.hour = 9
        },
        Case(
            "a time that the clock leaves out",
            from: "2026-03-28T12:00:00Z",
            next: "2026-03-29T01:30:00Z"
        ) {
            $0.hour = 2
            $0.minute = 30
        },
        Case(
            "a time that the clock has twice",
            from: "2026-10-24T12:00:00Z",
            next: "2026-10-25T00:30:00Z"
        ) {
            $0.hour = 2
            $0.minute = 30
        },
        Case("nothing", from: "2026-06-10T00:00:00Z", next: nil) { _ in },
        Case("a month that is none", from: "2026-06-10T00:00:00Z", next: nil) { $0.month = 13 },
    ]

    @Test(.timeLimit(.minutes(1)), arguments: cases)
    func `finds the next date`(_ example: Case) throws {
        let trigger = UNCalendarNotificationTrigger(dateMatching: example.components, repeats: true)
        let from = try Date(example.from, strategy: .iso8601)
        let next = trigger.date(after: from)?.formatted(.iso8601)
        #expect(next == example.next)
    }

    @Test func `is reckoned in the user's calendar where none is given`() throws {
        var components = DateComponents()
        components.hour = 9
        let next = try #require(
            UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
                .nextTriggerDate()
        )
        #expect(next > Date())
        #expect(Calendar.current.component(.hour, from: next) == 9)
        #expect(Calendar.current.component(.minute, from: next) == 0)
    }

    @Test func `survives its document`() throws {
        var components = DateComponents()
        components.year = 2030
        components.month = 2
        components.weekOfYear = 7
        components.timeZone = TimeZone(identifier: "Asia/Tokyo")
        components.calendar = Calendar(identifier: .buddhist)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let document = trigger.document
        #expect(document.object("components")?.text("calendar") == "buddhist")
        let read = try #require(UNNotificationTrigger.trigger(from: document))
        #expect(read == trigger && read.repeats)
        let calendar = try #require(read as? UNCalendarNotificationTrigger)
        #expect(calendar.dateComponents.weekOfYear == 7)
        #expect(calendar.dateComponents.timeZone == components.timeZone)
        #expect(calendar.dateComponents.calendar?.identifier == .buddhist)
    }
}
