// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryLedger
import BelfryModel
import BelfryReport
import Foundation
import Testing

@testable import BelfryPlot
@testable import BelfryServer

@Suite struct StatisticsSpanTests {
    private static func time(_ text: String) throws -> UnixTime {
        let date = try Date(text, strategy: .iso8601)
        return UnixTime(seconds: date.timeIntervalSince1970)
    }

    private static func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    @Test func `divides a day into its hours, the one that goes on last`() throws {
        let now = try Self.time("2026-03-20T12:34:56Z")
        let zone = try Self.zone("UTC")
        let parts = StatisticsSpan.day.parts(until: now, in: zone)
        #expect(parts.count == 24)
        #expect(parts.first?.lowerBound == (try Self.time("2026-03-19T13:00:00Z")))
        let (noon, one) = (
            try Self.time("2026-03-20T12:00:00Z"), try Self.time("2026-03-20T13:00:00Z")
        )
        #expect(parts.last == noon..<one)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        let axis = StatisticsSpan.day.axis(of: parts, in: zone)
        #expect(axis.names.first == "13:00" && axis.names.last == "12:00")
        #expect(
            axis.ticks.map(\.label) == [
                "15:00", "18:00", "21:00", "00:00", "03:00", "06:00", "09:00", "12:00",
            ]
        )
        #expect(axis.ticks.first.map { abs($0.position - 2.0 / 24) < 1e-9 } == true)
    }

    @Test func `begins days where the device is, over a change of its clock`() throws {
        // Clocks in Berlin went forward on 29 March 2026.
        let now = try Self.time("2026-03-30T10:00:00Z")
        let zone = try Self.zone("Europe/Berlin")
        let parts = StatisticsSpan.week.parts(until: now, in: zone)
        #expect(parts.count == 7)
        #expect(parts.first?.lowerBound == (try Self.time("2026-03-23T23:00:00Z")))
        #expect(parts.last?.upperBound == (try Self.time("2026-03-30T22:00:00Z")))
        let hours = parts.map {
            ($0.upperBound.milliseconds - $0.lowerBound.milliseconds) / 3_600_000
        }
        #expect(hours == [24, 24, 24, 24, 24, 23, 24])
        let axis = StatisticsSpan.week.axis(of: parts, in: zone)
        #expect(
            axis.names == ["Tue 24", "Wed 25", "Thu 26", "Fri 27", "Sat 28", "Sun 29", "Mon 30"]
        )
    }

    @Test func `begins hours where a zone of half an hour has them`() throws {
        let now = try Self.time("2026-03-20T12:10:00Z")
        let parts = StatisticsSpan.day.parts(until: now, in: try Self.zone("Asia/Kolkata"))
        #expect(parts.last?.lowerBound == (try Self.time("2026-03-20T11:30:00Z")))
    }

    @Test func `names each cause of a fallback, and puts the rare ones together`() throws {
        var tally = RunStatistics.Tally()
        let reasons: [Verdict.Fallback] = [
            .timeout, .crash, .memory, .cpu, .trap, .exited, .abuse, .output,
        ]
        tally.endings = [RunStatistics.Ending(RecordedVerdict(.delivered(.completed)), 8)]
        tally.endings += reasons.map { RunStatistics.Ending(RecordedVerdict(.fallback($0)), 1) }
        let app = RunStatistics.App(app: "com.example.a", all: tally, spans: [tally])
        let axis = TimeAxis(names: ["now"], labels: [])
        let picture = StatisticsChart.fallbacks.picture(of: app, over: axis).source
        for name in ["timeout", "crash", "memory", "cpu", "trap", "exited", "2 other causes"] {
            #expect(picture.contains(">\(name)</text>"), "\(name)")
        }
        #expect(!picture.contains(">output</text>"))
        // Each of eight is a sixteenth of the runs.
        #expect(picture.contains("now: timeout 6.3 %, crash 6.3 %"), "\(picture)")
        #expect(picture.contains("2 other causes 13 %"), "\(picture)")
    }
}
