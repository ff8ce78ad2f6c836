// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension MeasurementPage {
    /// What changed since the other build, each change with the bounds it is within.
    var comparison: Markup {
        guard let comparison = report.comparison else { return .empty }
        let one = MeasuredUnit.share.text(comparison.confidence)
        let judged = comparison.metrics.filter { $0.change != .tooFewRuns }
        let end =
            judged.compactMap(\.share).flatMap { [abs($0.low), abs($0.high)] }
            .filter(\.isFinite).max() ?? 0
        return section("comparison", "Compared with an earlier build") {
            Markup("p", ["class": "aside"]) {
                Markup("bdi") { "\(comparison.oldPath) \(comparison.oldVersion)" }
                " · \(MeasuredText.count(comparison.pairCount, "pair")) of runs in "
                    + "\(MeasuredText.count(comparison.sessionCount, "session")), seed "
                    + "\(comparison.seed). Each interval is "
                    + "\(one) sure by itself; a change is named where all "
                    + "\(comparison.comparisonCount) together are \(one) sure of it (Bonferroni)."
            }
            table("comparison", ["Kind", "", "", "Change", "", "Old", "New"]) {
                comparison.metrics.map { row($0, end: end) }
                comparison.completions.map(row)
            }
        }
    }

    private func row(_ change: MetricChange, end: Double) -> Markup {
        let unit = MeasuredUnit(change.unit)
        let isSize = change.metric == .footprint
        let name = "\(Self.words(for: change.metric).title) \(change.percentileText)"
        return Markup("tr") {
            Markup("td") { change.kind }
            Markup("th", ["scope": "row"]) { name }
            Self.word(
                change.change,
                more: isSize ? "larger" : "slower",
                less: isSize ? "smaller" : "faster",
                isMoreBetter: false
            )
            Markup("td") {
                Self.text(change.share ?? change.difference, change.share == nil ? unit : .share)
            }
            Markup("td") {
                change.change == .tooFewRuns
                    ? .empty : change.share.map { Self.mark($0, end: end) } ?? .empty
            }
            Markup("td", ["class": "number"]) { unit.text(change.old) }
            Markup("td", ["class": "number"]) { unit.text(change.new) }
        }
    }

    private func row(_ change: CompletionChange) -> Markup {
        Markup("tr") {
            Markup("td") { change.kind }
            Markup("th", ["scope": "row"]) { "Completed" }
            Self.word(
                change.change,
                more: "more complete",
                less: "fewer complete",
                isMoreBetter: true
            )
            Markup("td") { Self.text(change.difference, .share) }
            Markup("td")
            Markup("td", ["class": "number"]) { MeasuredText.count(change.oldCount) }
            Markup("td", ["class": "number"]) { MeasuredText.count(change.newCount) }
        }
    }

    /// Such as `+12 % (+8 % to +16 %)`.
    private static func text(_ interval: ChangeInterval, _ unit: MeasuredUnit) -> String {
        let signed = { (value: Double) in
            value == 0 ? "0" : (value < 0 ? "−" : "+") + unit.text(abs(value))
        }
        return "\(signed(interval.value)) (\(signed(interval.low)) to \(signed(interval.high)))"
    }

    /// The interval on an axis with no change in its middle, the same in each row.
    private static func mark(_ interval: ChangeInterval, end: Double) -> Markup {
        guard end > 0 else { return .empty }
        let scale = AxisScale.linear(from: -end, to: end)
        let x = { (value: Double) in Decimal.percent(scale.position(of: value)) }
        return Markup(
            "svg",
            ["class": "interval", "aria-hidden": "true", "width": "160", "height": "14"]
        ) {
            Markup("line", ["class": "axis", "x1": "50%", "x2": "50%", "y1": "0", "y2": "14"])
            Markup(
                "line",
                [
                    "class": "series color-0", "x1": x(interval.low), "x2": x(interval.high),
                    "y1": "7", "y2": "7",
                ]
            )
            Markup(
                "circle",
                ["class": "series color-0", "cx": x(interval.value), "cy": "7", "r": "3"]
            )
        }
    }

    private static func word(
        _ change: Change,
        more: String,
        less: String,
        isMoreBetter: Bool
    ) -> Markup {
        switch change {
        case .more: Markup("td", ["class": isMoreBetter ? "held" : "failed"]) { more }
        case .less: Markup("td", ["class": isMoreBetter ? "failed" : "held"]) { less }
        case .noneShown: Markup("td", ["class": "aside"]) { "no change can be shown" }
        case .tooFewRuns: Markup("td", ["class": "aside"]) { "too few runs to say" }
        }
    }
}
