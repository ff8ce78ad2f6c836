// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One of the things that are compared in a plot.
package struct PlotSeries: Sendable {
    package let name: String

    /// Which it is, from 0 on: the same in every plot of a page.
    package let index: Int

    private static let colorCount = 8

    package init(name: String, index: Int) {
        self.name = name
        self.index = index
    }

    /// What gives it its color and, as colors are not all that tells it apart, its dashes.
    package var style: String {
        "series color-\(index % Self.colorCount) dashes-\((index + index / Self.colorCount) % 4)"
    }

    /// What the colors and dashes mean.
    package static func legend(_ series: [PlotSeries]) -> Markup {
        Markup("ul", ["class": "legend"]) {
            series.map { series in
                Markup("li") {
                    Markup(
                        "svg",
                        ["class": "sample", "aria-hidden": "true", "width": "28", "height": "10"]
                    ) {
                        Markup(
                            "line",
                            [
                                "class": series.style, "x1": "0", "x2": "28", "y1": "5", "y2": "5",
                            ]
                        )
                    }
                    Markup("bdi") { series.name }
                }
            }
        }
    }
}
