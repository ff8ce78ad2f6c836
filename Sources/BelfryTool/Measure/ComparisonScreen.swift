// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
package import BelfryTerminal

/// What changed between two builds, as a screen.
package struct ComparisonScreen {
    private let terminal: Terminal
    private let width: Int

    /// A screen.
    ///
    /// - Parameters:
    ///   - terminal: Where it will be shown.
    ///   - width: How many columns it may have; nil for as many as there are.
    package init(terminal: Terminal, width: Int? = nil) {
        self.terminal = terminal
        self.width = max(Self.leastWidth, min(width ?? terminal.columns ?? 100, 100))
    }

    private static let leastWidth = 38

    /// The screen as text.
    package func render(_ report: ComparisonReport) -> String {
        let facts =
            "\(report.oldPath) \(report.oldVersion) · \(MeasuredText.count(report.pairCount, "pair")) "
            + "of runs in \(MeasuredText.count(report.sessionCount, "session")), seed \(report.seed)"
        var lines = ["", "  " + terminal.styled("Compared with", .bold)] + paragraph(facts) + [""]
        for completion in report.completions {
            let kind = completion.kind
            let name = kind.neutralised(byteLimit: 60)
            let titles = Row(name: name, old: "old", new: "new", change: "change", word: "")
            lines += self.lines(of: titles, .faint)
            for metric in report.metrics where metric.kind == kind {
                lines += self.lines(of: Self.row(metric), Self.style(of: metric.change))
            }
            let style = Self.style(of: completion.change, isGood: true)
            lines += self.lines(of: Self.row(completion), style)
            lines.append("")
        }
        lines += paragraph(Self.explanation(report)) + [""]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Lines of text that is not in the table.
    private func paragraph(_ text: String) -> [String] {
        TextLines.broken(text.neutralised(byteLimit: 600), width: width - 2)
            .map { "  " + terminal.styled($0, .faint) }
    }

    private struct Row {
        var name: String
        var old: String
        var new: String
        var change: String
        var word: String
    }

    private static let nameWidth = 16
    private static let valueWidth = 9
    private static let changeWidth = 28

    /// A row on one line, or on two where there is no space for what it says beside the values.
    private func lines(of row: Row, _ style: Terminal.Style?) -> [String] {
        let values =
            Self.padded(row.name, Self.nameWidth) + Self.padded(row.old, Self.valueWidth)
            + Self.padded(row.new, Self.valueWidth)
        let change =
            row.word.isEmpty ? row.change : Self.padded(row.change, Self.changeWidth) + row.word
        let room = 2 + values.cellCount + Self.changeWidth + Self.longestWord.cellCount
        let below = TextLines.broken("\(row.change)  \(row.word)", width: width - 4).map {
            "  " + $0
        }
        return (room <= width ? [values + change] : [values] + below)
            .map { line in "  " + (style.map { terminal.styled(line, $0) } ?? line) }
    }

    private static func row(_ metric: MetricChange) -> Row {
        let value = { (value: Double) in MeasuredText.value(value, metric.unit) }
        return Row(
            name: "\(MeasureTable.label(of: metric.metric)) \(metric.percentileText)",
            old: value(metric.old),
            new: value(metric.new),
            change: metric.share.map { interval($0, percent) }
                ?? interval(metric.difference, value),
            word: word(for: metric.change, of: metric.metric)
        )
    }

    private static func row(_ completion: CompletionChange) -> Row {
        Row(
            name: "completed",
            old: MeasuredText.count(completion.oldCount),
            new: MeasuredText.count(completion.newCount),
            change: interval(completion.difference, percent),
            word: word(for: completion.change, more: "more complete", less: "fewer complete")
        )
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.cellCount))
    }

    /// Such as `+9.6 % (+8.1 % to +11 %)`.
    private static func interval(
        _ interval: ChangeInterval,
        _ text: @escaping (Double) -> String
    ) -> String {
        let signed = { (value: Double) in
            value == 0 ? "0" : (value < 0 ? "-" : "+") + text(abs(value))
        }
        return "\(signed(interval.value)) (\(signed(interval.low)) to \(signed(interval.high)))"
    }

    private static func percent(_ share: Double) -> String { MeasuredText.percent(share) }

    private static func word(for change: Change, of metric: MetricName) -> String {
        metric == .footprint
            ? word(for: change, more: "larger", less: "smaller")
            : word(for: change, more: "slower", less: "faster")
    }

    private static let longestWord = "no change can be shown"

    private static func word(for change: Change, more: String, less: String) -> String {
        switch change {
        case .more: more
        case .less: less
        case .noneShown: longestWord
        case .tooFewRuns: "too few runs to say"
        }
    }

    private static func style(of change: Change, isGood: Bool = false) -> Terminal.Style? {
        switch change {
        case .more: isGood ? .green : .red
        case .less: isGood ? .red : .green
        case .noneShown, .tooFewRuns: nil
        }
    }

    private static func explanation(_ report: ComparisonReport) -> String {
        let one = SharePercent.text(report.confidence)
        let all = SharePercent.text(report.correctedConfidence)
        return
            "Each interval is \(one) sure by itself. A change is named where one that is \(all) sure "
            + "leaves no doubt, so that all \(report.comparisonCount) together are \(one) sure "
            + "(Bonferroni). Differences in ms and bytes are in the JSON report."
    }
}
