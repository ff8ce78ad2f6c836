// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReport
internal import BelfryRuntime

/// A budget that is searched for.
package enum BudgetAxis: String, Sendable, Codable, CaseIterable {
    case wall, cpu, memory

    /// `ms` or `bytes`.
    package var unit: String { self == .memory ? "bytes" : "ms" }

    /// The values that are tried.
    package var ladder: BudgetLadder { self == .memory ? .size : .time }

    /// What a run used of it, in the budget's unit; nil when it never had a worker.
    package func used(by report: RunReport) -> Double? {
        switch self {
        case .wall: MetricName.wall.value(in: report)
        case .cpu: MetricName.cpu.value(in: report)
        case .memory: MetricName.footprint.value(in: report)
        }
    }

    /// The budget that leaves an extension so much before it is told that its time ends.
    ///
    /// For wall a value is the time before it is told, which completing later is not what it would
    /// have done: a budget longer than the grace second ends a second after that.
    package func limit(leaving value: Double) -> Double {
        guard self == .wall else { return value }
        let grace = Budget().grace.milliseconds
        return value <= grace ? value : value + grace
    }

    /// Sets it.
    func set(_ value: Double, in budget: inout Budget) {
        let limit = limit(leaving: value)
        switch self {
        case .wall: budget.wall = Self.duration(milliseconds: limit)
        case .cpu: budget.cpu = Self.duration(milliseconds: limit)
        case .memory: budget.memoryByteCount = Int(saturating: limit)
        }
    }

    /// What it is now, in its unit.
    func value(in budget: Budget) -> Double {
        switch self {
        case .wall: budget.wall.milliseconds
        case .cpu: budget.cpu.milliseconds
        case .memory: Double(budget.memoryByteCount)
        }
    }

    /// A value as a manifest or a command line has it, such as `120ms` or `1536KB`.
    package func text(_ limit: Double) -> String {
        self == .memory
            ? Quantity.format(byteCount: Int(saturating: limit))
            : Quantity.format(Self.duration(milliseconds: limit))
    }

    /// The budget that a failure speaks of; nil for what none would have prevented.
    static func cause(of report: RunReport) -> BudgetAxis? {
        let fallback = report.endedBy.flatMap(Verdict.Fallback.init)
        return switch fallback.map(Verdict.fallback) ?? report.ending {
        case .fallback(.timeout), .fallback(.startTimeout), .delivered(.atExpiry): .wall
        case .fallback(.cpu): .cpu
        case .fallback(.memory): .memory
        default: nil
        }
    }

    private static func duration(milliseconds: Double) -> Duration {
        .microseconds(Int64(saturating: (milliseconds * 1000).rounded()))
    }
}
