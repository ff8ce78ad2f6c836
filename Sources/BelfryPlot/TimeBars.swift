// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Numbers of each span of time as bars, those of several series above each other.
package struct TimeBars {
    private let identifier: String
    private let title: String
    private let axis: TimeAxis
    private let unit: MeasuredUnit
    private let caption: String
    private let series: [(series: PlotSeries, values: [Double])]

    /// How much of a span's width its bar has.
    private static let share = 0.8

    /// - Parameters:
    ///   - identifier: A name that nothing else on the page has.
    ///   - title: What the plot shows.
    ///   - axis: The time.
    ///   - unit: What the values are.
    ///   - caption: What is above the axis down.
    ///   - series: A value for each span, the lowest bars first.
    package init(
        identifier: String,
        title: String,
        axis: TimeAxis,
        unit: MeasuredUnit,
        caption: String,
        series: [(series: PlotSeries, values: [Double])]
    ) {
        self.identifier = identifier
        self.title = title
        self.axis = axis
        self.unit = unit
        self.caption = caption
        self.series = series
    }

    /// The plot.
    package var markup: Markup {
        let sums = axis.names.indices.map { span in series.reduce(0) { $0 + $1.values[span] } }
        let down = AxisScale.fitting(sums, unit: unit, beginsAtZero: true, linearRatio: .infinity)
        let frame = axis.frame(identifier, title, description, down: down, unit, caption)
        return frame.markup {
            frame.stretched {
                Markup(joining: axis.names.indices.map { bars(of: $0, in: frame) })
            }
        }
    }

    private func bars(of span: Int, in frame: PlotFrame) -> Markup {
        let width = 1000 / Double(axis.names.count)
        let x = (Double(span) + (1 - Self.share) / 2) * width
        var base = 0.0
        var bars: [Markup] = []
        for (series, values) in series where values[span] > 0 {
            let (bottom, top) = (frame.y(base), frame.y(base + values[span]))
            base += values[span]
            bars.append(
                Markup(
                    "rect",
                    [
                        "class": "filled \(series.style)", "x": Decimal.coordinate(x),
                        "width": Decimal.coordinate(width * Self.share),
                        "y": Decimal.coordinate(top), "height": Decimal.coordinate(bottom - top),
                    ]
                )
            )
        }
        return Markup(joining: bars)
    }

    private var description: String {
        let spans = axis.names.enumerated().compactMap { span, name -> String? in
            let values = series.filter { $0.values[span] > 0 }
                .map { "\($0.series.name) \(unit.text($0.values[span]))" }
            return values.isEmpty ? nil : "\(name): \(values.joined(separator: ", "))"
        }
        return spans.isEmpty ? "nothing" : spans.joined(separator: "; ")
    }
}
