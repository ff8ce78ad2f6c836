// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// What runs did, each as a bar of its stages, all on one axis of time.
struct TimelinePlot {
    let identifier: String
    let runs: [NearRun]

    /// Stages have the same color on every page; what is not here shares the last one.
    private static let stages = [
        "late start", "queue wait", "forking", "sealing", "loading", "starting", "run",
        "delivering",
    ]

    /// The bars with their axis and legend; nil where no run has a timeline.
    var markup: Markup? {
        let end = runs.flatMap(\.timeline).map { $0.from + $0.duration }.filter(\.isFinite).max()
        guard let end, end > 0 else { return nil }
        let scale = AxisScale.linear(from: 0, to: end)
        return Markup("div", ["class": "timeline"]) {
            legend
            Markup("ol") {
                runs.enumerated().map { index, run in row(run, index, scale) }
            }
            axis(scale)
        }
    }

    private func row(_ run: NearRun, _ index: Int, _ scale: AxisScale) -> Markup {
        Markup("li") {
            Markup("p") {
                Markup("b") { "Run \(MeasuredText.count(run.ordinal))" }
                " "
                Markup("bdi") { run.payload }
                Markup("span", ["class": "aside"]) {
                    "\(run.verdict): \(run.reason) · \(Self.used(run))"
                }
            }
            Markup(
                "svg",
                [
                    "class": "bar", "role": "img", "height": "14",
                    "aria-labelledby": "\(identifier)-\(index)",
                ]
            ) {
                Markup("title", ["id": "\(identifier)-\(index)"]) {
                    run.timeline.map {
                        "\($0.name) \(MeasuredUnit.milliseconds.text($0.duration))"
                    }.joined(separator: ", ")
                }
                run.timeline.map { span($0, scale) }
            }
        }
    }

    private func span(_ span: NearRun.Span, _ scale: AxisScale) -> Markup {
        guard span.from.isFinite, span.duration.isFinite, span.duration > 0 else { return .empty }
        let from = scale.position(of: span.from)
        let width = scale.position(of: span.from + span.duration) - from
        return Markup(
            "rect",
            [
                "class": "stage-\(Self.stage(span.name))", "x": Decimal.percent(from),
                "width": Decimal.percent(width), "height": "14",
            ]
        ) {
            Markup("title") {
                "\(span.name): \(MeasuredUnit.milliseconds.text(span.duration)), from "
                    + "\(MeasuredUnit.milliseconds.text(span.from)) on"
            }
        }
    }

    private func axis(_ scale: AxisScale) -> Markup {
        Markup("svg", ["class": "bar axis-row", "aria-hidden": "true", "height": "24"]) {
            Markup("line", ["class": "axis", "x1": "0", "x2": "100%", "y1": "0", "y2": "0"])
            scale.ticks(.milliseconds, count: 6).labelledSideBySide().map { tick in
                let x = Decimal.percent(tick.position)
                let isAtEnd = tick.position > 0.95
                return Markup(joining: [
                    Markup("line", ["class": "axis", "x1": x, "x2": x, "y1": "0", "y2": "5"]),
                    tick.labelling == .never
                        ? .empty
                        : Markup(
                            "text",
                            [
                                "class": (tick.labelling == .wide ? "wide " : "")
                                    + (isAtEnd ? "at-end" : tick.position == 0 ? "at-start" : ""),
                                "x": x, "y": "19",
                            ]
                        ) { tick.label },
                ])
            }
        }
    }

    private var legend: Markup {
        var names: [String] = []
        for name in runs.flatMap(\.timeline).map(\.name) where !names.contains(name) {
            names.append(name)
        }
        return Markup("ul", ["class": "legend"]) {
            names.map { name in
                Markup("li") {
                    Markup(
                        "svg",
                        ["class": "sample", "aria-hidden": "true", "width": "12", "height": "12"]
                    ) {
                        Markup(
                            "rect",
                            [
                                "class": "stage-\(Self.stage(name))", "width": "12", "height": "12",
                            ]
                        )
                    }
                    Markup("bdi") { name }
                }
            }
        }
    }

    /// How much of which budget a run used, such as `97 % of wall`.
    static func used(_ run: NearRun) -> String {
        "\(MeasuredUnit.share.text(run.fraction)) of \(run.budget)"
    }

    private static func stage(_ name: String) -> Int {
        stages.firstIndex(of: name) ?? stages.count
    }
}
