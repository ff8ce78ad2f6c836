// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem

extension PartPlan {
    /// A warm part.
    static func warm(_ runCount: Int, _ pace: Pace = .closed(concurrency: 1)) -> PartPlan {
        PartPlan(name: "warm", isCold: false, budget: Budget(), runCount: runCount, pace: pace)
    }

    /// What such a part knows of runs that took no time to make.
    func recorded(_ reports: [RunReport]) -> MeasuredPart {
        let recorder = PartRecorder(self)
        recorder.begin()
        for (index, report) in reports.enumerated() {
            recorder.record(RunSample.standIn(report, ordinal: index + 1))
        }
        recorder.end()
        return recorder.part()
    }
}

extension RunSample {
    /// A run that began late or not, and was delivered when it was decided.
    static func standIn(
        _ report: RunReport,
        ordinal: Int = 1,
        lateness: Duration = .zero
    ) -> RunSample {
        let intendedAt = MonotonicTime.now
        let timing = report.timing
        let took = (timing?.queueWaitMilliseconds ?? 0) + (timing?.wallMilliseconds ?? 0)
        return RunSample(
            ordinal: ordinal,
            payload: "push.apns",
            intendedAt: intendedAt,
            startedAt: intendedAt + lateness,
            run: FinishedRun(
                report: report,
                deliveredAt: intendedAt + lateness + .nanoseconds(Int64(took * 1e6))
            )
        )
    }
}
