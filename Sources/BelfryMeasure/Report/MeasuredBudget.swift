// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// A budget whose use is measured in every run, by its name on the command line.
package enum MeasuredBudget: String, Sendable, CaseIterable {
    case wall, start, cpu, memory

    /// What is held to it.
    package var metric: MetricName {
        switch self {
        case .wall: .wall
        case .start: .startUp
        case .cpu: .cpu
        case .memory: .footprint
        }
    }

    /// How much of it there is, in the metric's unit.
    package func limit(in budget: RunReport.BudgetSummary) -> Double {
        switch self {
        case .wall: budget.wallMilliseconds
        case .start: budget.startMilliseconds
        case .cpu: budget.cpuMilliseconds
        case .memory: Double(budget.memoryByteCount)
        }
    }
}

extension MetricName {
    /// The budget that it is held to; nil where there is none.
    package var budget: MeasuredBudget? {
        MeasuredBudget.allCases.first { $0.metric == self }
    }
}
