// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryTerminal

extension ReportScreen {
    /// The buttons that the delivered notification has.
    mutating func add(category report: RunReport) {
        guard let category = report.category else { return }
        let actions = category.actions.map { action in
            let notes = action.options + (action.hasTextInput ? ["text"] : [])
            return action.title + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
        }
        let buttons = actions.isEmpty ? "no actions" : actions.joined(separator: " · ")
        row("actions", safe("\(category.identifier): \(buttons)"))
    }

    /// What the extension did with the notification centre.
    mutating func add(center report: RunReport) {
        guard let center = report.center else { return }
        lines.append("")
        var label = "centre"
        for text in Self.sentences(on: center) {
            row(label, safe(text))
            label = ""
        }
        for problem in center.problems.prefix(Self.entryLimit) {
            row(label, terminal.styled("refused: " + safe(problem), .yellow))
            label = ""
        }
        let times = center.questionCount == 1 ? "once" : "\(center.questionCount) times"
        let more = center.unlistedCount > 0 ? "; \(center.unlistedCount) more are not listed" : ""
        row(label, terminal.styled("reached \(times)\(more)", .faint))
    }

    /// Entries of a list that are shown; the report for machines has all of them.
    private static let entryLimit = 8

    private static func sentences(on center: RunReport.CenterSummary) -> [String] {
        var sentences = center.added.prefix(entryLimit).map { request in
            let time = request.trigger.map { "pending (\($0))" } ?? "delivered at once"
            return
                "added \(request.identifier) \(request.title.isEmpty ? "" : "“\(request.title)” ")"
                + "· \(time)"
        }
        if center.added.contains(where: { $0.trigger != nil }) {
            sentences.append("what is pending fires only where a daemon waits for it, not here")
        }
        if !center.removedPending.isEmpty {
            sentences.append("removed pending \(list(center.removedPending))")
        }
        if !center.removedDelivered.isEmpty {
            sentences.append("removed delivered \(list(center.removedDelivered))")
        }
        if let categories = center.categories {
            let effect = center.categoriesApplied == true ? "" : ", without effect: see the verdict"
            let names = categories.isEmpty ? "none" : list(categories.map(\.identifier))
            sentences.append("set categories \(names)\(effect)")
        }
        if let badge = center.badge { sentences.append("set the badge to \(badge)") }
        return sentences
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > entryLimit ? " and \(names.count - entryLimit) more" : ""
        return names.prefix(entryLimit).joined(separator: ", ") + more
    }
}
