// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A plot's axes and what is in them.
///
/// Places across are shares of the width and places down are points, so that a plot is as wide as
/// the page lets it be while its texts keep their size.
package struct PlotFrame {
    /// A name that nothing else on the page has, for who reads the page aloud.
    private let identifier: String
    private let title: String
    private let description: String
    private let across: AxisScale
    private let acrossUnit: MeasuredUnit
    private let acrossCaption: String

    /// The ticks across; nil for round values.
    private let acrossTicks: [AxisTick]?
    private let down: AxisScale
    private let downUnit: MeasuredUnit
    private let downCaption: String

    /// What is left free above the axis down, for what is far beyond its end.
    let headroom: Double

    /// Whether it is in XML, where the name alone does not say that an element is SVG's.
    private let isInXML: Bool

    /// How high the part with the values is, in points.
    package let height = Self.height

    static let height = 200.0

    /// - Parameters:
    ///   - identifier: A name that nothing else on the page has.
    ///   - title: What the plot shows.
    ///   - description: The same in figures, for who reads the page aloud.
    ///   - across: The axis across.
    ///   - acrossUnit: What its values are.
    ///   - acrossCaption: What is below it.
    ///   - acrossTicks: Its ticks; nil for round values.
    ///   - down: The axis down.
    ///   - downUnit: What its values are.
    ///   - downCaption: What is above it.
    ///   - headroom: What is left free above the axis down, for what is far beyond its end.
    ///   - isInXML: Whether it is in XML, where the name alone does not say that an element is SVG's.
    package init(
        identifier: String,
        title: String,
        description: String,
        across: AxisScale,
        acrossUnit: MeasuredUnit,
        acrossCaption: String,
        acrossTicks: [AxisTick]? = nil,
        down: AxisScale,
        downUnit: MeasuredUnit,
        downCaption: String = "",
        headroom: Double = 0,
        isInXML: Bool = false
    ) {
        self.identifier = identifier
        self.title = title
        self.description = description
        self.across = across
        self.acrossUnit = acrossUnit
        self.acrossCaption = acrossCaption
        self.acrossTicks = acrossTicks
        self.down = down
        self.downUnit = downUnit
        self.downCaption = downCaption
        self.headroom = headroom
        self.isInXML = isInXML
    }

    /// Where a value is down from the top.
    package func y(_ value: Double) -> Double {
        height - down.position(of: value) * (height - headroom)
    }

    /// Where a value is across, as SVG has it.
    package func x(_ value: Double) -> String { Decimal.percent(across.position(of: value)) }

    /// The plot with its content.
    package func markup(@MarkupBuilder _ content: () -> Markup) -> Markup {
        Markup(
            "svg",
            [
                "xmlns": isInXML ? "http://www.w3.org/2000/svg" : nil, "class": "plot",
                "role": "img",
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
    package func stretched(@MarkupBuilder _ content: () -> Markup) -> Markup {
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
    package func points(_ points: [(x: Double, y: Double)]) -> String {
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
        if let acrossTicks { return acrossTicks.labelledSideBySide(isUneven: true) }
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
