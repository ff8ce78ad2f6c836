// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension MeasurementPage {
    /// How fast and how slow runs were over what was varied; nothing where nothing was.
    var scaling: Markup {
        let curves = ScalingCurve.curves(of: report)
        guard let sweep = report.sweep, !curves.isEmpty else { return .empty }
        let rate = ScalingPlot(
            identifier: "scaling-rate",
            title: "Runs each second by \(sweep.variable)",
            variable: sweep.variable,
            unit: .runsPerSecond,
            curves: curves,
            quantities: [.init(name: "") { $0.runsPerSecond }]
        )
        let latency = ScalingPlot(
            identifier: "scaling-latency",
            title: "Latency by \(sweep.variable)",
            variable: sweep.variable,
            unit: .milliseconds,
            curves: curves,
            quantities: [.init(name: "p99") { $0.p99 }, .init(name: "p50") { $0.p50 }]
        )
        return section("scaling", "By \(sweep.variable)") {
            PlotSeries.legend(curves.map(\.series))
            Markup("div", ["class": "card metric"]) {
                Markup("div", ["class": "plots"]) {
                    holder("Runs each second", rate.markup)
                    holder("Latency: p99, and p50 as the thin line", latency.markup)
                }
            }
            table(
                "scaling",
                ["Kind", sweep.variable, "Runs each second", "p50 latency", "p99 latency"],
                numberedFrom: 1
            ) {
                curves.flatMap { curve in curve.points.map { row(curve.series.name, $0) } }
            }
        }
    }

    private func holder(_ title: String, _ plot: Markup?) -> Markup {
        guard let plot else { return .empty }
        return Markup("div", ["class": "holder"]) {
            Markup("h3") { title }
            plot
        }
    }

    private func row(_ name: String, _ point: ScalingCurve.Point) -> Markup {
        let time = MeasuredUnit.milliseconds
        let values = [
            MeasuredUnit.count.text(point.place),
            MeasuredUnit.runsPerSecond.text(point.runsPerSecond),
            point.p50.map(time.text) ?? "–", point.p99.map(time.text) ?? "–",
        ]
        return Markup("tr") {
            Markup("th", ["scope": "row"]) { name }
            values.map { value in Markup("td", ["class": "number"]) { value } }
        }
    }
}
