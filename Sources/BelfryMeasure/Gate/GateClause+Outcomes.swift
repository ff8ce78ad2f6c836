// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension GateClause {
    /// What it says of parts.
    ///
    /// A part without the value, such as a warm one in which no worker was started, says nothing. When
    /// no part has it the clause fails: nobody would notice that it is never looked at.
    ///
    /// - Parameter parts: All that was measured.
    /// - Returns: An outcome for each part that the clause is about, at least one.
    func outcomes(of parts: [MeasuredPart]) -> [GateOutcome] {
        let outcomes = parts.filter { isAbout($0.name, isCold: $0.isCold) }.map(outcome)
        guard outcomes.allSatisfy({ $0.measured == nil }) else { return outcomes }
        let part = part?.name ?? "all"
        let failed = outcomes.map { outcome in
            var outcome = outcome
            outcome.isFailed = true
            return outcome
        }
        let none = GateOutcome(clause: text, part: part, isFailed: true, measured: nil, limit: nil)
        return failed.isEmpty ? [none] : failed
    }

    private func outcome(of part: MeasuredPart) -> GateOutcome {
        guard let (measured, limit) = comparison(in: part) else {
            return GateOutcome(
                clause: text,
                part: part.name,
                isFailed: false,
                measured: nil,
                limit: nil
            )
        }
        return GateOutcome(
            clause: text,
            part: part.name,
            isFailed: comparison.holds(measured.value, limit.value),
            measured: measured.text,
            limit: limit.text
        )
    }

    /// A number, and how it is told.
    private typealias Side = (value: Double, text: String)

    /// What is compared with what; nil where a part has no such value.
    private func comparison(in part: MeasuredPart) -> (measured: Side, limit: Side)? {
        switch subject {
        case .statistic(let statistic, let name):
            guard let metric = part.metric(name), let limit = limit(of: metric) else { return nil }
            let value = statistic.value(of: metric)
            return ((value, MeasuredText.value(value, metric.unit)), limit)
        case .verdict(let verdict, let reason):
            let counted = part.verdicts.filter {
                $0.verdict == verdict && (reason == nil || $0.reason == reason)
            }
            return runs(counted.reduce(0) { $0 + $1.count }, of: part)
        case .runs:
            let runs = runs(part.runCount, of: part)
            return runs.map { (($0.measured.value, all(of: part)), $0.limit) }
        case .change: return nil
        }
    }

    private func limit(of metric: MeasuredMetric) -> Side? {
        switch bound {
        case .amount(let amount): return (amount, MeasuredText.value(amount, metric.unit))
        case .share(let share):
            guard let budget = metric.limit else { return nil }
            let amount = MeasuredText.value(budget * share, metric.unit)
            let whole = MeasuredText.value(budget, metric.unit)
            return (budget * share, "\(amount) (\(MeasuredText.percent(share)) of \(whole))")
        }
    }

    private func all(of part: MeasuredPart) -> String { MeasuredText.count(part.runCount, "run") }

    private func runs(_ count: Int, of part: MeasuredPart) -> (measured: Side, limit: Side)? {
        guard part.runCount > 0 else { return nil }
        let all = all(of: part)
        switch bound {
        case .amount(let amount):
            let limit = MeasuredText.count(Int(amount), "run")
            return ((Double(count), "\(MeasuredText.count(count)) of \(all)"), (amount, limit))
        case .share(let share):
            let measured = Double(count) / Double(part.runCount)
            let text = "\(MeasuredText.percent(measured)) (\(MeasuredText.count(count)) of \(all))"
            return ((measured, text), (share, "\(MeasuredText.percent(share)) of \(all)"))
        }
    }
}
