// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// Pairs of runs of one kind.
struct ComparedRuns: Sendable {
    let isCold: Bool
    private(set) var pairCount = 0
    private(set) var sessionCount = 0
    private(set) var completed = (old: 0, new: 0)
    private(set) var samples: [MetricName: PairedSamples] = [:]

    /// The percentiles that are compared.
    static let percentiles = [50.0, 90, 99]

    /// Whether a statistic of a metric is among what is compared.
    static func compares(_ statistic: GateClause.Statistic, of metric: MetricName) -> Bool {
        [.p50, .p90, .p99].contains(statistic)
            && [.startUp, .wall, .cpu, .footprint].contains(metric)
    }

    init(isCold: Bool) {
        self.isCold = isCold
    }

    /// `warm` or `cold`.
    var kind: String { isCold ? "cold" : "warm" }

    /// What is compared: what an extension can change, so not how long a run waits.
    private var metrics: [MetricName] {
        isCold ? [.startUp, .wall, .cpu, .footprint] : [.wall, .cpu, .footprint]
    }

    /// What there are pairs of, in the order of tables.
    ///
    /// Of one session alone nothing can be said: what differs may be its processes.
    var comparedMetrics: [MetricName] {
        metrics.filter { samples[$0].map { $0.sessionCount > 1 } ?? false }
    }

    /// How many comparisons there are: each percentile that there are enough runs for, and how many
    /// completed.
    var comparisonCount: Int {
        let percentiles = Self.percentiles
        return 1
            + comparedMetrics.reduce(0) { count, metric in
                let pairs = samples[metric]?.count ?? 0
                return count
                    + percentiles.count { pairs >= PairedSamples.pairsNeeded(for: $0) }
            }
    }

    mutating func add(old: RunReport, new: RunReport, session: Int) {
        pairCount += 1
        sessionCount = max(sessionCount, session + 1)
        if old.hasCompleted { completed.old += 1 }
        if new.hasCompleted { completed.new += 1 }
        for metric in metrics {
            guard let before = metric.value(in: old), let after = metric.value(in: new) else {
                continue
            }
            samples[metric, default: PairedSamples()].add(old: before, new: after, session: session)
        }
    }
}

/// Says what can be said of pairs.
struct ChangeJudge {
    let bootstrap: Bootstrap
    let confidence: Double
    let correctedConfidence: Double

    /// How each percentile of each metric changed.
    func metrics(of runs: ComparedRuns) -> [MetricChange] {
        runs.comparedMetrics.flatMap { metric -> [MetricChange] in
            guard let samples = runs.samples[metric] else { return [] }
            let results = bootstrap.results(of: samples, ComparedRuns.percentiles)
            return zip(ComparedRuns.percentiles, results).map { percentile, result in
                let isEnough = samples.count >= PairedSamples.pairsNeeded(for: percentile)
                return MetricChange(
                    kind: runs.kind,
                    metric: metric,
                    unit: metric.unit,
                    percentile: percentile,
                    old: result.old,
                    new: result.new,
                    difference: result.difference(confidence: confidence),
                    share: result.share(confidence: confidence),
                    change: isEnough
                        ? result.difference(confidence: correctedConfidence).change : .tooFewRuns
                )
            }
        }
    }

    /// How often runs completed.
    func completion(of runs: ComparedRuns) -> CompletionChange {
        let new = (count: runs.completed.new, total: runs.pairCount)
        let old = (count: runs.completed.old, total: runs.pairCount)
        let corrected = ShareDifference.interval(new, old, confidence: correctedConfidence)
        return CompletionChange(
            kind: runs.kind,
            oldCount: old.count,
            newCount: new.count,
            pairCount: runs.pairCount,
            difference: ShareDifference.interval(new, old, confidence: confidence),
            change: corrected.change
        )
    }
}

extension RunReport {
    /// Whether a run ended as the extension meant it to, with all the time it wanted: not with what it
    /// had when it was told that its time ends.
    var hasCompleted: Bool {
        verdict == .dropped || ending == .delivered(.completed)
    }
}
