// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// How far into its budget an extension comes, as a bar that is the budget.
struct BudgetBar {
    let identifier: String
    let title: String
    let headroom: Headroom

    /// What of the budget has to be left for a bar to look easy.
    static let narrowLeft = 0.2

    var markup: Markup {
        let unit = MeasuredUnit(headroom.unit)
        // A bar that is overrun ends where the overrun does.
        let end = [headroom.limit, headroom.maximum, headroom.p999].filter(\.isFinite).max() ?? 0
        let scale = AxisScale.linear(from: 0, to: end)
        let limit = Decimal.percent(scale.position(of: headroom.limit))
        return Markup(
            "svg",
            [
                "class": "bar", "role": "img", "height": "16",
                "aria-labelledby": "\(identifier)-title",
            ]
        ) {
            Markup("title", ["id": "\(identifier)-title"]) {
                "\(title): \(MeasurementPage.most(of: headroom)) used at most "
                    + "\(unit.text(headroom.p999)) of "
                    + "\(unit.text(headroom.limit)), the largest \(unit.text(headroom.maximum))"
            }
            Markup("rect", ["class": "track", "width": limit, "height": "16", "rx": "3"])
            Markup(
                "rect",
                [
                    "class": "used \(Self.state(of: headroom))", "y": "3", "height": "10",
                    "width": Decimal.percent(scale.position(of: headroom.p999)), "rx": "1",
                ]
            )
            mark("percentile", headroom.p99, scale)
            mark("largest", headroom.maximum, scale)
            Markup("line", ["class": "limit", "x1": limit, "x2": limit, "y1": "-2", "y2": "18"])
        }
    }

    /// `easy`, `narrow` or `over`.
    static func state(of headroom: Headroom) -> String {
        headroom.left <= 0 ? "over" : headroom.left < narrowLeft ? "narrow" : "easy"
    }

    private func mark(_ name: String, _ value: Double, _ scale: AxisScale) -> Markup {
        guard value.isFinite else { return .empty }
        let x = Decimal.percent(scale.position(of: value))
        return Markup("line", ["class": name, "x1": x, "x2": x, "y1": "1", "y2": "15"])
    }
}
