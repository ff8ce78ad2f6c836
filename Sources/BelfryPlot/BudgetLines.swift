// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The budgets that a metric is held to, as lines across a plot.
package struct BudgetLines {
    /// One line, and what is at it.
    package struct Line: Equatable {
        let limit: Double
        package let label: String
    }

    /// From a limit this many times the largest value on, a line stands above a break of the axis: on
    /// the axis it would press the values into its other end.
    private static let breakRatio = 4.0

    /// The lines, the lowest first.
    package let lines: [Line]

    /// Those that are on the axis.
    package let near: [Double]

    /// Whether one is above a break.
    package var hasFar: Bool { near.count < lines.count }

    /// - Parameters:
    ///   - limits: Each part's name and limit.
    ///   - largest: The largest value of the plot.
    ///   - unit: What they are.
    package init(_ limits: [(name: String, limit: Double)], largest: Double, unit: MeasuredUnit) {
        let usable = limits.filter { $0.limit.isFinite && $0.limit > 0 }
        var distinct: [Double] = []
        for limit in usable.map(\.limit) where !distinct.contains(limit) { distinct.append(limit) }
        lines = distinct.sorted().map { limit in
            let names = usable.filter { $0.limit == limit }.map(\.name)
            let owner = names.count == 1 ? names[0] : "\(names.count) parts"
            let label = "budget \(unit.text(limit))"
            return Line(limit: limit, label: distinct.count > 1 ? "\(label) (\(owner))" : label)
        }
        near = distinct.filter { $0 <= largest * Self.breakRatio }
    }

    /// The lines across a plot whose axis down has the near ones.
    package func markup(in frame: PlotFrame) -> Markup {
        guard !lines.isEmpty else { return .empty }
        let far = lines.filter { !near.contains($0.limit) }
        let places = lines.map { line in
            near.contains(line.limit) ? frame.y(line.limit) : 6
        }
        let texts = LabelColumn.spread(
            places.map { $0 - 5 },
            distance: 15,
            within: -8...frame.height - 6
        )
        return Markup(joining: [
            Markup(
                joining: lines.indices.filter {
                    near.contains(lines[$0].limit) || $0 == lines.count - far.count
                }
                .map { index in
                    let y = Decimal.coordinate(places[index])
                    return Markup(
                        "line",
                        ["class": "budget", "x1": "0", "x2": "100%", "y1": y, "y2": y]
                    )
                }
            ),
            Markup(
                joining: lines.indices.map { index in
                    Markup(
                        "text",
                        [
                            "class": "budget-label", "x": "100%",
                            "y": Decimal.coordinate(texts[index]),
                        ]
                    ) { lines[index].label }
                }
            ),
            far.isEmpty ? .empty : axisBreak(in: frame),
        ])
    }

    /// Two strokes through the axis down: it is not drawn to its end.
    private func axisBreak(in frame: PlotFrame) -> Markup {
        let y = frame.headroom / 2 + 4
        return Markup(joining: [
            Markup("line", ["class": "axis", "x1": "0", "x2": "0", "y1": "0", "y2": "\(y - 4)"]),
            Markup(
                "line",
                ["class": "axis", "x1": "-5", "x2": "5", "y1": "\(y)", "y2": "\(y - 6)"]
            ),
            Markup(
                "line",
                ["class": "axis", "x1": "-5", "x2": "5", "y1": "\(y + 4)", "y2": "\(y - 2)"]
            ),
        ])
    }
}
