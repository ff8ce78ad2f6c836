// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// Which share of the runs had which value of a metric.
struct HistogramPlot {
    let identifier: String
    let title: String

    /// What is compared.
    let series: [(series: PlotSeries, metric: MeasuredMetric)]

    /// Shares further apart than this get a logarithmic axis, so that single slow runs are seen.
    private static let linearRatio = 100.0

    /// A budget further away than this, as a multiple of the largest value, is not in the plot.
    private static let budgetRatio = 1.5

    /// The plot; nil where there is nothing to draw.
    var markup: Markup? {
        let measured = series.filter { !buckets($0.metric).isEmpty }
        guard let first = measured.first else { return nil }
        let unit = MeasuredUnit(first.metric.unit)
        let ends = measured.flatMap { buckets($0.metric).flatMap { [$0.from, $0.to] } }
        let limits = measured.compactMap(\.metric.limit).filter { limit in
            limit.isFinite && limit > 0 && limit <= (ends.max() ?? 0) * Self.budgetRatio
        }
        let across = AxisScale.fitting(ends + limits, unit: unit, beginsAtZero: false)
        let bins = measured.map {
            (series: $0.series, bins: HistogramBins(buckets($0.metric), on: across))
        }
        let down = AxisScale.fitting(
            bins.flatMap(\.bins.shares),
            unit: .share,
            beginsAtZero: true,
            linearRatio: Self.linearRatio
        )
        let frame = PlotFrame(
            identifier: identifier,
            title: title,
            description: description(measured.map { ($0.series, $0.metric) }, unit),
            across: across,
            acrossUnit: unit,
            acrossCaption: across.isLogarithmic ? "logarithmic" : "",
            down: down,
            downUnit: .share,
            downCaption: "share of runs"
        )
        return frame.markup {
            frame.stretched {
                bins.map { outlines($0.series, $0.bins, isCrowded: bins.count > 3, in: frame) }
            }
            Set(limits).sorted().enumerated().map { index, limit in
                budget(limit, unit, isRaised: index % 2 == 1, in: frame)
            }
        }
    }

    private func buckets(_ metric: MeasuredMetric) -> [MeasuredMetric.Bucket] {
        metric.buckets.filter {
            $0.from.isFinite && $0.to.isFinite && $0.to >= $0.from && $0.count > 0
        }
    }

    /// The bins as areas whose upper edges are in steps.
    private func outlines(
        _ series: PlotSeries,
        _ bins: HistogramBins,
        isCrowded: Bool,
        in frame: PlotFrame
    ) -> Markup {
        let width = 1000 / Double(HistogramBins.count)
        let bottom = Decimal.coordinate(frame.height)
        return bins.islands.map { island in
            var points = ["\(Decimal.coordinate(Double(island.lowerBound) * width)),\(bottom)"]
            for bin in island {
                let y = Decimal.coordinate(frame.y(bins.shares[bin]))
                points.append("\(Decimal.coordinate(Double(bin) * width)),\(y)")
                points.append("\(Decimal.coordinate(Double(bin + 1) * width)),\(y)")
            }
            points.append("\(Decimal.coordinate(Double(island.upperBound) * width)),\(bottom)")
            return Markup(
                "polygon",
                [
                    "class": "\(series.style) \(isCrowded ? "light area" : "area")",
                    "points": points.joined(separator: " "),
                ]
            )
        }.joined
    }

    private func budget(
        _ limit: Double,
        _ unit: MeasuredUnit,
        isRaised: Bool,
        in frame: PlotFrame
    ) -> Markup {
        let x = frame.x(limit)
        return Markup(joining: [
            Markup(
                "line",
                [
                    "class": "budget", "x1": x, "x2": x, "y1": "0",
                    "y2": Decimal.coordinate(frame.height),
                ]
            ),
            Markup("text", ["class": "budget-label", "x": x, "y": isRaised ? "-18" : "-6"]) {
                "budget \(unit.text(limit))"
            },
        ])
    }

    private func description(
        _ measured: [(PlotSeries, MeasuredMetric)],
        _ unit: MeasuredUnit
    ) -> String {
        measured.map { series, metric in
            "\(series.name): \(MeasuredText.count(metric.count)) runs from \(unit.text(metric.minimum)) "
                + "to \(unit.text(metric.maximum)), half of them up to \(unit.text(metric.p50))"
        }.joined(separator: "; ")
    }
}
