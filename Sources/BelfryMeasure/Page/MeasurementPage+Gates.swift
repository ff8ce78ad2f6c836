// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension MeasurementPage {
    /// What the clauses of `--fail-on` said, those that came true first.
    var gates: Markup {
        guard let outcomes = report.gates, !outcomes.isEmpty else { return .empty }
        let failures = outcomes.filter(\.isFailed)
        return section("gates", "Limits") {
            Markup("p", ["class": failures.isEmpty ? "aside" : "notice over"]) {
                failures.isEmpty
                    ? "None of the clauses of --fail-on came true."
                    : "\(MeasuredText.count(failures.count)) of "
                        + "\(MeasuredText.count(outcomes.count, "clause")) of --fail-on came true."
            }
            table("gates", ["", "Clause", "Part", "Measured", "Limit"]) {
                (failures + outcomes.filter { !$0.isFailed }).map { outcome in
                    Markup("tr") {
                        Markup("td", ["class": outcome.isFailed ? "failed" : "held"]) {
                            outcome.isFailed ? "✗ failed" : "✓ held"
                        }
                        Markup("th", ["scope": "row"]) { Markup("bdi") { outcome.clause } }
                        Markup("td") { Markup("bdi") { outcome.part } }
                        Markup("td") { outcome.measured ?? "–" }
                        Markup("td") { outcome.limit ?? "–" }
                    }
                }
            }
        }
    }

    /// A table that is wider than a telephone, under a section's heading.
    func table(
        _ section: String,
        _ columns: [String],
        numberedFrom firstNumber: Int = .max,
        @MarkupBuilder _ rows: () -> Markup
    ) -> Markup {
        Markup(
            "div",
            ["class": "table", "tabindex": "0", "role": "region", "aria-labelledby": section]
        ) {
            Markup("table") {
                Markup("thead") {
                    Markup("tr") {
                        columns.enumerated().map { index, name in
                            Markup(
                                "th",
                                ["scope": "col", "class": index >= firstNumber ? "number" : nil]
                            ) { name }
                        }
                    }
                }
                Markup("tbody", [:], rows)
            }
        }
    }
}
