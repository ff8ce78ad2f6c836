// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// Takes the runs of one part as they end, and knows what they were like.
///
/// It takes as much memory for a hundred thousand runs as for one.
package final class PartRecorder: Sendable {
    private let plan: PartPlan
    private let record = Mutex(PartRecord())

    package init(_ plan: PartPlan) {
        self.plan = plan
    }

    /// Starts the part's clock: its runs begin now.
    package func begin() {
        record.withLock { $0.begunAt = .now }
    }

    /// Counts a run, unless it ends after the recorder was closed.
    package func record(_ sample: RunSample) {
        record.withLock { $0.add(sample) }
    }

    /// Stops the clock.
    package func end() {
        record.withLock { $0.endedAt = $0.endedAt ?? .now }
    }

    /// Counts no run any more.
    func close() {
        end()
        record.withLock { $0.isClosed = true }
    }

    var progress: MeasurementProgress {
        record.withLock { record in
            MeasurementProgress(
                part: plan.name,
                finishedCount: record.count,
                runCount: plan.runCount,
                elapsed: record.elapsed,
                failureCount: record.failureCount
            )
        }
    }

    /// What was measured so far.
    package func part() -> MeasuredPart {
        record.withLock { record in
            let budget = RunReport.BudgetSummary(plan.budget)
            let metrics = record.metrics(budget)
            var part = MeasuredPart(
                name: plan.name,
                isCold: plan.isCold,
                budget: budget,
                concurrency: plan.pace.concurrency,
                offeredRate: plan.pace.offeredRate,
                runCount: record.count,
                elapsedMilliseconds: record.elapsed.milliseconds,
                verdicts: record.verdictCounts,
                metrics: metrics,
                headroom: metrics.compactMap(Headroom.init),
                nearest: record.nearest.runs
            )
            part.warmUpCount = plan.warmUpCount
            part.payloads = record.payloadSummaries
            part.warnings = PartWarnings(plan: plan, part: part, record: record).sentences
            return part
        }
    }
}

extension Headroom {
    /// What is left of the budget that a metric is held to; nil where there is none.
    fileprivate init?(_ metric: MeasuredMetric) {
        guard let budget = metric.name.budget, let limit = metric.limit else { return nil }
        self.init(
            budget: budget.rawValue,
            unit: metric.unit,
            limit: limit,
            count: metric.count,
            p99: metric.p99,
            p999: metric.p999,
            maximum: metric.maximum
        )
    }
}
