// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryPlot
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

@Suite("The page of a measurement")
struct MeasurementPageTests {
    @Test func `says how much is left first, and shows every metric twice`() throws {
        var parts = [StandInReport.warm, StandInReport.cold]
        for index in parts.indices { parts[index].verdicts.removeLast() }
        let html = MeasurementPage(try StandInReport.report(parts)).html
        let headlines = Self.headlines(of: html)
        #expect(headlines.count == 1)
        #expect(headlines[0].hasPrefix("easy\"><strong>64 % left</strong>"), "\(headlines[0])")
        #expect(
            headlines[0].contains("of the memory budget, the nearest of all: 99.9 % of the runs")
        )
        for name in ["Latency", "Queue wait", "Start-up", "Wall", "CPU", "Memory"] {
            #expect(html.contains("<h3>\(name)</h3>"), "\(name)")
        }
        #expect(html.components(of: "class=\"plot\"") == 12)
        #expect(html.contains("class=\"budget-label\""))
        try expectSound(html)
    }

    /// What stands in large letters, from the style on.
    private static func headlines(of html: String) -> [String] {
        html.components(separatedBy: "<p class=\"headline ").dropFirst()
            .map { $0.components(separatedBy: "</p>")[0] }
    }

    @Test func `leads with limits that are broken and runs that failed, not with what is left`()
        throws
    {
        var report = try StandInReport.report()
        report.gates = [
            GateOutcome(
                clause: "runs < 9999",
                part: "warm",
                isFailed: true,
                measured: "1",
                limit: "2"
            ),
            GateOutcome(
                clause: "runs < 1",
                part: "warm",
                isFailed: false,
                measured: "1",
                limit: "2"
            ),
        ]
        let html = MeasurementPage(report).html
        let headlines = Self.headlines(of: html)
        #expect(headlines.count == 3)
        #expect(headlines[0].hasPrefix("over\"><strong>✗ 1</strong>"))
        #expect(headlines[0].contains("of 2 limits of --fail-on is broken."))
        #expect(headlines[1].hasPrefix("over\"><strong>0.09 %</strong>"), "\(headlines[1])")
        #expect(headlines[1].contains("of the runs failed, 2 of 2,300: fallback: timeout 2."))
        #expect(headlines[2].hasPrefix("second\">"))
        try expectSound(html)
    }

    @Test func `claims no one in a thousand of fewer runs`() throws {
        let part = StandInReport.part("cold", isCold: true, walls: [10, 12, 11])
        let html = MeasurementPage(try StandInReport.report([part])).html
        #expect(html.contains("all of 3 runs (cold) used at most"))
        #expect(!html.contains(": 99.9 % of the runs used"))
        #expect(html.contains("max of 3 runs "))
    }

    @Test(arguments: [
        (0.5, "50 % left"), (0.9999, "none left"), (1.001, "none left"), (1.2, "20 % over"),
    ])
    func `says what is left of a budget that was used up`(_ share: Double, _ text: String) {
        let headroom = Headroom(
            budget: "wall",
            unit: "ms",
            limit: 1000,
            count: 1000,
            p99: 0,
            p999: share * 1000,
            maximum: share * 1000
        )
        #expect(MeasurementPage.left(of: headroom) == text)
    }

    @Test func `has the payloads in a table where there are several, failures first`() throws {
        let plain = MeasurementPage(try StandInReport.report()).html
        #expect(!plain.contains("id=\"payloads\""))
        var report = try StandInReport.report()
        report.payloads = ["good.apns", "bad.apns"]
        report.parts[0].payloads = [("good.apns", Verdict.Kind.delivered), ("bad.apns", .fallback)]
            .map {
                PayloadSummary(
                    name: $0,
                    runCount: 10,
                    verdicts: [VerdictCount(verdict: $1, reason: "crash", count: 10)],
                    meanWallMilliseconds: 2,
                    maximumWallMilliseconds: 3,
                    maximumMemoryByteCount: nil
                )
            }
        let html = MeasurementPage(report).html
        let table = try #require(html.components(separatedBy: "id=\"payloads\"").last)
        let bad = try #require(table.range(of: "bad.apns"))
        let good = try #require(table.range(of: "good.apns"))
        #expect(bad.lowerBound < good.lowerBound)
        #expect(table.contains("<td class=\"number failed\">10</td>"))
        try expectSound(html)
    }

    @Test func `has text where a name would be markup`() throws {
        var part = StandInReport.warm
        part.name = StandInReport.attack
        part.warnings = [StandInReport.attack]
        part.verdicts[0].reason = StandInReport.attack
        part.nearest[0].payload = StandInReport.attack
        part.nearest[0].timeline[0].name = StandInReport.attack
        part.headroom[0].budget = StandInReport.attack
        var report = try StandInReport.report([part])
        report.bundle.identifier = StandInReport.attack
        report.bundle.version = StandInReport.attack
        report.bundle.path = StandInReport.attack
        report.bundle.warnings = [StandInReport.attack]
        report.payloads = [StandInReport.attack]
        report.machine.processor = StandInReport.attack
        report.gates = [
            .init(
                clause: StandInReport.attack,
                part: part.name,
                isFailed: true,
                measured: nil,
                limit: nil
            )
        ]
        let html = MeasurementPage(report).html
        #expect(!html.contains("<script") && !html.contains("<img"))
        #expect(html.contains("&lt;script&gt;"))
        try expectSound(html)
    }

    @Test func `stands alone`() throws {
        let html = MeasurementPage(try StandInReport.report()).html
        for word in ["http:", "https:", "url(", "@import", "<script", "<link", "src=", " style="] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("default-src &#39;none&#39;; style-src &#39;sha256-"))
    }

    @Test func `takes numbers that are none`() throws {
        var part = StandInReport.warm
        for index in part.metrics.indices {
            part.metrics[index].maximum = .infinity
            part.metrics[index].p999 = .nan
            part.metrics[index].curve[3].value = .nan
            part.metrics[index].buckets[1].to = .infinity
        }
        for index in part.headroom.indices { part.headroom[index].maximum = .infinity }
        part.headroom[0].p999 = .nan
        part.headroom[1].limit = 0
        part.nearest[0].timeline[0].duration = .infinity
        part.nearest[1].fraction = .nan
        part.elapsedMilliseconds = .nan
        part.offeredRate = -.infinity
        let html = MeasurementPage(try StandInReport.report([part])).html
        for attribute in [
            "=\"nan", "=\"inf", "=\"-inf", ",nan", ",inf", "nan%", "inf%", ">nan", ">inf",
        ] {
            #expect(!html.contains(attribute), "\(attribute)")
        }
        try expectSound(html)
    }

    @Test func `is drawn of one run, of none, and of no part`() throws {
        let one = StandInReport.part("warm", isCold: false, walls: [12])
        var none = StandInReport.warm
        none.runCount = 0
        none.metrics = []
        none.headroom = []
        none.nearest = []
        none.verdicts = []
        for parts in [[one], [one, none], [none], []] {
            let html = MeasurementPage(try StandInReport.report(parts)).html
            #expect(html.contains("<h1>"))
            try expectSound(html)
        }
        #expect(MeasurementPage(try StandInReport.report([])).html.contains("No run came to"))
    }

    @Test func `draws what was varied as curves, and nothing where nothing was`() throws {
        let plain = MeasurementPage(try StandInReport.report()).html
        #expect(!plain.contains("scaling-rate"))
        let places = [1.0, 2, 4, 8, 256]
        let parts = places.map { place in
            StandInReport.part("warm, \(place)", isCold: false, walls: [10, 12, 10 * place])
        }
        var report = try StandInReport.report(parts + [StandInReport.cold])
        report.sweep = .init(variable: "runs at once", places: places + [.nan])
        let curves = ScalingCurve.curves(of: report)
        #expect(curves.map(\.series.name) == ["warm"])
        #expect(curves.first?.points.map(\.place) == places)
        let html = MeasurementPage(report).html
        #expect(html.contains("<h2 id=\"scaling\">By runs at once</h2>"))
        #expect(html.components(of: "class=\"plot\"") == 14)
        #expect(html.contains("warm p99, 256 runs at once: 2.56 s"))
        try expectSound(html)
    }

    @Test func `says what changed since another build, and how sure that is`() throws {
        let change = MetricChange(
            kind: "warm",
            metric: .wall,
            unit: "ms",
            percentile: 99,
            old: 40,
            new: 50,
            difference: ChangeInterval(value: 10, low: 8, high: 12),
            share: ChangeInterval(value: 0.25, low: 0.2, high: 0.3),
            change: .more
        )
        var same = change
        same.metric = .footprint
        same.share = ChangeInterval(value: 0, low: -.infinity, high: .nan)
        same.change = .noneShown
        var report = try StandInReport.report()
        report.comparison = ComparisonReport(
            oldPath: StandInReport.attack,
            oldVersion: "1.1",
            seed: 1,
            pairCount: 200,
            sessionCount: 4,
            confidence: 0.95,
            comparisonCount: 2,
            correctedConfidence: 0.975,
            metrics: [change, same],
            completions: []
        )
        let html = MeasurementPage(report).html
        #expect(html.contains("+25 % (+20 % to +30 %)"))
        #expect(html.contains("<td class=\"failed\">slower</td>"))
        #expect(html.contains("no change can be shown"))
        #expect(!html.contains("<script"))
        try expectSound(html)
    }

    @Test func `tells more parts apart than there are colors`() throws {
        let parts = (0..<12).map {
            StandInReport.part("part \($0)", isCold: false, walls: [1, 2, 3 + Double($0)])
        }
        let styles = MeasurementPage(try StandInReport.report(parts)).series.map(\.style)
        #expect(Set(styles).count == 12)
        #expect(StandInReport.warm.name == "warm")
    }

    /// What holds of every page: each element ends, and no two have the same name.
    private func expectSound(_ html: String) throws {
        var open: [Substring] = []
        var names: [Substring] = []
        let tags = html.split(separator: "<").dropFirst()
        for tag in tags where !open.contains("style") || tag.hasPrefix("/style") {
            let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" }
            if name.hasPrefix("/") {
                try #require(open.popLast() == name.dropFirst(), "\(tag)")
            } else if name != "meta" && name != "br" {
                open.append(name)
            }
            if let range = tag.range(of: " id=\"") {
                names.append(tag[range.upperBound...].prefix { $0 != "\"" })
            }
        }
        #expect(open.isEmpty, "\(open)")
        #expect(Set(names).count == names.count)
    }
}

extension String {
    /// How often something is in it.
    fileprivate func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
