// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Numbers of each span of time as lines, beside the budget that they are held to.
package struct TimeLines {
    private let identifier: String
    private let title: String
    private let axis: TimeAxis
    private let unit: MeasuredUnit
    private let limits: [(name: String, limit: Double)]
    private let series: [(series: PlotSeries, values: [Double?])]

    /// - Parameters:
    ///   - identifier: A name that nothing else on the page has.
    ///   - title: What the plot shows.
    ///   - axis: The time.
    ///   - unit: What the values are.
    ///   - limits: The budgets that they are held to, and whose each is.
    ///   - series: A value for each span; nil where there is none, and the line has a gap.
    package init(
        identifier: String,
        title: String,
        axis: TimeAxis,
        unit: MeasuredUnit,
        limits: [(name: String, limit: Double)],
        series: [(series: PlotSeries, values: [Double?])]
    ) {
        self.identifier = identifier
        self.title = title
        self.axis = axis
        self.unit = unit
        self.limits = limits
        self.series = series
    }

    /// The plot.
    package var markup: Markup {
        let values = series.flatMap { $0.values.compactMap(\.self) }
        let budgets = BudgetLines(limits, largest: values.max() ?? 0, unit: unit)
        let down = AxisScale.fitting(values + budgets.near, unit: unit, beginsAtZero: true)
        let frame = axis.frame(
            identifier,
            title,
            description(budgets),
            down: down,
            unit,
            down.isLogarithmic ? "logarithmic" : "",
            headroom: budgets.hasFar ? 30 : 0
        )
        return frame.markup {
            budgets.markup(in: frame)
            frame.stretched {
                Markup(joining: series.flatMap { lines($0.series, $0.values, in: frame) })
            }
            Markup(joining: series.flatMap { marks($0.series, $0.values, in: frame) })
        }
    }

    /// The middle of a span, in spans from the beginning.
    private func place(of span: Int) -> Double { Double(span) + 0.5 }

    /// A line for each row of spans that have a value.
    private func lines(
        _ series: PlotSeries,
        _ values: [Double?],
        in frame: PlotFrame
    ) -> [Markup] {
        let spans = values.indices.split { values[$0] == nil }
        return spans.filter { $0.count > 1 }.map { spans in
            let points = spans.compactMap { span in values[span].map { (place(of: span), $0) } }
            return Markup(
                "polyline",
                ["class": series.style, "points": frame.points(points.map { (x: $0, y: $1) })]
            )
        }
    }

    private func marks(
        _ series: PlotSeries,
        _ values: [Double?],
        in frame: PlotFrame
    ) -> [Markup] {
        values.enumerated().compactMap { span, value in
            value.map { value in
                Markup(
                    "circle",
                    [
                        "class": series.style, "cx": frame.x(place(of: span)),
                        "cy": Decimal.coordinate(frame.y(value)), "r": "2.5",
                    ]
                ) {
                    Markup("title") { "\(axis.names[span]), \(series.name): \(unit.text(value))" }
                }
            }
        }
    }

    private func description(_ budgets: BudgetLines) -> String {
        let spans = axis.names.enumerated().compactMap { span, name -> String? in
            let values = series.compactMap { series, values in
                values[span].map { "\(series.name) \(unit.text($0))" }
            }
            return values.isEmpty ? nil : "\(name): \(values.joined(separator: ", "))"
        }
        let all = (spans.isEmpty ? ["nothing"] : spans) + budgets.lines.map(\.label)
        return all.joined(separator: "; ")
    }
}
