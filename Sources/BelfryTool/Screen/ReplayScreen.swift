// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReplay
package import BelfryTerminal

/// What came of a replay, on one screen.
package struct ReplayScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The report as text.
    package func render(_ report: ReplayReport) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: Self.labelWidth)
        sheet.heading(report.bundle, "\(report.bundleIdentifier) \(report.bundleVersion)")
        for note in report.notes { sheet.row("note", note, .yellow) }
        let count = report.digests.count
        guard let first = report.divergedRuns.first else {
            sheet.row("runs", "\(count), every one as it was recorded", .green)
            sheet.row("verdict", report.ending, .verdict(report.verdict))
            sheet.row("result", "sha256 \(report.recordedDigest)")
            sheet.gap()
            return sheet.text
        }
        sheet.row("runs", "\(count), \(report.divergedRuns.count) of them not as recorded", .red)
        sheet.row("verdict", "recorded as \(report.ending)", .verdict(report.verdict))
        sheet.row("diverged", "run \(first) first, at \(report.divergences.first?.place ?? "")")
        for divergence in report.divergences {
            sheet.gap()
            sheet.row("at", divergence.place)
            sheet.row("recorded", divergence.expected ?? "nothing", .faint)
            sheet.row("now", divergence.actual ?? "nothing")
        }
        sheet.gap()
        return sheet.text
    }

    private static let labelWidth = 10
}
