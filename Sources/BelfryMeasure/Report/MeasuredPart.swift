// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// Runs of one kind under one budget.
package struct MeasuredPart: Sendable, Codable {
    /// `warm`, `cold`, or the same with a budget's name, such as `warm, ios-small`.
    package var name: String

    /// Whether each run had a new worker.
    package var isCold: Bool

    /// The limits that each run had.
    package var budget: RunReport.BudgetSummary

    /// How many runs were in flight at most.
    package var concurrency: Int

    /// Runs that were to begin each second, in an open loop; nil for one that begins a run as
    /// another ends.
    package var offeredRate: Double?

    /// How many runs were measured.
    package var runCount: Int

    /// Runs that were made before, so that zygote and workers are there, and are not counted.
    package var warmUpCount = 0
    package var elapsedMilliseconds: Double
    package var verdicts: [VerdictCount]

    /// The same for each payload, in the order in which they came first.
    package var payloads: [PayloadSummary] = []
    package var metrics: [MeasuredMetric]
    package var headroom: [Headroom]

    /// The runs that came nearest to a budget, nearest first.
    package var nearest: [NearRun]

    /// What a person should know, one sentence each: a p99.9 near a budget, a leak, a failure.
    package var warnings: [String] = []

    package init(
        name: String,
        isCold: Bool,
        budget: RunReport.BudgetSummary,
        concurrency: Int,
        offeredRate: Double?,
        runCount: Int,
        elapsedMilliseconds: Double,
        verdicts: [VerdictCount],
        metrics: [MeasuredMetric],
        headroom: [Headroom],
        nearest: [NearRun]
    ) {
        self.name = name
        self.isCold = isCold
        self.budget = budget
        self.concurrency = concurrency
        self.offeredRate = offeredRate
        self.runCount = runCount
        self.elapsedMilliseconds = elapsedMilliseconds
        self.verdicts = verdicts
        self.metrics = metrics
        self.headroom = headroom
        self.nearest = nearest
    }

    /// Runs for which a worker was asked, so that they took time: all but those whose notification did
    /// not call for the extension, or whose extension could not be loaded.
    package var calledCount: Int { metric(.wall)?.count ?? 0 }

    /// Such runs that ended each second.
    package var achievedRate: Double {
        elapsedMilliseconds > 0 ? Double(calledCount) / elapsedMilliseconds * 1000 : 0
    }

    /// The distribution of a metric; nil where no run had it.
    package func metric(_ name: MetricName) -> MeasuredMetric? {
        metrics.first { $0.name == name }
    }
}

/// How many runs ended in one way.
package struct VerdictCount: Sendable, Codable, Equatable {
    /// ``RunReport/verdict`` and ``RunReport/reason``.
    package var verdict: Verdict.Kind
    package var reason: String
    package var count: Int

    package init(verdict: Verdict.Kind, reason: String, count: Int) {
        self.verdict = verdict
        self.reason = reason
        self.count = count
    }
}

/// What is measured of every run.
package enum MetricName: String, Sendable, Codable, CaseIterable {
    /// From the intended start to the delivery: what a user waits, stalls included.
    case latency
    /// From the host's acceptance of a run until a worker is chosen, or asked for.
    case queueWait
    /// From the demand for a worker to its being ready; of runs with a new worker.
    case startUp
    /// From the beginning of the wall budget to the decision.
    case wall
    /// CPU time of the worker in the run.
    case cpu
    /// Largest footprint above the loaded, idle worker.
    case footprint

    /// `ms` or `bytes`.
    package var unit: String { self == .footprint ? "bytes" : "ms" }
}

/// The distribution of one metric, from an HDR histogram.
package struct MeasuredMetric: Sendable, Codable, Equatable {
    package var name: MetricName

    /// `ms` or `bytes`.
    package var unit: String
    package var count: Int
    package var mean: Double
    package var minimum: Double

    /// Percentiles: half of the values, three quarters of them and so on are at most as large.
    package var p50: Double
    package var p75: Double

    /// Nine tenths, 95 of 100, 99 of 100 are at most as large.
    package var p90: Double
    package var p95: Double
    package var p99: Double

    /// 999 of 1000 are at most as large.
    package var p999: Double

    /// The largest value that there was.
    package var maximum: Double

    /// The budget that it is held to; nil where there is none.
    package var limit: Double?

    /// Percentiles, rising to 100, ever nearer to each other as a percentile plot has them.
    package var curve: [Point]

    /// How many values there were between two bounds, of those that had any.
    package var buckets: [Bucket]

    /// One point of the curve of percentiles.
    package struct Point: Sendable, Codable, Equatable {
        /// 0 to 100.
        package var percentile: Double
        package var value: Double

        package init(percentile: Double, value: Double) {
            self.percentile = percentile
            self.value = value
        }
    }

    /// How many values there were between two bounds.
    package struct Bucket: Sendable, Codable, Equatable {
        package var from: Double
        package var to: Double

        /// How many values were from ``from`` on and below ``to``.
        package var count: Int

        package init(from: Double, to: Double, count: Int) {
            self.from = from
            self.to = to
            self.count = count
        }
    }

    package init(
        name: MetricName,
        count: Int,
        mean: Double,
        minimum: Double,
        p50: Double,
        p75: Double,
        p90: Double,
        p95: Double,
        p99: Double,
        p999: Double,
        maximum: Double,
        limit: Double?,
        curve: [Point],
        buckets: [Bucket]
    ) {
        self.name = name
        unit = name.unit
        self.count = count
        self.mean = mean
        self.minimum = minimum
        self.p50 = p50
        self.p75 = p75
        self.p90 = p90
        self.p95 = p95
        self.p99 = p99
        self.p999 = p999
        self.maximum = maximum
        self.limit = limit
        self.curve = curve
        self.buckets = buckets
    }
}

/// What is left of a budget.
package struct Headroom: Sendable, Codable, Equatable {
    /// The budget's name on the command line: `wall`, `start`, `cpu`, `memory`.
    package var budget: String

    /// `ms` or `bytes`.
    package var unit: String
    package var limit: Double

    /// Runs that are measured.
    package var count: Int
    package var p99: Double
    package var p999: Double
    package var maximum: Double

    package init(
        budget: String,
        unit: String,
        limit: Double,
        count: Int,
        p99: Double,
        p999: Double,
        maximum: Double
    ) {
        self.budget = budget
        self.unit = unit
        self.limit = limit
        self.count = count
        self.p99 = p99
        self.p999 = p999
        self.maximum = maximum
    }

    /// Runs from which on one in a thousand is more than the largest.
    package static let countForThousandth = 1000

    /// Whether there are enough runs to speak of one in a thousand.
    package var hasThousandth: Bool { count >= Self.countForThousandth }

    /// How much of the budget 999 in 1000 runs leave: 1 all of it, 0 none, negative past it.
    package var left: Double { limit > 0 ? 1 - p999 / limit : 0 }
}

/// A run that came near to a budget.
package struct NearRun: Sendable, Codable {
    /// Which run of its part it was, from 1 on, in the order of their intended starts.
    package var ordinal: Int
    package var payload: String
    package var verdict: Verdict.Kind
    package var reason: String

    /// The budget that it came nearest to, and how much of it it used: 1 is all.
    package var budget: String
    package var fraction: Double

    /// When it was to begin, in milliseconds since the part did.
    package var intendedAt: Double

    /// What it did in that time: `late start`, `queue wait`, `sealing`, `loading`, `starting`, `run`, …;
    /// in order, from the intended start on.
    package var timeline: [Span]
    package var timing: RunReport.Timing?
    package var usage: RunReport.Usage?

    /// From the intended start to the delivery.
    package var latency: Double { timeline.last.map { $0.from + $0.duration } ?? 0 }

    /// One stretch of the time from the intended start to the delivery.
    package struct Span: Sendable, Codable, Equatable {
        /// What happened in it, such as `queue` or `loading`.
        package var name: String
        /// Since the intended start.
        package var from: Double
        package var duration: Double

        package init(name: String, from: Double, duration: Double) {
            self.name = name
            self.from = from
            self.duration = duration
        }
    }

    package init(
        ordinal: Int,
        payload: String,
        verdict: Verdict.Kind,
        reason: String,
        budget: String,
        fraction: Double,
        intendedAt: Double,
        timeline: [Span],
        timing: RunReport.Timing?,
        usage: RunReport.Usage?
    ) {
        self.ordinal = ordinal
        self.payload = payload
        self.verdict = verdict
        self.reason = reason
        self.budget = budget
        self.fraction = fraction
        self.intendedAt = intendedAt
        self.timeline = timeline
        self.timing = timing
        self.usage = usage
    }
}
