// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryMeasure

/// What changed between two builds, as a screen.
package struct ComparisonScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The screen as text.
    package func render(_ report: ComparisonReport) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: Self.labelWidth)
        sheet.heading(
            "Compared with",
            "\(report.oldPath) \(report.oldVersion) · \(MeasuredText.count(report.pairCount)) pairs "
                + "of runs in \(report.sessionCount) sessions, seed \(report.seed)"
        )
        for completion in report.completions {
            let kind = completion.kind
            let titles = Self.row("", ["old", "new"], "difference", "percent", "")
            sheet.row(kind, titles, .faint)
            for metric in report.metrics where metric.kind == kind {
                sheet.row("", Self.cells(metric), Self.style(of: metric.change))
            }
            sheet.row("", Self.cells(completion), Self.style(of: completion.change, isGood: true))
            sheet.gap()
        }
        for line in Self.explanation(report) { sheet.row("", line, .faint) }
        return sheet.text + "\n"
    }

    private static let labelWidth = 6
    private static func cells(_ metric: MetricChange) -> String {
        let value = { (value: Double) in MeasuredText.value(value, metric.unit) }
        let name = "\(MeasureTable.label(of: metric.metric)) p\(Int(metric.percentile))"
        return row(
            name,
            [value(metric.old), value(metric.new)],
            interval(metric.difference, value),
            metric.share.map { interval($0, percent) } ?? "",
            word(for: metric.change, of: metric.metric)
        )
    }

    private static func cells(_ completion: CompletionChange) -> String {
        row(
            "completed",
            [completion.oldCount, completion.newCount].map { MeasuredText.count($0) },
            "",
            interval(completion.difference, percent),
            word(for: completion.change, more: "more complete", less: "fewer complete")
        )
    }

    private static func row(
        _ name: String,
        _ values: [String],
        _ difference: String,
        _ share: String,
        _ word: String
    ) -> String {
        padded(name, 16) + values.map { padded($0, 10) }.joined() + padded(difference, 34)
            + padded(share, 30) + word
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Such as `+1.2 ms (+0.9 ms to +1.4 ms)`.
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

    private static func word(for change: Change, more: String, less: String) -> String {
        switch change {
        case .more: more
        case .less: less
        case .noneShown: "no change can be shown"
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

    private static func explanation(_ report: ComparisonReport) -> [String] {
        let one = SharePercent.text(report.confidence)
        let all = SharePercent.text(report.correctedConfidence)
        return [
            "Each interval is \(one) sure by itself. A change is named where one that is \(all) sure",
            "leaves no doubt, so that all \(report.comparisonCount) together are \(one) sure "
                + "(Bonferroni).",
        ]
    }
}
