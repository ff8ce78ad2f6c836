// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryRuntime
internal import Testing

@Suite("Warnings of a part")
struct PartWarningsTests {
    /// What is said of a thousand runs.
    private func warnings(
        _ plan: PartPlan = .warm(1000),
        _ make: (Int) -> RunReport
    ) -> [String] {
        plan.recorded((0..<1000).map(make)).warnings
    }

    @Test func `are none where all is well`() {
        #expect(warnings { _ in .standIn() } == [])
    }

    @Test func `name a budget whose edge one in a thousand comes near, and the number`() {
        var plan = PartPlan.warm(1000)
        plan.budget.wall = .seconds(5)
        let warnings = warnings(plan) { .standIn(wall: $0 < 10 ? 4750 : 100) }
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix("wall time: p99.9 is 4.75 s, 95 % of the budget of 5 s; "))
    }

    @Test func `do not name one that is used to four fifths`() {
        var plan = PartPlan.warm(1000)
        plan.budget.cpu = .milliseconds(10)
        #expect(warnings(plan) { _ in .standIn(cpu: 7.9) } == [])
        #expect(warnings(plan) { _ in .standIn(cpu: 8.1) }.first?.hasPrefix("CPU time: ") == true)
    }

    @Test func `say how many runs failed, and what explains it`() {
        let warnings = warnings { .standIn($0 < 3 ? .fallback(.timeout) : .delivered(.completed)) }
        #expect(
            warnings == [
                "3 of 1,000 runs ended in the original (timeout): belfry explain fallback:timeout"
            ]
        )
    }

    @Test func `tell a leak by its slope, and when it ends the worker`() {
        // Workers of a hundred runs each, with 100 KB more after each of them.
        let warnings = warnings { index in
            .standIn(footprint: UInt64(50_000 + index % 100 * 102_400), run: index % 100 + 1)
        }
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix("a leak: the worker keeps 100 KB more with each run; "))
        #expect(warnings[0].contains("after about 124 runs, when it keeps more than 12 MB"))
    }

    @Test func `tell when a slow leak would reach the budget`() {
        let warnings = warnings { index in
            .standIn(footprint: UInt64(index % 256 * 4096), run: index % 256 + 1)
        }
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("its budget of 24 MB would be used up after about 6,145 runs"))
        #expect(warnings[0].contains("replaced after 256 runs"))
    }

    @Test func `do not call a cache a leak that is full after some runs`() {
        let warnings = warnings { index in
            .standIn(footprint: UInt64(min(index % 256, 30) * 40_960), run: index % 256 + 1)
        }
        #expect(warnings == [])
    }

    @Test func `say when workers were replaced for what they did`() {
        let warnings = warnings { index in
            var report = RunReport.standIn()
            if index < 2 { report.worker?.retirement = .memory }
            if index == 500 { report.worker?.retirement = .spent }
            return report
        }
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix("2 workers were replaced between runs (memory), and "))
        #expect(warnings[0].hasSuffix("belfry explain retirement:memory"))
    }

    @Test func `say that runs wait when there are more than the bundle has served at once`() {
        let warnings = warnings(.warm(1000, .closed(concurrency: 8))) { _ in .standIn() }
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix("8 runs at once, and the bundle has 1 served at a time"))
    }

    @Test(arguments: [(99, "p99 and p99.9 are the largest of 99 runs"), (100, "p99.9 is the")])
    func `say when there are too few runs for a percentile`(_ count: Int, _ begin: String) {
        let reports = [RunReport](repeating: .standIn(), count: count)
        let warnings = PartPlan.warm(count).recorded(reports).warnings
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix(begin))
    }
}
