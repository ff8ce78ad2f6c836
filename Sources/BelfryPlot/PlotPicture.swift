// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A plot as a picture of its own (SVG), with its style and with what its colors mean.
///
/// It has no script and loads nothing. It is as wide as whoever shows it lets it be, light or dark as
/// they are.
package struct PlotPicture {
    /// How the series of a plot are drawn.
    package enum Kind: Sendable {
        case bars, lines
    }

    private let plot: Markup
    private let kind: Kind
    private let series: [PlotSeries]

    /// - Parameters:
    ///   - plot: What a plot's `markup` is.
    ///   - kind: How its series are drawn.
    ///   - series: The series, in the order in which they are explained.
    package init(_ plot: Markup, _ kind: Kind, explaining series: [PlotSeries]) {
        self.plot = plot
        self.kind = kind
        self.series = series
    }

    /// How high the plot is with its labels, and each line that explains a series, in points.
    private static let plotHeight = 262
    private static let lineHeight = 18

    /// The picture's source.
    package var source: String {
        Markup(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": "100%",
                "height": "\(Self.plotHeight + Self.lineHeight * series.count)",
            ]
        ) {
            Markup(StyleSheet.plots + StyleSheet.pictures)
            // Within HTML it has its padding, where its labels are, as on a page.
            Markup("foreignObject", ["width": "100%", "height": "\(Self.plotHeight)"]) {
                Markup("div", ["xmlns": "http://www.w3.org/1999/xhtml"]) { plot }
            }
            Markup(joining: series.enumerated().map { key($1, line: $0) })
        }.source
    }

    private func key(_ series: PlotSeries, line: Int) -> Markup {
        let y = Self.plotHeight + Self.lineHeight * line
        return Markup("g", ["class": "plot-key", "transform": "translate(62 \(y))"]) {
            switch kind {
            case .bars:
                Markup(
                    "rect",
                    [
                        "class": "filled \(series.style)", "x": "8", "width": "12",
                        "height": "12",
                    ]
                )
            case .lines:
                Markup(
                    "line",
                    ["class": series.style, "x1": "0", "x2": "28", "y1": "6", "y2": "6"]
                )
            }
            Markup("text", ["x": "36", "y": "10"]) { series.name }
        }
    }
}
