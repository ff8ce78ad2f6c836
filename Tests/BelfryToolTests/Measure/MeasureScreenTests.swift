// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
@testable internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryReport
internal import BelfryTerminal
internal import Testing

@Suite struct MeasureScreenTests {
    /// No terminal, and so without colours.
    private static let plain = Terminal(descriptor: -1)

    private static func metric(_ name: MetricName, _ limit: Double?) -> MeasuredMetric {
        let scale = name.unit == "bytes" ? 1024.0 : 1
        return MeasuredMetric(
            name: name,
            count: 1000,
            mean: 2,
            minimum: 1 * scale,
            p50: 4.56 * scale,
            p75: 4.75 * scale,
            p90: 5 * scale,
            p95: 80 * scale,
            p99: 123.4 * scale,
            p999: 900 * scale,
            maximum: 999.4 * scale,
            limit: limit,
            curve: [],
            buckets: []
        )
    }

    private static func part(_ name: String, isCold: Bool) -> MeasuredPart {
        var part = MeasuredPart(
            name: name,
            isCold: isCold,
            budget: RunReport.BudgetSummary(Budget()),
            concurrency: 1,
            offeredRate: nil,
            runCount: 1000,
            elapsedMilliseconds: 5850,
            verdicts: [
                VerdictCount(verdict: .delivered, reason: "completed", count: 998),
                VerdictCount(verdict: .dropped, reason: "\u{1b}[2Jspam", count: 2),
            ],
            metrics: [
                metric(.wall, 1000), metric(.cpu, 10_000), metric(.footprint, 24 * 1_048_576),
                metric(.latency, nil),
            ],
            headroom: [],
            nearest: [
                NearRun(
                    ordinal: 417,
                    payload: "push.apns",
                    verdict: .delivered,
                    reason: "completed",
                    budget: "wall",
                    fraction: 0.999,
                    intendedAt: 0,
                    timeline: [
                        .init(name: "queue wait", from: 0, duration: 0.001),
                        .init(name: "\u{202e}loading", from: 0.001, duration: 9),
                        .init(name: "run", from: 9.001, duration: 999.4),
                    ],
                    timing: nil,
                    usage: nil
                )
            ]
        )
        part.warnings = ["wall time: p99.9 is 900 ms, 90 % of the budget of 1 s; a slower machine"]
        return part
    }

    private static let report: MeasurementReport = {
        var report = MeasurementReport(
            tool: "belfry 0.1.0",
            machine: MeasuredMachine(
                processor: "Some Processor with a long name @ 3.00 GHz",
                coreCount: 2,
                memoryByteCount: 1 << 34,
                kernel: "6.18.44",
                loadAverage: 0.1
            ),
            startedAt: "2026-11-22T06:00:00Z",
            bundle: .init(
                identifier: "com.example.Post",
                version: "1.0",
                path: "/tmp/Post.appex",
                warnings: []
            ),
            payloads: ["push.apns"],
            parts: [part("cold", isCold: true), part("warm", isCold: false)]
        )
        report.gates = [
            GateOutcome(
                clause: "p99.wall > 60%",
                part: "warm",
                isFailed: true,
                measured: "900 ms",
                limit: "600 ms (60 % of 1 s)"
            )
        ]
        report.isInterrupted = true
        return report
    }()

    private func screen(width: Int) -> String {
        MeasureScreen(terminal: Self.plain, width: width).render(Self.report)
    }

    @Test func `has a row for each metric, with what it uses of its budget`() throws {
        let lines = screen(width: 100).split(separator: "\n").map(String.init)
        let wall = try #require(lines.first { $0.hasPrefix("    wall") })
        #expect(
            wall.split(separator: " ").joined(separator: " ")
                == "wall 4.56 ms 5 ms 123 ms 900 ms 999 ms ███████████░ 90 % of 1 s"
        )
        #expect(lines.contains { $0.contains("p50") && $0.contains("p99.9 of the budget") })
        #expect(lines.contains { $0.hasPrefix("    memory") && $0.contains("of 24 MB") })
    }

    @Test func `says what a person has to know`() {
        let screen = screen(width: 100)
        #expect(screen.contains("Post.appex  com.example.Post 1.0"))
        #expect(screen.contains("1,000 runs, each in a new worker · one at a time · 171 runs/s"))
        #expect(screen.contains("99.9 % of wall") || screen.contains("100 % of wall"))
        #expect(screen.contains("run 999 ms"))
        #expect(!screen.contains("queue wait 1 µs"))
        #expect(screen.contains("✗ warm: p99.wall > 60%  measured 900 ms, the limit is 600 ms"))
        #expect(screen.contains("It was interrupted"))
    }

    @Test func `shows nothing that could move a cursor`() {
        #expect(!screen(width: 100).contains("\u{1b}"))
        #expect(screen(width: 100).contains("\\u{1B}[2Jspam"))
        #expect(screen(width: 100).contains("\\u{202E}loading 9 ms"))
    }

    @Test(arguments: [40, 44, 60, 80, 99, 110, 300])
    func `is no wider than the terminal`(_ width: Int) {
        for line in screen(width: width).split(separator: "\n") {
            #expect(String(line).cellCount <= width, "\(line)")
        }
    }
}
