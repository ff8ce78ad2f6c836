// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryTool
import BelfryTerminal
internal import Testing

@Suite struct ComparisonScreenTests {
    private static let report: ComparisonReport = {
        let metric = { (name: MetricName, percentile: Double, change: Change) in
            MetricChange(
                kind: "cold",
                metric: name,
                unit: name.unit,
                percentile: percentile,
                old: 12.3,
                new: 23.4,
                difference: ChangeInterval(value: 11.1, low: -12.3, high: 99.9),
                share: ChangeInterval(value: 0.902, low: -1, high: 8.12),
                change: change
            )
        }
        return ComparisonReport(
            oldPath: "/builds/2026-11-22/Extensions/NotificationService.appex",
            oldVersion: "1.0",
            seed: 2_718_281_828,
            pairCount: 1000,
            sessionCount: 1,
            confidence: 0.95,
            comparisonCount: 22,
            correctedConfidence: 0.998,
            metrics: [metric(.startUp, 50, .more), metric(.footprint, 99, .noneShown)],
            completions: [
                CompletionChange(
                    kind: "cold",
                    oldCount: 1000,
                    newCount: 998,
                    pairCount: 1000,
                    difference: ChangeInterval(value: -0.002, low: -0.007, high: 0.002),
                    change: .noneShown
                )
            ]
        )
    }()

    private func screen(_ width: Int) -> String {
        ComparisonScreen(terminal: Terminal(descriptor: -1), width: width).render(Self.report)
    }

    @Test(arguments: [40, 60, 80, 99, 100, 300])
    func `is no wider than the terminal, and has every value`(_ width: Int) {
        let screen = screen(width)
        for line in screen.split(separator: "\n") {
            #expect(String(line).cellCount <= width, "\(line)")
        }
        for text in ["start-up p50", "12.3 ms", "23.4 ms", "slower", "memory p99", "998"] {
            #expect(screen.contains(text), "\(text)")
        }
        let words = screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("+90 % (-100 % to +812 %) slower"))
        #expect(words.contains("of runs in 1 session, seed 2718281828"))
    }

    @Test func `has a row on one line where there is space`() {
        let lines = screen(100).split(separator: "\n")
        #expect(lines.contains { $0.contains("start-up p50") && $0.hasSuffix("slower") })
    }
}
