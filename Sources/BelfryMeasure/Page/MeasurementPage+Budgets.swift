// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryPlot
internal import BelfryReport

extension MeasurementPage {
    /// What is left of each budget, the parts below each other.
    var budgets: Markup {
        var names: [String] = []
        for headroom in report.parts.flatMap(\.headroom) where !names.contains(headroom.budget) {
            names.append(headroom.budget)
        }
        guard !names.isEmpty else { return .empty }
        return section("budgets", "Head-room") {
            Markup("p", ["class": "aside"]) {
                "Each bar is a budget. Filled is what 99.9 % of the runs kept within, or all of them "
                    + "where there are not 1,000; the thin marks are the 99th percentile and the "
                    + "largest run."
                if report.sweep != nil { " Shown are the parts that come nearest." }
            }
            Markup("div", ["class": "budgets"]) {
                names.map { name in
                    Markup("div", ["class": "card"]) {
                        budgetHeading(name)
                        rows(of: name).map { index, headroom in
                            budget(
                                headroom,
                                of: report.parts[index].name,
                                "budget-\(name)-\(index)"
                            )
                        }
                    }
                }
            }
        }
    }

    /// Which part has how much of a budget left; of a sweep the two that have least, cold and warm.
    private func rows(of name: String) -> [(index: Int, headroom: Headroom)] {
        let rows = report.parts.enumerated().flatMap { index, part in
            part.headroom.filter { $0.budget == name }.map { (index: index, headroom: $0) }
        }
        guard report.sweep != nil else { return rows }
        return [true, false].compactMap { isCold in
            rows.filter { report.parts[$0.index].isCold == isCold }
                .min { $0.headroom.left < $1.headroom.left }
        }
    }

    /// The budget's name, and how large it is where that is the same in all parts.
    private func budgetHeading(_ name: String) -> Markup {
        Markup("h3") {
            Markup("bdi") { name }
            if let limit = commonLimit(of: name) { Markup("span", ["class": "aside"]) { limit } }
        }
    }

    private func commonLimit(of budget: String) -> String? {
        let all = report.parts.flatMap(\.headroom).filter { $0.budget == budget }
        guard let first = all.first, all.allSatisfy({ $0.limit == first.limit }) else { return nil }
        return MeasuredUnit(first.unit).text(first.limit)
    }

    private func budget(_ headroom: Headroom, of part: String, _ identifier: String) -> Markup {
        let unit = MeasuredUnit(headroom.unit)
        let state = BudgetBar.state(of: headroom)
        return Markup("div", ["class": "budget-row"]) {
            Markup("p") {
                Markup("bdi") { part }
                Markup("span", ["class": "left \(state)"]) {
                    (state == "easy" ? "" : "▲ ") + Self.left(of: headroom)
                }
            }
            BudgetBar(
                identifier: identifier,
                title: "\(headroom.budget), \(part)",
                headroom: headroom
            ).markup
            Markup("p", ["class": "aside"]) {
                headroom.hasThousandth
                    ? "p99.9 \(unit.text(headroom.p999)) · max \(unit.text(headroom.maximum))"
                    : "max of \(MeasuredText.count(headroom.count, "run")) "
                        + unit.text(headroom.maximum)
                if commonLimit(of: headroom.budget) == nil { " of \(unit.text(headroom.limit))" }
            }
        }
    }

    /// How the runs ended, most frequent first.
    var verdicts: Markup {
        section("verdicts", "Verdicts") {
            Markup("div", ["class": "budgets"]) {
                report.parts.map { part in
                    Markup("div", ["class": "card"]) {
                        Markup("h3") { Markup("bdi") { part.name } }
                        Markup("p", ["class": "aside"]) { self.pace(part) }
                        verdictTable(part)
                    }
                }
            }
        }
    }

    private func pace(_ part: MeasuredPart) -> String {
        let rate = MeasuredUnit.runsPerSecond.text(part.achievedRate)
        let offered = part.offeredRate.map {
            " of \(MeasuredUnit.runsPerSecond.text($0)) offered"
        }
        return "\(MeasuredText.count(part.runCount, "run")) in "
            + "\(MeasuredUnit.milliseconds.text(part.elapsedMilliseconds)), \(rate)\(offered ?? ""), "
            + "\(part.concurrency) at a time"
    }

    private func verdictTable(_ part: MeasuredPart) -> Markup {
        let total = part.verdicts.map(\.count).saturatedSum
        let verdicts = part.verdicts.sorted { $0.count > $1.count }
        return Markup("table", ["class": "verdicts"]) {
            Markup("tbody") {
                verdicts.map { verdict in
                    let share = total > 0 ? Double(verdict.count) / Double(total) : 0
                    return Markup("tr") {
                        Markup("th", ["scope": "row"]) {
                            Markup("span", ["class": "verdict \(Self.style(of: verdict.verdict))"])
                            Markup("bdi") {
                                verdict.reason == verdict.verdict.rawValue
                                    ? verdict.reason : "\(verdict.verdict): \(verdict.reason)"
                            }
                        }
                        Markup("td") { MeasuredText.count(verdict.count) }
                        Markup("td") { MeasuredUnit.share.text(share) }
                    }
                }
            }
        }
    }

    /// The class of a verdict in the page's style sheet.
    private static func style(of verdict: Verdict.Kind) -> String {
        verdict == .notCalled ? "not-called" : verdict.rawValue
    }
}

extension [Markup] {
    /// One piece after another.
    var joined: Markup { Markup(joining: self) }
}
