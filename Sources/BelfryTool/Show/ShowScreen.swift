// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// What is left to say when a notification is closed.
struct ShowScreen {
    let terminal: Terminal

    /// The verdict, what the app was told, and what was wrong.
    func render(_ report: RunReport) -> String {
        var sheet = Sheet(terminal: terminal)
        let isDelivered = report.isDelivered
        sheet.row(
            "verdict",
            "\(report.outcome)",
            isDelivered ? .green : .yellow
        )
        if !isDelivered { sheet.row("", report.explanation) }
        let events = report.session?.appEvents ?? []
        let told = events.map { event in
            event.action + (event.text.map { " \($0.quoted)" } ?? "")
        }
        sheet.row("app", told.isEmpty ? "was told nothing" : told.joined(separator: ", "))
        for warning in report.session?.warnings ?? [] { sheet.row("warning", warning, .yellow) }
        for (index, line) in report.log.enumerated() {
            sheet.row(index == 0 ? "log" : "", line.text)
        }
        sheet.gap()
        return sheet.text
    }
}
