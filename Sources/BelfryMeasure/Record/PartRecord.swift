// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// What is kept of a part's runs.
struct PartRecord {
    var begunAt: MonotonicTime?
    var endedAt: MonotonicTime?
    var isClosed = false

    private(set) var count = 0

    /// Runs that ended after the record was closed.
    private(set) var abandonedCount = 0
    private(set) var failureCount = 0

    /// How much later than intended a run began at most, in milliseconds.
    private(set) var worstLateness = 0.0
    private(set) var nearest = NearestRuns()
    private(set) var wear = WorkerWear()

    /// Runs that printed or logged more than their output budget.
    private(set) var cutOutputCount = 0
    private var histograms = MetricName.allCases.map { ($0, MetricHistogram($0)) }
    private var verdicts = Tally<EndOfRun>()

    /// By the payloads' names, in the order in which they came first.
    private var payloads: [String: PayloadTally] = [:]
    private var payloadNames: [String] = []

    mutating func add(_ sample: RunSample) {
        guard !isClosed else {
            abandonedCount += 1
            return
        }
        count += 1
        for index in histograms.indices {
            guard let value = sample.value(of: histograms[index].0) else { continue }
            histograms[index].1.record(value)
        }
        worstLateness = max(worstLateness, sample.lateness)
        nearest.add(sample, since: begunAt)
        if payloads[sample.payload] == nil { payloadNames.append(sample.payload) }
        payloads[sample.payload, default: PayloadTally()].add(sample)
        add(sample.run.report)
    }

    private mutating func add(_ report: RunReport) {
        let end = EndOfRun(report)
        verdicts.add(end, orAs: end.orOther)
        if VerdictCount(end, 1).isFailure { failureCount += 1 }
        if report.droppedLogLines > 0 { cutOutputCount += 1 }
        wear.add(report)
    }

    var elapsed: Duration {
        guard let begunAt else { return .zero }
        return max(.zero, (endedAt ?? .now) - begunAt)
    }

    func metrics(_ budget: RunReport.BudgetSummary) -> [MeasuredMetric] {
        histograms.compactMap { name, histogram in
            histogram.measured(limit: name.budget?.limit(in: budget))
        }
    }

    var verdictCounts: [VerdictCount] { verdicts.sorted.map(VerdictCount.init) }

    var payloadSummaries: [PayloadSummary] {
        payloadNames.compactMap { name in payloads[name]?.summary(of: name) }
    }
}
