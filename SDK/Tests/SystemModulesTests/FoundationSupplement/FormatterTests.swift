// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import Testing

/// The formatters that Foundation has on Apple's systems alone.
@Suite(.timeLimit(.minutes(1)))
struct FormatterTests {
    private static let day = 86_400.0
    private let english = Locale(identifier: "en_US")

    @Test(arguments: [
        (-5.0, "5 seconds ago", "5 seconds ago"), (0, "in 0 seconds", "now"),
        (119, "in 1 minute", "in 1 minute"), (5400, "in 1 hour", "in 1 hour"),
        (-day, "1 day ago", "yesterday"), (day, "in 1 day", "tomorrow"),
        (8 * day, "in 1 week", "next week"), (-40 * day, "1 month ago", "last month"),
        (800 * day, "in 2 years", "in 2 years"),
    ])
    func `a time is away by the largest unit that is full`(
        _ seconds: Double,
        _ numeric: String,
        _ named: String
    ) {
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = english
        #expect(formatter.localizedString(fromTimeInterval: seconds) == numeric)
        formatter.dateTimeStyle = .named
        #expect(formatter.localizedString(fromTimeInterval: seconds) == named)
    }

    @Test func `a date is away from another one, and a part of a second is nothing`() {
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = english
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
        func text(_ seconds: Double) -> String {
            formatter.localizedString(for: now.addingTimeInterval(seconds), relativeTo: now)
        }
        #expect(text(-3 * Self.day) == "3 days ago")
        #expect(text(3600.0001) == "in 1 hour")
        #expect(text(3599.9999) == "in 1 hour")
    }

    @Test func `the words are short or long, and in the language`() {
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = english
        let components = DateComponents(hour: -2, minute: -30)
        formatter.unitsStyle = .abbreviated
        #expect(formatter.localizedString(from: components) == "2h ago")
        formatter.unitsStyle = .short
        #expect(formatter.localizedString(from: components) == "2 hr. ago")
        formatter.unitsStyle = .spellOut
        #expect(formatter.localizedString(from: components) == "two hours ago")
        formatter.unitsStyle = .full
        formatter.locale = Locale(identifier: "de")
        #expect(formatter.localizedString(from: components) == "vor 2 Stunden")
        #expect(formatter.string(for: "no date") == nil)
        #expect(formatter.string(for: Date()) != nil)
    }

    @Test func `a clock has two digits for what comes after, and zeros where they are asked for`() {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = [.hour, .minute, .second]
        #expect(formatter.string(from: 3665) == "1:01:05")
        #expect(formatter.string(from: 65) == "1:05")
        #expect(formatter.string(from: -65) == "-1:05")
        #expect(formatter.string(from: 0) == "0")
        formatter.zeroFormattingBehavior = .pad
        #expect(formatter.string(from: 65) == "00:01:05")
        formatter.allowedUnits = [.minute, .second]
        #expect(formatter.string(from: 3665) == "61:05")
        #expect(formatter.string(from: .infinity) == nil)
    }

    @Test func `a duration in words leaves out what is zero`() {
        let formatter = DateComponentsFormatter()
        formatter.calendar?.locale = english
        formatter.allowedUnits = [.hour, .minute, .second]
        formatter.unitsStyle = .full
        #expect(formatter.string(from: 3605) == "1 hour, 5 seconds")
        formatter.unitsStyle = .abbreviated
        #expect(formatter.string(from: 7380) == "2h 3m")
        formatter.maximumUnitCount = 1
        #expect(formatter.string(from: 7380) == "2h")
        #expect(formatter.string(from: DateComponents(minute: 3)) == "3m")
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(formatter.string(from: start, to: start.addingTimeInterval(60)) == "1m")
    }

    @Test func `a list has its language's words between`() {
        let formatter = ListFormatter()
        formatter.locale = english
        #expect(formatter.string(from: ["a", "b", "c"]) == "a, b, and c")
        #expect(formatter.string(from: ["a", 1]) == nil)
        formatter.locale = Locale(identifier: "de")
        #expect(formatter.string(from: ["a", "b", "c"]) == "a, b und c")
        #expect(!ListFormatter.localizedString(byJoining: ["a", "b"]).isEmpty)
    }
}
