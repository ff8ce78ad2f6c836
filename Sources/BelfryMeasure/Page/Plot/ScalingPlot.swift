// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// A quantity of scaling curves over what is varied.
struct ScalingPlot {
    let identifier: String
    let title: String

    /// What is varied, such as `runs at once`.
    let variable: String
    let unit: MeasuredUnit
    let curves: [ScalingCurve]

    /// What is drawn of each curve, and what that is called; the first is drawn strongest.
    let quantities: [Quantity]

    struct Quantity {
        let name: String
        let value: (ScalingCurve.Point) -> Double?
    }

    /// The plot; nil where there is nothing to draw.
    var markup: Markup? {
        let values = quantities.flatMap { quantity in
            curves.flatMap(\.points).compactMap(quantity.value).filter(\.isFinite)
        }
        let places = Set(curves.flatMap(\.points).map(\.place)).sorted()
        guard !values.isEmpty, let first = places.first, let last = places.last else { return nil }
        let down = AxisScale.fitting(values, unit: unit, beginsAtZero: true)
        let across: AxisScale =
            last > first ? .logarithmic(from: first, to: last) : .linear(from: 0, to: 2 * first)
        let frame = PlotFrame(
            identifier: identifier,
            title: title,
            description: description,
            across: across,
            acrossUnit: .count,
            acrossCaption: variable,
            acrossTicks: places.map { place in
                AxisTick(
                    value: place,
                    label: MeasuredUnit.count.text(place),
                    position: across.position(of: place),
                    isMajor: true
                )
            },
            down: down,
            downUnit: unit,
            downCaption: down.isLogarithmic ? "logarithmic" : ""
        )
        return frame.markup {
            frame.stretched {
                lines.map { line in
                    Markup("polyline", ["class": line.style, "points": frame.points(line.points)])
                }
            }
            lines.flatMap { line in
                line.points.map { point in
                    Markup(
                        "circle",
                        [
                            "class": line.style, "cx": frame.x(point.x),
                            "cy": Decimal.coordinate(frame.y(point.y)), "r": "3",
                        ]
                    ) {
                        Markup("title") {
                            "\(line.name), \(label(of: point.x)): \(unit.text(point.y))"
                        }
                    }
                }
            }
        }
    }

    private var lines: [(name: String, style: String, points: [(x: Double, y: Double)])] {
        quantities.enumerated().flatMap { index, quantity in
            curves.map { curve in
                let name = [curve.series.name, quantity.name].filter { !$0.isEmpty }
                let points = curve.points.compactMap { point in
                    quantity.value(point).flatMap { value in
                        value.isFinite ? (x: point.place, y: value) : nil
                    }
                }
                let style = curve.series.style + (index > 0 ? " thin" : "")
                return (name.joined(separator: " "), style, points)
            }
        }
    }

    private var description: String {
        lines.map { line in
            let points = line.points.map { "\(label(of: $0.x)): \(unit.text($0.y))" }
            return "\(line.name): \(points.joined(separator: ", "))"
        }.joined(separator: "; ")
    }

    private func label(of place: Double) -> String {
        "\(MeasuredUnit.count.text(place)) \(variable)"
    }
}
