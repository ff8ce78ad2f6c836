// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

@Suite("What is recorded of a part")
struct PartRecorderTests {
    @Test func `has start-ups of those runs only that had a new worker`() throws {
        let warm = [RunReport](repeating: .standIn(), count: 9)
        let part = PartPlan.warm(10).recorded([.standIn(wall: 9, startUp: 8)] + warm)
        #expect(part.metric(.startUp)?.count == 1)
        #expect(part.metric(.startUp)?.maximum == 8)
        #expect(part.metric(.wall)?.count == 10)
        #expect(part.headroom.map(\.budget).sorted() == ["cpu", "memory", "start", "wall"])
    }

    @Test func `has no start-up where no worker was started`() {
        let part = PartPlan.warm(1).recorded([.standIn()])
        #expect(part.metric(.startUp) == nil)
        #expect(part.headroom.map(\.budget).sorted() == ["cpu", "memory", "wall"])
    }

    @Test func `names the few runs that came nearest to any budget, nearest first`() throws {
        var plan = PartPlan.warm(100)
        plan.budget.wall = .seconds(1)
        plan.budget.memoryByteCount = 1 << 20
        var reports = (1...100).map { RunReport.standIn(wall: Double($0)) }
        reports[40] = .standIn(wall: 2, footprint: 1 << 19)
        for index in reports.indices {
            reports[index].budget = RunReport.BudgetSummary(plan.budget)
        }
        let part = plan.recorded(reports)
        #expect(part.nearest.map(\.ordinal) == [41, 100, 99, 98, 97])
        #expect(part.nearest.map(\.budget) == ["memory", "wall", "wall", "wall", "wall"])
        #expect(part.nearest[0].fraction == 0.5)
        #expect(part.nearest[1].fraction == 0.1)
    }

    @Test func `tells a run's time span by span, from its intended start on`() throws {
        let recorder = PartRecorder(.warm(1))
        recorder.begin()
        let report = RunReport.standIn(wall: 12, startUp: 8)
        recorder.record(.standIn(report, lateness: .milliseconds(3)))
        let run = try #require(recorder.part().nearest.first)
        let names = [
            "late start", "queue wait", "forking", "sealing", "loading", "starting", "run",
        ]
        #expect(run.timeline.map(\.name) == names)
        #expect(run.timeline.map(\.duration) == [3, 0.25, 1, 4, 2, 1, 4])
        #expect(run.timeline.map(\.from) == [0, 3, 3.25, 4.25, 8.25, 10.25, 11.25])
    }

    @Test func `counts how runs ended, the most frequent first`() {
        let reports: [RunReport] = [
            .standIn(.fallback(.timeout)), .standIn(), .standIn(), .standIn(.fallback(.crash)),
            .standIn(.fallback(.timeout)), .standIn(),
        ]
        let part = PartPlan.warm(6).recorded(reports)
        #expect(part.verdicts.map(\.reason) == ["completed", "timeout", "crash"])
        #expect(part.verdicts.map(\.count) == [3, 2, 1])
    }
}
