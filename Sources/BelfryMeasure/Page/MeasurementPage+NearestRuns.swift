// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot
internal import BelfryReport

extension MeasurementPage {
    /// The runs that came nearest to a budget, with what they did when.
    var nearestRuns: Markup {
        let parts = report.parts.enumerated().filter { !$0.element.nearest.isEmpty }
        guard !parts.isEmpty else { return .empty }
        return section("nearest", "Runs nearest to a budget") {
            parts.map { index, part in
                Markup("div", ["class": "card"]) {
                    Markup("h3") { Markup("bdi") { part.name } }
                    if let plot = TimelinePlot(identifier: "run-\(index)", runs: part.nearest)
                        .markup
                    {
                        plot
                    }
                    Markup("details") {
                        Markup("summary") { "In figures" }
                        figures(part)
                    }
                }
            }
        }
    }

    private func figures(_ part: MeasuredPart) -> Markup {
        let time = MeasuredUnit.milliseconds
        let columns = ["Run", "Payload", "Verdict", "Used", "Intended at", "Timeline"]
        return table("nearest", columns) {
            part.nearest.map { run in
                Markup("tr") {
                    Markup("th", ["scope": "row"]) { MeasuredText.count(run.ordinal) }
                    Markup("td") { Markup("bdi") { run.payload } }
                    Markup("td") { "\(run.verdict): \(run.reason)" }
                    Markup("td") { TimelinePlot.used(run) }
                    Markup("td") { time.text(run.intendedAt) }
                    Markup("td") {
                        run.timeline.map { "\($0.name) \(time.text($0.duration))" }
                            .joined(separator: ", ")
                    }
                }
            }
        }
    }
}
