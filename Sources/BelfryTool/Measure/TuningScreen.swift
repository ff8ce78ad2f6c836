// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
package import BelfryTerminal

/// What a search for budgets found, as a screen.
package struct TuningScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The screen as text.
    package func render(_ report: TuningReport) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: Self.labelWidth)
        sheet.heading("Budgets", Self.question(report))
        if !report.budgets.isEmpty {
            sheet.row("", Self.columns(["half need", "most", "failed", "passed", "take"]), .faint)
        }
        for budget in report.budgets { sheet.row(budget.budget.rawValue, Self.cells(budget)) }
        if !report.budgets.isEmpty { sheet.gap() }
        for trial in report.combined {
            let style: Terminal.Style = trial.hasPassed ? .green : .yellow
            add("together", Self.outcome(of: trial, report), style, to: &sheet)
        }
        for warning in report.warnings { add("warning", warning, .yellow, to: &sheet) }
        if report.isInterrupted {
            sheet.row("", "It was interrupted: this is what was found until then.", .yellow)
        }
        return sheet.text + manifest(report) + "\n"
    }

    /// Adds a text on as many lines as it takes.
    private func add(
        _ label: String,
        _ text: String,
        _ style: Terminal.Style,
        to sheet: inout Sheet
    ) {
        let width = min(terminal.columns ?? 100, 110) - 2 - Self.labelWidth
        for (index, line) in TextLines.broken(text, width: max(20, width)).enumerated() {
            sheet.row(index == 0 ? label : "", line, style)
        }
    }

    private static let labelWidth = 10
    private static let columnWidth = 11

    private static func question(_ report: TuningReport) -> String {
        let parts = [
            "aimed at \(percent(report.target)) complete, \(percent(report.confidence)) sure",
            "\(percent(report.margin)) margin",
            "\(MeasuredText.count(report.runsPerTrial)) "
                + "\(report.kinds.joined(separator: " and ")) runs a trial",
            "\(MeasuredText.count(report.runCount)) runs in "
                + MeasuredText.milliseconds(report.elapsedMilliseconds),
        ]
        return parts.joined(separator: " · ")
    }

    private static func cells(_ tuned: TunedBudget) -> String {
        let values = [
            tuned.usualNeed, tuned.largestNeed, tuned.largestFailed, tuned.smallestPassed,
        ]
        let texts = values.map { $0.map { MeasuredText.value($0, tuned.unit) } ?? "none" }
        return columns(texts + [tuned.text ?? "none"])
            + "   \(MeasuredText.count(tuned.runCount, "run")) in "
            + MeasuredText.count(tuned.trials.count, "trial")
    }

    private static func columns(_ texts: [String]) -> String {
        texts.map { String(repeating: " ", count: max(1, columnWidth - $0.count)) + $0 }.joined()
    }

    /// Such as `wall 120 ms, cpu 50 ms, memory 10 MB: 5,990 runs, none failed, so 99.9 % complete`.
    private static func outcome(of trial: TuningTrial, _ report: TuningReport) -> String {
        let budgets = [
            "wall \(MeasuredText.milliseconds(trial.wallMilliseconds))",
            "cpu \(MeasuredText.milliseconds(trial.cpuMilliseconds))",
            "memory \(MeasuredText.size(Double(trial.memoryByteCount)))",
        ]
        let ways = trial.failures.map { "\($0.count) \($0.verdict): \($0.reason)" }
        let failures = ways.isEmpty ? "none failed" : ways.joined(separator: ", ")
        let words = "\(budgets.joined(separator: ", ")): \(MeasuredText.count(trial.runCount)) runs"
        guard trial.hasPassed else { return "\(words), \(failures): too little" }
        return "\(words), \(failures): \(percent(report.target)) complete with a confidence of "
            + "\(percent(trial.confidence))"
    }

    private func manifest(_ report: TuningReport) -> String {
        guard let lines = report.manifestLines?.map({ $0.neutralised() }),
            let budget = report.commandLine?.neutralised()
        else { return "" }
        let text = lines.map { "  \($0)\n" }.joined()
        return "\n  " + terminal.styled("Info.plist", .bold)
            + terminal.styled("  or --budget \(budget)", .faint) + "\n\n" + text
    }

    private static func percent(_ share: Double) -> String { SharePercent.text(share) }
}
