// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// How a running `belfryd` tells how the runs of extensions went over time.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebStatisticsTests {
    private static let app = DaemonFixture.app

    private static func objects(_ value: JSONValue?) -> [JSONObject] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap(\.object)
    }

    private static func number(_ value: JSONValue?) -> Double? {
        guard case .number(let number)? = value else { return nil }
        return number.double
    }

    /// The only extension of the statistics, once it has so many runs with a time.
    private static func statistics(
        of daemon: LiveDaemon,
        _ parameters: String = "",
        timed count: Double
    ) async throws -> (JSONObject, extension: JSONObject) {
        while true {
            let path = "/v1/extensions/statistics\(parameters)"
            let answer = try await daemon.request("GET", path)
            try #require(answer.status == 200, "\(answer.text)")
            let found = objects(answer.object["extensions"])
            let wall = found.first?["all"]?.object?["wall"]?.object
            if let one = found.first, number(wall?["count"]) == count {
                #expect(found.count == 1, "\(answer.text)")
                return (answer.object, one)
            }
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    @Test func `tells how runs ended and how long they took, and draws it`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "CrashesOnEachThird")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let idle = try await daemon.request("GET", "/v1/extensions/statistics")
        #expect(idle.object["extensions"] == [] && idle.object["span"] == "day", "\(idle.text)")
        for number in 1...6 {
            let aps = #"{"alert":{"title":"\#(number)"},"mutable-content":1}"#
            _ = try await daemon.request("POST", "/v1/apps/\(Self.app)/push", #"{"aps":\#(aps)}"#)
            _ = try await daemon.events(after: 0) { events in
                events.filter { $0.kind == "presented" }.count >= number
            }
        }
        for span in ["day", "week"] {
            let (whole, one) = try await Self.statistics(of: daemon, "?span=\(span)", timed: 6)
            let parts = Self.objects(whole["parts"])
            #expect(parts.count == (span == "day" ? 24 : 7))
            #expect(one["app"] == .string(Self.app))
            #expect(one["extension"]?.string?.contains("CrashesOnEachThird") == true)
            let all = try #require(one["all"]?.object)
            #expect(all["runs"] == 6 && all["notCalled"] == 0 && all["dropped"] == 0)
            let fallbacks = Self.objects(all["fallbacks"])
            #expect(fallbacks.map { $0["reason"] } == ["crash"], "\(fallbacks)")
            #expect(all["content"] == 4 && fallbacks.first?["count"] == 2)
            let wall = try #require(all["wall"]?.object)
            let times = ["p50", "p95", "p99", "maximum", "limit"].compactMap {
                Self.number(wall[$0 + "Milliseconds"])
            }
            #expect(times.count == 5 && times == times.sorted() && times[0] > 0, "\(times)")
            let tallies = Self.objects(one["parts"])
            #expect(tallies.count == parts.count)
            #expect(tallies.compactMap { Self.number($0["runs"]) }.reduce(0, +) == 6)
        }

        var visitor = try WebVisitor(daemon)
        let charts = "/v1/extensions/\(Self.app)/charts"
        #expect(try await visitor.ask("GET", "\(charts)/runs").status == 401)
        try await visitor.signIn(to: daemon)
        for (chart, text) in [
            ("runs", ">its content is shown</text>"), ("fallbacks", ">crash</text>"),
            ("latency", ">p99</text>"),
        ] {
            let answer = try await visitor.ask("GET", "\(charts)/\(chart)?span=week&at=1")
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.header("Content-Type") == "image/svg+xml")
            #expect(answer.header("Content-Security-Policy")?.contains("sandbox") == true)
            #expect(answer.header("Content-Security-Policy")?.contains("script-src") == false)
            #expect(answer.body.hasPrefix("<svg"), "\(answer.body.prefix(40))")
            #expect(answer.body.contains(text), "\(chart)")
        }
        #expect(try await visitor.ask("GET", "/v1/extensions/statistics").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses what there is none of`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let year = try await daemon.request("GET", "/v1/extensions/statistics?span=year")
        #expect(year.status == 400 && year.text.contains("day, week"), "\(year.text)")
        let pie = try await daemon.request("GET", "/v1/extensions/com.example.a/charts/pie")
        #expect(pie.status == 404 && pie.text.contains("latency"), "\(pie.text)")
        let none = try await daemon.request("GET", "/v1/extensions/com.example.a/charts/runs")
        #expect(none.status == 404 && none.text.contains("com.example.a"), "\(none.text)")
        #expect(daemon.stop() == 0)
    }
}
