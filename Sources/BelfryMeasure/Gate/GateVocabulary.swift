// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The names that clauses are made of.
enum GateVocabulary {
    /// Metrics by the names of reports and by those of budgets.
    static let metrics: [String: MetricName] = {
        var metrics = Dictionary(
            uniqueKeysWithValues: MetricName.allCases.map { ($0.rawValue, $0) }
        )
        for budget in MeasuredBudget.allCases { metrics[budget.rawValue] = budget.metric }
        return metrics
    }()

    /// What there is, for people.
    static let metricNames = MetricName.allCases.map { metric in
        guard let budget = metric.budget, budget.rawValue != metric.rawValue else {
            return metric.rawValue
        }
        return "\(metric.rawValue) (or \(budget.rawValue))"
    }
}
