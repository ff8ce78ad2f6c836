// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryTool
import BelfryTerminal
internal import Testing

@Suite struct ProgressLineTests {
    private func text(
        _ finishedCount: Int,
        elapsed: Duration = .seconds(10),
        failures: Int = 0,
        columns: Int = 80,
        isStopping: Bool = false
    ) -> String {
        let progress = MeasurementProgress(
            part: "cold",
            finishedCount: finishedCount,
            runCount: 1000,
            elapsed: elapsed,
            failureCount: failures
        )
        return ProgressLine(terminal: Terminal(descriptor: -1))
            .text(of: progress, columns: columns, isStopping: isStopping)
    }

    @Test func `says how far it is, how fast, and how long it takes still`() {
        #expect(text(500).hasSuffix("  500 of 1,000 · 50 runs/s · 10 s left"))
        #expect(text(100, elapsed: .seconds(60)).hasSuffix("· 9:00 left"))
        #expect(text(10, elapsed: .seconds(600)).hasSuffix("· 16:30:00 left"))
        #expect(text(0, elapsed: .zero).hasSuffix("  0 of 1,000"))
        #expect(text(500, failures: 3).contains("· 3 failed ·"))
        #expect(text(500, isStopping: true).hasSuffix("· ending; again to end at once"))
    }

    @Test func `has a bar that fills`() {
        #expect(!text(0).contains("█"))
        #expect(text(500).count { $0 == "█" } == text(500).count { $0 == "░" })
        #expect(!text(1000).contains("░"))
    }

    @Test(arguments: [10, 30, 50, 80, 200])
    func `fits the terminal, with a column to spare`(_ columns: Int) {
        for count in [0, 1, 333, 1000] {
            #expect(text(count, failures: count, columns: columns).cellCount < columns)
        }
    }
}
