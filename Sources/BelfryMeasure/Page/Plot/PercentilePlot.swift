// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// How a metric rises with the share of the runs, its axis across by nines as HdrHistogram's plots
/// have it.
struct PercentilePlot {
    let identifier: String
    let title: String

    /// What is compared.
    let series: [(series: PlotSeries, metric: MeasuredMetric)]

    /// The plot; nil where there is nothing to draw.
    var markup: Markup? {
        let curves = series.map {
            (series: $0.series, metric: $0.metric, points: points($0.metric))
        }
        .filter { !$0.points.isEmpty }
        guard let first = curves.first else { return nil }
        let unit = MeasuredUnit(first.metric.unit)
        let values = curves.flatMap { $0.points.map(\.value) }
        let budgets = BudgetLines(
            curves.compactMap { curve in
                curve.metric.limit.map { (name: curve.series.name, limit: $0) }
            },
            largest: values.max() ?? 0,
            unit: unit
        )
        let down = AxisScale.fitting(values + budgets.near, unit: unit, beginsAtZero: true)
        let frame = PlotFrame(
            identifier: identifier,
            title: title,
            description: description(curves.map { ($0.series, $0.metric) }, unit, budgets),
            across: .nines(runCount: curves.map(\.metric.count).max() ?? 0),
            acrossUnit: .count,
            acrossCaption: "percentile of runs",
            down: down,
            downUnit: unit,
            downCaption: down.isLogarithmic ? "logarithmic" : "",
            headroom: budgets.hasFar ? 30 : 0
        )
        return frame.markup {
            budgets.markup(in: frame)
            frame.stretched {
                curves.map { curve in
                    Markup(
                        "polyline",
                        [
                            "class": curve.series.style,
                            "points": frame.points(curve.points.map { ($0.percentile, $0.value) }),
                        ]
                    )
                }
            }
            curves.map { marks($0.series, $0.metric, unit, in: frame) }
        }
    }

    /// The curve from the fastest run to the slowest, without what is no number.
    private func points(_ metric: MeasuredMetric) -> [MeasuredMetric.Point] {
        var points = metric.curve.filter { $0.percentile.isFinite && $0.value.isFinite }
        if let first = points.first, first.percentile > 0, metric.minimum.isFinite {
            points.insert(MeasuredMetric.Point(percentile: 0, value: metric.minimum), at: 0)
        }
        if let last = points.last, last.percentile < 100, metric.maximum.isFinite {
            points.append(MeasuredMetric.Point(percentile: 100, value: metric.maximum))
        }
        return points
    }

    private func marks(
        _ series: PlotSeries,
        _ metric: MeasuredMetric,
        _ unit: MeasuredUnit,
        in frame: PlotFrame
    ) -> Markup {
        let scale = AxisScale.nines(runCount: metric.count)
        return Markup(
            joining: metric.marks.compactMap { place, name, value in
                guard value.isFinite, place == 100 || scale.contains(place) else { return nil }
                return Markup(
                    "circle",
                    [
                        "class": series.style, "cx": frame.x(place),
                        "cy": Decimal.coordinate(frame.y(value)), "r": "3.5",
                    ]
                ) {
                    Markup("title") { "\(series.name), \(name): \(unit.text(value))" }
                }
            }
        )
    }

    private func description(
        _ curves: [(PlotSeries, MeasuredMetric)],
        _ unit: MeasuredUnit,
        _ budgets: BudgetLines
    ) -> String {
        let curves = curves.map { series, metric in
            let values = metric.marks.map { "\($0.name) \(unit.text($0.value))" }
            return "\(series.name): \(values.joined(separator: ", "))"
        }
        return (curves + budgets.lines.map(\.label)).joined(separator: "; ")
    }
}

extension MeasuredMetric {
    /// Percentiles that are marked in plots, with what they are called.
    var marks: [(percentile: Double, name: String, value: Double)] {
        [
            (50, "p50", p50), (90, "p90", p90), (99, "p99", p99), (99.9, "p99.9", p999),
            (100, "largest", maximum),
        ]
    }
}
