// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// What a measuring fails on, such as `p99.wall > 60%; fallback > 0`.
///
/// ```
/// expression = clause { ";" clause } [ ";" ]
/// clause     = [ part ":" ] subject comparison value
/// part       = ( "cold" | "warm" ) [ "," name ]
/// subject    = [ "change." ] statistic "." metric | verdict [ ":" reason ] | "runs"
/// statistic  = "min" | "mean" | "p50" | "p75" | "p90" | "p95" | "p99" | "p99.9" | "max"
/// comparison = "<" | "<=" | ">" | ">="
/// value      = number [ unit ]
/// ```
package struct GateExpression: Sendable, Equatable {
    package var clauses: [GateClause]

    /// What the clauses say of a measuring, clause by clause.
    package func outcomes(of report: MeasurementReport) -> [GateOutcome] {
        clauses.flatMap { $0.outcomes(of: report.comparison) ?? $0.outcomes(of: report.parts) }
    }

    /// What the clauses say of parts, clause by clause.
    package func outcomes(of parts: [MeasuredPart]) -> [GateOutcome] {
        clauses.flatMap { $0.outcomes(of: parts) }
    }
}

/// One condition that a part must not fulfil.
package struct GateClause: Sendable, Equatable {
    /// As it was written.
    package var text: String

    /// Which parts it is about; nil for all.
    var part: Part?
    var subject: Subject
    var comparison: Comparison
    var bound: Bound

    /// Parts, as a clause names them.
    enum Part: Equatable {
        case cold, warm
        /// One of several of a kind, such as `cold, ios-small` or `warm, 4 at once`.
        case named(String)
    }

    /// What is looked at.
    enum Subject: Equatable {
        case statistic(Statistic, MetricName)
        /// How it differs from another build's, where a difference is shown.
        case change(Statistic, MetricName)
        case verdict(Verdict.Kind, reason: String?)
        case runs
    }

    /// What of a distribution is looked at.
    enum Statistic: String, CaseIterable {
        case min, mean, p50, p75, p90, p95, p99, max
        case p999 = "p99.9"

        func value(of metric: MeasuredMetric) -> Double {
            switch self {
            case .min: metric.minimum
            case .mean: metric.mean
            case .p50: metric.p50
            case .p75: metric.p75
            case .p90: metric.p90
            case .p95: metric.p95
            case .p99: metric.p99
            case .p999: metric.p999
            case .max: metric.maximum
            }
        }
    }

    enum Comparison: String, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }
    }

    /// What it is compared with.
    enum Bound: Equatable {
        /// In the metric's unit, or a number of runs.
        case amount(Double)
        /// Of the metric's budget, or of all runs: 1 is all.
        case share(Double)
    }
}
