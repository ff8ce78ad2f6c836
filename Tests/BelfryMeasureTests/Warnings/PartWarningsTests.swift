// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReport
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

    @Test func `name the payloads that failed, the most frequent first`() {
        let recorder = PartRecorder(.warm(1000))
        recorder.begin()
        for index in 0..<1000 {
            let report = RunReport.standIn(
                index % 10 < 6 ? .fallback(.crash) : .delivered(.completed)
            )
            var sample = RunSample.standIn(report, ordinal: index + 1)
            // The sixth fails twice.
            sample.payload = "\(index % 10 == 0 ? 5 : index % 10).apns"
            recorder.record(sample)
        }
        let part = recorder.part()
        #expect(
            part.warnings == [
                "600 of 1,000 runs ended in the original (crash), about 5.apns (200), 1.apns (100), "
                    + "2.apns (100) and 2 more: belfry explain fallback:crash"
            ]
        )
        let fifth = part.payloads.first { $0.name == "5.apns" }
        #expect(fifth?.runCount == 200 && fifth?.failureCount == 200)
        #expect(fifth?.maximumWallMilliseconds == 1)
        #expect(part.payloads.first { $0.name == "9.apns" }?.failureCount == 0)
    }

    @Test func `tell of a crash whatever an extension has made up before`() throws {
        let recorder = PartRecorder(.warm(1000))
        recorder.begin()
        for index in 0..<1000 {
            // An extension makes up what it drops a notification for.
            var report = RunReport.standIn(.fallback(.crash))
            if index < 100 { report.outcome = ReportedVerdict(.dropped, reason: "code-\(index)") }
            var sample = RunSample.standIn(report, ordinal: index + 1)
            sample.payload = index < 100 ? "drop.apns" : "crash.apns"
            recorder.record(sample)
        }
        let part = recorder.part()
        #expect(part.warnings.first?.contains("(crash), about crash.apns (900)") == true)
        #expect(part.verdicts.contains { $0.reason == "other" && $0.count == 36 })
        let gates = try GateExpression.parse("fallback:crash > 0")
        #expect(gates.outcomes(of: [part]).map(\.isFailed) == [true])
    }

    @Test func `say that output was not kept`() {
        let warnings = warnings { index in
            var report = RunReport.standIn()
            report.droppedLogLines = index < 5 ? 3 : 0
            return report
        }
        #expect(warnings.count == 1)
        #expect(warnings[0].hasPrefix("5 runs printed more than the output budget of "))
    }

    @Test func `count runs that had a worker, and no others, for a percentile`() {
        let reports = (0..<1200).map { index in
            var report = RunReport.standIn(
                index < 300 ? .notCalled(.notMutable) : .delivered(.completed)
            )
            if index < 300 { (report.timing, report.usage, report.worker) = (nil, nil, nil) }
            return report
        }
        let part = PartPlan.warm(1200).recorded(reports)
        #expect(part.metric(.latency)?.count == 900)
        #expect(part.calledCount == 900)
        #expect(part.warnings.count == 2)
        #expect(part.warnings[1].hasPrefix("p99.9 is the largest of 900 runs that had a worker"))
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
