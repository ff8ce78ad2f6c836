// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryInlets

/// Delays that senders ask for, on Tuesday, 7 March 2023, at 12:00 in Berlin.
@Suite struct NtfyDelayTests {
    private static let now = 1_678_186_800.0
    private static let hour = 3600.0

    private func due(_ text: String, in zone: String = "Europe/Berlin") throws -> Double {
        try NtfyDelay.due(text, now: Self.now, timeZone: zone)
    }

    @Test(arguments: [
        ("10", 0), ("10s", 10), ("30min", 1800), ("30 minutes", 1800), ("1h30m", 5400),
        ("2 hours", 7200),
        ("2 Days", 172_800), ("1678186900", 100), ("3pm", 10_800), ("3 pm", 10_800),
        ("11:30am", 84_600),
        ("12:30", 1800), ("tomorrow", 86_400), ("tomorrow, 10am", 79_200),
        ("tomorrow at 12am", 43_200),
        ("wednesday, 7am", 68_400), ("Thursday 1:15pm", 177_300), ("today 23:59", 43_140),
    ])
    func `finds the time`(_ text: String, _ seconds: Double) throws {
        guard seconds > 0 else {
            #expect(throws: InletError.self) { try due(text) }
            return
        }
        #expect(try due(text) == Self.now + seconds)
    }

    @Test func `means times of day in the time zone`() throws {
        #expect(try due("3pm", in: "UTC") == Self.now + 4 * Self.hour)
        #expect(try due("3pm", in: "America/New_York") == Self.now + 9 * Self.hour)
    }

    @Test func `finds a time of day across the change of clocks`() throws {
        // Sunday, 26 March 2023, 00:00 in Berlin; at 02:00 the clocks go to 03:00.
        let midnight = 1_679_785_200.0
        let four = try NtfyDelay.due("4am", now: midnight, timeZone: "Europe/Berlin")
        #expect(four == midnight + 3 * Self.hour)
    }

    @Test(arguments: [
        ("9s", 40005), ("today 11am", 40005), ("1000000000", 40005), ("3 days", nil),
        ("73h", 40006),
        ("tuesday, 7am", 40006), ("999999999999", 40006), ("monday", 40006), ("", 40004),
        ("soon", 40004),
        ("-5m", 40004), ("25:00", 40004), ("13pm", 40004), ("10am tomorrow", 40004),
        ("5 parsecs", 40004),
        ("tomorrow tomorrow", 40004), ("am", 40004), ("9999999999999999999s", 40004),
        ("1e9s", 40004),
        ("٣ min", 40004), ("tomorrow, 10am, 11am", 40004),
    ])
    func `refuses what is too soon, too late or no time`(_ text: String, _ code: Int?) {
        do {
            _ = try due(text)
            #expect(code == nil)
        } catch {
            #expect((error as? InletError)?.code == code)
        }
    }

    @Test func `refuses a time zone that there is not`() {
        #expect(throws: InletError.self) { try due("10s", in: "Europe/Nowhere") }
    }
}
