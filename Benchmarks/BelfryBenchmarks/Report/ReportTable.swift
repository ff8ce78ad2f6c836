// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A report as tables: aligned for a terminal, or in Markdown for a page.
struct ReportTable {
    let report: BenchmarkReport

    /// For a terminal.
    var text: String {
        let tables = tables.map(\.aligned)
        return ([facts.joined(separator: "\n")] + tables).joined(separator: "\n\n") + "\n"
    }

    /// For a page.
    var markdown: String {
        let facts = facts.map { "- \($0)" }.joined(separator: "\n")
        return ([facts] + tables.map(\.markdown)).joined(separator: "\n\n") + "\n"
    }

    private var facts: [String] {
        let machine = report.machine
        let memory = Double(machine.memoryByteCount) / 1_073_741_824
        let others = report.disturbance.map {
            ", other programs used \($0.percentage) of it meanwhile"
        }
        return [
            "\(report.date.formatted(.iso8601)), \(report.roundCount) interleaved rounds, "
                + "\(report.configuration) build",
            "\(machine.processor), \(machine.coreCount) cores, \(memory.plain) GiB, "
                + "Linux \(machine.kernel), load average \(machine.loadAverage.plain) at the start"
                + (others ?? ""),
            report.notes.map { "\($0.name) \($0.value)" }.joined(separator: ", "),
        ].filter { !$0.isEmpty } + report.doubts.map { "to be doubted: \($0)" }
    }

    /// Those that have rows.
    private var tables: [[[String]]] {
        [
            table(of: report.comparisons, with: "limit"), table(of: report.peers, with: "peer"),
            targets, parts,
        ].filter { $0.count > 1 }
    }

    private func table(of comparisons: [ComparisonSummary], with other: String) -> [[String]] {
        let spread = "median (p10 to p90)"
        return [["what", spread, other, spread, "ratio (p10 to p90)"]]
            + comparisons.map { comparison in
                [
                    comparison.subject.title, comparison.subject.spread,
                    comparison.limit.title, comparison.limit.spread,
                    [comparison.ratio, comparison.ratioP10, comparison.ratioP90].spread(unit: ""),
                ]
            }
    }

    private var targets: [[String]] {
        [["target", "at most", "which was", "measured", ""]]
            + report.targets.map { target in
                [
                    target.title, target.terms, target.bound?.text(in: target.unit) ?? "",
                    target.value?.text(in: target.unit) ?? "", target.sentence,
                ]
            }
    }

    private var parts: [[String]] {
        [["part", "median (p10 to p90)", "p99", "samples"]]
            + report.parts.map { part in
                [part.title, part.spread, part.p99.time, "\(part.count)"]
            }
    }
}

extension [[String]] {
    /// The rows with every column as wide as its widest cell.
    fileprivate var aligned: String {
        let widths = (first ?? []).indices.map { column in map { $0[column].count }.max() ?? 0 }
        return map { row in
            zip(row, widths)
                .map { $0 + String(repeating: " ", count: $1 - $0.count) }
                .joined(separator: "  ")
                .trimmingCharacters(in: .whitespaces)
        }.joined(separator: "\n")
    }

    /// The rows as a Markdown table, the first its head.
    fileprivate var markdown: String {
        let lines = map { "| " + $0.joined(separator: " | ") + " |" }
        let rule = "|" + String(repeating: " --- |", count: first?.count ?? 0)
        return (lines.prefix(1) + [rule] + lines.dropFirst()).joined(separator: "\n")
    }
}

extension SeriesSummary {
    /// The middle and how far the samples lie around it.
    fileprivate var spread: String { [median, p10, p90].timeSpread }
}

extension [Double] {
    /// A middle, a low and a high value.
    fileprivate func spread(unit: String) -> String {
        guard count == 3 else { return "" }
        return "\(self[0].plain)\(unit) (\(self[1].plain) to \(self[2].plain))"
    }

    /// The same for microseconds, in the unit that suits the middle.
    fileprivate var timeSpread: String {
        guard let middle = first, middle >= 1000 else { return spread(unit: " µs") }
        return map { $0 / 1000 }.spread(unit: " ms")
    }
}

extension Target.Outcome {
    /// Whether it is met, or why that is not known.
    fileprivate var sentence: String {
        guard let bound, let value else {
            return reason.map { "not measured: \($0)" } ?? "not measured"
        }
        return value <= bound ? "met" : "missed, × \((value / bound).plain)"
    }
}
