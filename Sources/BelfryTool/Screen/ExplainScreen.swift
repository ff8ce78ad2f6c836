// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

/// The gate's conditions as a screen.
struct ExplainScreen {
    let terminal: Terminal

    /// The screen as text.
    ///
    /// - Parameters:
    ///   - report: The conditions.
    ///   - payload: What was sent.
    ///   - path: The file it is from, for its warnings.
    ///   - manifest: The extension's.
    ///   - headers: The file whose headers say the type of the push; nil where no header does.
    /// - Returns: The text.
    func render(
        _ report: GateReport,
        payload: PushPayload,
        from path: String,
        manifest: Manifest,
        headers: String? = nil
    ) -> String {
        var lines = [""]
        var isDecided = false
        for step in report.steps {
            let source = step.name == .pushType ? headers : nil
            lines += self.lines(for: step, from: source, isDecided: isDecided)
            if !step.passed { isDecided = true }
        }
        lines.append("")
        lines.append(conclusion(report))
        let odd = payload.warnings.map { "\(path): \($0)" }
        for warning in odd + manifest.warnings.map(\.description) {
            lines.append("  " + terminal.styled("warning: " + warning.neutralised(), .yellow))
        }
        lines.append("")
        return lines.map { $0 + "\n" }.joined()
    }

    private func lines(for step: GateStep, from headers: String?, isDecided: Bool) -> [String] {
        let found = step.found + (headers.map { ", by apns-push-type in \($0)" } ?? "")
        let mark = step.passed ? terminal.styled("yes", .green) : terminal.styled("no ", .red)
        var lines = ["  \(mark)  \(step.question)"]
        lines.append("       " + terminal.styled("found: " + found.neutralised(), .faint))
        if !step.passed, let fix = step.fix {
            let label = isDecided ? "also" : "fix"
            lines.append("       " + terminal.styled("\(label): \(fix.neutralised())", .cyan))
        }
        return lines
    }

    private func conclusion(_ report: GateReport) -> String {
        guard let reason = report.reason else {
            return "  " + terminal.styled("The extension is called.", .bold)
        }
        return "  "
            + terminal.styled("The extension is not called: \(reason.rawValue).", .bold)
            + " The notification is shown as it came."
    }
}
