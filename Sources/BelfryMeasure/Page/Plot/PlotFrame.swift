// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A plot's axes and what is in them.
///
/// Places across are shares of the width and places down are points, so that a plot is as wide as
/// the page lets it be while its texts keep their size.
struct PlotFrame {
    /// A name that nothing else on the page has, for who reads the page aloud.
    let identifier: String
    let title: String
    let description: String

    let height = Self.height
    let across: AxisScale
    let acrossUnit: MeasuredUnit
    let acrossCaption: String

    /// The values that have a tick across; nil for round ones.
    var acrossPlaces: [Double]?
    let down: AxisScale
    let downUnit: MeasuredUnit

    var downCaption = ""

    /// What is left free above the axis down, for what is far beyond its end.
    var headroom = 0.0

    static let height = 200.0

    /// Where a value is down from the top.
    func y(_ value: Double) -> Double {
        height - down.position(of: value) * (height - headroom)
    }

    /// Where a value is across, as SVG has it.
    func x(_ value: Double) -> String { Decimal.percent(across.position(of: value)) }

    /// The plot with its content.
    func markup(@MarkupBuilder _ content: () -> Markup) -> Markup {
        Markup(
            "svg",
            [
                "class": "plot", "role": "img",
                "aria-labelledby": "\(identifier)-title \(identifier)-text",
            ]
        ) {
            Markup("title", ["id": "\(identifier)-title"]) { title }
            Markup("desc", ["id": "\(identifier)-text"]) { description }
            downAxis
            acrossAxis
            content()
        }
    }

    /// Lines and areas across the plot, in a thousand parts of its width.
    ///
    /// Only these are stretched; their strokes are not.
    func stretched(@MarkupBuilder _ content: () -> Markup) -> Markup {
        Markup(
            "svg",
            [
                "viewBox": "0 0 1000 \(Decimal.coordinate(height))", "preserveAspectRatio": "none",
                "width": "100%", "height": Decimal.coordinate(height), "class": "stretched",
            ],
            content
        )
    }

    /// Points for a line, in ``stretched(_:)``.
    func points(_ points: [(x: Double, y: Double)]) -> String {
        points.map { point in
            let x = across.position(of: point.x) * 1000
            return "\(Decimal.coordinate(x)),\(Decimal.coordinate(y(point.y)))"
        }.joined(separator: " ")
    }

    private var downAxis: Markup {
        // Labels above each other need a line's height.
        let all = down.ticks(downUnit)
        let major = all.filter(\.isMajor)
        let ticks = major.count < 3 ? all : major
        let every = max(1, Int((Double(ticks.count) * 20 / (height - headroom)).rounded(.up)))
        return Markup(
            joining: ticks.enumerated().map { index, tick in
                let y = Decimal.coordinate(self.y(tick.value))
                return Markup(joining: [
                    Markup("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": y, "y2": y]),
                    index % every == 0
                        ? Markup(
                            "text",
                            ["class": "down", "x": "0", "y": y, "dx": "-8", "dy": "4"]
                        ) { tick.label } : .empty,
                ])
            }
        )
    }

    private var labelledTicks: [AxisTick] {
        if let acrossPlaces {
            return acrossPlaces.map { place in
                AxisTick(
                    value: place,
                    label: acrossUnit.text(place),
                    position: across.position(of: place),
                    isMajor: true
                )
            }.labelledSideBySide(isUneven: true)
        }
        var isUneven: Bool { if case .nines = across { true } else { false } }
        return across.ticks(acrossUnit, count: 6).labelledSideBySide(isUneven: isUneven)
    }

    private var acrossAxis: Markup {
        let bottom = Decimal.coordinate(height)
        return Markup(joining: [
            Markup("line", ["class": "axis", "x1": "0", "x2": "100%", "y1": bottom, "y2": bottom]),
            Markup(
                joining: labelledTicks.map { tick in
                    let x = Decimal.percent(tick.position)
                    let end = Decimal.coordinate(height + (tick.isMajor ? 6 : 4))
                    return Markup(joining: [
                        Markup(
                            "line",
                            ["class": "axis", "x1": x, "x2": x, "y1": bottom, "y2": end]
                        ),
                        tick.labelling == .never
                            ? .empty
                            : Markup(
                                "text",
                                [
                                    "class": tick.labelling == .wide ? "across wide" : "across",
                                    "x": x, "y": Decimal.coordinate(height + 20),
                                ]
                            ) { tick.label },
                    ])
                }
            ),
            Markup("text", ["class": "caption", "x": "100%", "y": Decimal.coordinate(height + 38)])
            {
                acrossCaption
            },
            Markup("text", ["class": "caption-down", "x": "0", "y": "-16", "dx": "-48"]) {
                downCaption
            },
        ])
    }
}
