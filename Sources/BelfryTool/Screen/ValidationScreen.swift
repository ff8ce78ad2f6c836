// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryTerminal
package import BelfryValidation

/// What a validation found, on one screen.
package struct ValidationScreen {
    private let terminal: Terminal

    /// A screen for a terminal.
    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The names of all checks with what each is about.
    package func list() -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: Self.labelWidth)
        for name in CheckName.allCases { sheet.row(name.rawValue, name.summary) }
        sheet.gap()
        return sheet.text
    }

    /// The report as text.
    package func render(_ report: ValidationReport) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: Self.labelWidth)
        let identity = [report.identifier, report.version].compactMap(\.self)
        sheet.heading(report.bundle, identity.joined(separator: " "))
        for check in report.checks {
            sheet.row(
                check.name.rawValue,
                "\(Self.word(check.status))  \(check.reason)",
                Self.style(check.status)
            )
            for detail in check.details { sheet.row("", "      \(detail)", .faint) }
        }
        sheet.gap()
        let counts = CheckResult.Status.allCases.filter { report.count($0) > 0 }
            .map { "\(report.count($0)) \(Self.word($0))" }
        sheet.row("so", counts.joined(separator: ", "), report.isConforming ? .green : .red)
        sheet.row("seed", "\(report.seed), with --runs \(report.runs)")
        sheet.gap()
        return sheet.text
    }

    /// What is said of a validation that takes a while: the check under way and its present run, how
    /// many checks are made, and how the last one ended.
    static func line(_ progress: ValidationProgress, after elapsed: Duration) -> LiveLine {
        let count = progress.results.count
        let last = progress.results.last.map { "\($0.name.rawValue) \(word($0.status))" }
        let failed = progress.results.count { $0.status == .fail }
        let run = progress.runs.count
        let seconds = Int(elapsed / .seconds(1))
        return LiveLine(
            name: progress.check.rawValue,
            share: Double(count) / Double(max(1, progress.checkCount)),
            facts: (run > 0 ? ["run \(run)"] : [])
                + ["\(count) of \(progress.checkCount) checks", last].compactMap(\.self)
                + (failed > 0 ? ["\(failed) failed"] : []) + ["\(seconds) s"]
        )
    }

    private static let labelWidth = 19

    private static func word(_ status: CheckResult.Status) -> String {
        status.rawValue.uppercased()
    }

    private static func style(_ status: CheckResult.Status) -> Terminal.Style {
        switch status {
        case .pass: .green
        case .warn: .yellow
        case .fail: .red
        case .skip: .faint
        }
    }
}
