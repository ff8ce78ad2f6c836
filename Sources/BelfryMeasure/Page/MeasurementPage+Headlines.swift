// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryPlot

extension MeasurementPage {
    /// What matters most, in large letters: what has failed, and then the budget that is nearest to
    /// being used up.
    var headlines: Markup {
        let failures = [brokenLimits, failedRuns].compactMap(\.self)
        return Markup(joining: failures + [nearestBudget(isSecond: !failures.isEmpty)])
    }

    /// Clauses of `--fail-on` that came true; nil for none.
    private var brokenLimits: Markup? {
        let outcomes = report.gates ?? []
        let count = outcomes.count(where: \.isFailed)
        guard count > 0 else { return nil }
        return headline(
            "over",
            "✗ \(MeasuredText.count(count))",
            "of \(MeasuredText.count(outcomes.count, "limit")) of --fail-on "
                + "\(count == 1 ? "is" : "are") broken."
        )
    }

    /// Runs that failed; nil for none.
    private var failedRuns: Markup? {
        let failures = report.parts.flatMap(\.verdicts).filter(\.isFailure)
        let counts = Dictionary(grouping: failures) { "\($0.verdict): \($0.reason)" }
            .mapValues { $0.map(\.count).saturatedSum }
        let failed = counts.values.saturatedSum
        let all = report.parts.map(\.runCount).saturatedSum
        guard failed > 0 else { return nil }
        let ends = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
            .map { "\($0.key) \(MeasuredText.count($0.value))" }
        let left = counts.count - ends.count
        return headline(
            "over",
            MeasuredUnit.share.text(Double(failed) / Double(all)),
            "of the runs failed, \(MeasuredText.count(failed)) of \(MeasuredText.count(all)): "
                + (ends + (left > 0 ? ["\(left) more ways"] : [])).joined(separator: ", ") + "."
        )
    }

    /// The budget that is nearest to being used up.
    private func nearestBudget(isSecond: Bool) -> Markup {
        let all = report.parts.flatMap { part in part.headroom.map { (part: part, headroom: $0) } }
        guard let nearest = all.min(by: { $0.headroom.left < $1.headroom.left }) else {
            return headline("", "", "No run came to where budgets are measured.")
        }
        let headroom = nearest.headroom
        let unit = MeasuredUnit(headroom.unit)
        let state = BudgetBar.state(of: headroom)
        return headline(
            isSecond && state == "easy" ? "second" : isSecond ? "second \(state)" : state,
            Self.left(of: headroom),
            "\(headroom.left < -0.005 ? "" : "of ")the \(headroom.budget) budget, the nearest of all: "
                + "\(Self.most(of: headroom)) ("
                + "\(nearest.part.name)) used at most \(unit.text(headroom.p999)) of "
                + "\(unit.text(headroom.limit))."
        )
    }

    private func headline(_ style: String, _ figure: String, _ text: String) -> Markup {
        Markup("p", ["class": "headline \(style)"]) {
            Markup("strong") { figure }
            Markup("span") { Markup("bdi") { text } }
        }
    }

    /// Such as `12 % left`, `none left` or `4 % over`.
    static func left(of headroom: Headroom) -> String {
        let share = MeasuredUnit.share.text(abs(headroom.left))
        // A run that is ended for its time has used a little more than all of it.
        if abs(headroom.left) < 0.005 { return "none left" }
        return headroom.left < 0 ? "\(share) over" : "\(share) left"
    }

    /// Whose largest value is meant: with few runs there is no one in a thousand.
    static func most(of headroom: Headroom) -> String {
        headroom.hasThousandth
            ? "99.9 % of the runs" : "all of \(MeasuredText.count(headroom.count, "run"))"
    }
}
