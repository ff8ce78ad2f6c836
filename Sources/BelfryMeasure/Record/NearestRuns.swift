// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// The few runs that came nearest to a budget.
struct NearestRuns {
    /// Nearest first.
    private(set) var runs: [NearRun] = []

    private static let limit = 5

    /// Keeps a run if it came nearer than one that is kept.
    ///
    /// - Parameters:
    ///   - sample: The run.
    ///   - begin: When its part began.
    mutating func add(_ sample: RunSample, since begin: MonotonicTime?) {
        guard let (budget, fraction) = Self.nearestBudget(to: sample) else { return }
        // Of equally near ones the slowest.
        let latency = sample.latency
        let isAfter = { (run: NearRun) in (run.fraction, run.latency) < (fraction, latency) }
        let index = runs.firstIndex(where: isAfter) ?? runs.count
        guard index < Self.limit else { return }
        let intendedAt = begin.map { max(0, (sample.intendedAt - $0).milliseconds) } ?? 0
        let run = NearRun(sample, at: intendedAt, budget: budget, fraction: fraction)
        runs.insert(run, at: index)
        if runs.count > Self.limit { runs.removeLast() }
    }

    /// Which budget a run used most of, and how much of it: 1 is all.
    private static func nearestBudget(to sample: RunSample) -> (String, Double)? {
        let budget = sample.run.report.budget
        return MeasuredBudget.allCases.compactMap { measured -> (String, Double)? in
            let limit = measured.limit(in: budget)
            guard limit > 0, let value = sample.value(of: measured.metric) else { return nil }
            return (measured.rawValue, value / limit)
        }
        .max { $0.1 < $1.1 }
    }
}

extension NearRun {
    fileprivate init(_ sample: RunSample, at intendedAt: Double, budget: String, fraction: Double) {
        let report = sample.run.report
        self.init(
            ordinal: sample.ordinal,
            payload: sample.payload,
            verdict: report.verdict,
            reason: report.reason,
            budget: budget,
            fraction: fraction,
            intendedAt: intendedAt,
            timeline: sample.timeline,
            timing: report.timing,
            usage: report.usage
        )
    }
}
