// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryTerminal

/// What is left to say when a notification is closed.
struct ShowScreen {
    let terminal: Terminal

    /// Where the extension lists origins.
    var listing = OriginListing()

    /// What is odd in the manifest, the verdict, what the app was told, and what was wrong.
    func render(_ report: RunReport) -> String {
        var sheet = Sheet(terminal: terminal)
        for warning in report.bundle.warnings { sheet.row("warning", warning, .yellow) }
        let isDelivered = report.isDelivered
        sheet.row(
            "verdict",
            "\(report.outcome)",
            isDelivered ? .green : .yellow
        )
        let summary = report.crash.map { CrashSummary($0, log: report.log) }
        if let cause = summary?.cause { sheet.row("", cause) }
        for line in UnlistedOrigins(report, listing).lines {
            sheet.row("", line.isManifest ? "  " + line.text : line.text, line.style)
        }
        if !isDelivered { sheet.row("", report.explanation) }
        let events = report.session?.appEvents ?? []
        let told = events.map { event in
            event.action + (event.text.map { " \($0.quoted)" } ?? "")
        }
        sheet.row("app", told.isEmpty ? "was told nothing" : told.joined(separator: ", "))
        for warning in report.session?.warnings ?? [] { sheet.row("warning", warning, .yellow) }
        for (index, line) in Self.log(of: report, summary).enumerated() {
            sheet.row(index == 0 ? "log" : "", line)
        }
        sheet.gap()
        return sheet.text
    }

    /// What is left to say after a script, whose output says nothing of it: what is odd in the manifest,
    /// why the notification went on without its extension, which texts cannot be seen, why an outlet
    /// stayed empty, what was printed.
    ///
    /// What its network was refused is told by `UnlistedOrigins`.
    static func remarks(on report: RunReport) -> [String] {
        let summary = report.crash.map { CrashSummary($0, log: report.log) }
        let warnings = report.bundle.warnings + (report.session?.warnings ?? [])
        var remarks = warnings.map { "warning: \($0)" }
        remarks += log(of: report, summary).map { "log: \($0)" }
        guard !report.isDelivered else { return remarks }
        let verdict = ["\(report.outcome)", summary?.cause, report.explanation]
        return remarks + verdict.compactMap(\.self).map { "verdict: \($0)" }
    }

    /// The log, without the frames that the crash's own tell with names.
    private static func log(of report: RunReport, _ crash: CrashSummary?) -> [String] {
        guard let (lines, omittedCount) = crash?.logWithoutFrames() else {
            return report.log.map(\.text)
        }
        let omitted = "\(omittedCount) lines of a stack trace: --json shows them"
        return lines.map(\.text) + (omittedCount > 0 ? [omitted] : [])
    }
}
