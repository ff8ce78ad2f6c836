// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension GateClause {
    /// What it says of a comparison; nil for a clause that is about parts.
    ///
    /// A difference that is not shown is none, however large: a gate that chance opens and closes is
    /// soon ignored.
    ///
    /// - Parameter comparison: What changed; nil where nothing was compared, and the clause fails.
    /// - Returns: An outcome for each kind of run that it is about, at least one.
    func outcomes(of comparison: ComparisonReport?) -> [GateOutcome]? {
        guard case .change(let statistic, let name) = subject else { return nil }
        let kind = part?.name
        let changes = (comparison?.metrics ?? []).filter { change in
            change.metric == name && Self.percentiles[statistic] == change.percentile
                && (kind == nil || change.kind == kind)
        }
        guard !changes.isEmpty else {
            let part = kind ?? "all"
            return [
                GateOutcome(clause: text, part: part, isFailed: true, measured: nil, limit: nil)
            ]
        }
        return changes.map(outcome)
    }

    private static let percentiles: [Statistic: Double] = [.p50: 50, .p90: 90, .p99: 99]

    private func outcome(of change: MetricChange) -> GateOutcome {
        let isShown = change.change == .more || change.change == .less
        let (value, limit, text): (Double, Double, (Double) -> String)
        switch bound {
        case .amount(let amount):
            (value, limit) = (change.difference.value, amount)
            text = { MeasuredText.value($0, change.unit) }
        case .share(let share):
            // Of nothing every difference is more than any share.
            (value, limit) = (change.share?.value ?? change.difference.value * .infinity, share)
            text = { $0.isFinite ? MeasuredText.percent($0) : "all of it" }
        }
        let measured = (value < 0 ? "-" : "") + text(abs(value))
        return GateOutcome(
            clause: self.text,
            part: change.kind,
            isFailed: isShown && comparison.holds(value, limit),
            measured: isShown ? measured : "\(measured), which is not shown",
            limit: text(limit)
        )
    }
}

extension GateClause.Subject {
    /// The metric that it is about; nil for numbers of runs.
    var metric: MetricName? {
        switch self {
        case .statistic(_, let metric), .change(_, let metric): metric
        case .verdict, .runs: nil
        }
    }
}
