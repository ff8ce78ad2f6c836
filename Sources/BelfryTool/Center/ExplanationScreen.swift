// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryTerminal

/// Why a notification of the daemon's came out as it did, for people.
package struct ExplanationScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The daemon's explanation as rows.
    package func render(_ explanation: JSONObject) -> String {
        let notification = explanation["notification"]?.object ?? [:]
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        sheet.heading("notification \(notification.text("sequence"))", notification.text("app"))
        add("content", notification["content"]?.object?.headline ?? "", to: &sheet)
        add("state", state(notification), to: &sheet)
        add("outcome", explanation.text("outcome"), to: &sheet)
        add("response", response(explanation["response"]?.object), to: &sheet)
        add("background", wake(explanation["wake"]?.object), to: &sheet)
        add(explanation["verdict"]?.object, to: &sheet)
        for rule in explanation.objects("rules") {
            add("rule", "\(rule.text("rule")): \(rule.text("meaning"))", to: &sheet)
        }
        add(explanation.objects("conditions"), to: &sheet)
        sheet.gap()
        return sheet.text
    }

    /// The state with its time, and how late it was.
    private func state(_ notification: JSONObject) -> String {
        let times = ["ended", "seen", "presented", "accepted"].map(notification.time)
        let time = times.first { !$0.isEmpty } ?? ""
        let due = notification["late"]?.object?.time("due") ?? ""
        let late = due.isEmpty ? "" : "; late, it was due at \(due)"
        return "\(notification.text("state")) at \(time)\(late)"
    }

    /// What the user did, where the app has not acknowledged it.
    private func response(_ response: JSONObject?) -> String {
        guard let response else { return "" }
        return "\(response.text("action")): the app was given it \(unacknowledged(response))"
    }

    /// Whether the app was woken, where it has not acknowledged that.
    private func wake(_ wake: JSONObject?) -> String {
        guard let wake else { return "" }
        return "the app was woken for it \(unacknowledged(wake))"
    }

    private func unacknowledged(_ given: JSONObject) -> String {
        let obstacle = given.text("obstacle")
        return "\(given.text("deliveries")) times and has not acknowledged it"
            + (obstacle.isEmpty ? "" : "; \(obstacle)")
    }

    private func add(_ verdict: JSONObject?, to sheet: inout Sheet) {
        guard let verdict else { return }
        add("verdict", CenterScreen.verdict(verdict), to: &sheet)
        add("", verdict.text("meaning"), to: &sheet)
        add("cure", verdict.text("cure"), to: &sheet)
    }

    private func add(_ conditions: [JSONObject], to sheet: inout Sheet) {
        guard !conditions.isEmpty else { return }
        sheet.gap()
        sheet.row("conditions", "of its service extension, as they are now")
        for condition in conditions {
            let isMet = condition["passed"] == .bool(true)
            sheet.row(isMet ? "  yes" : "  no", condition.text("question"), isMet ? nil : .yellow)
            add("", "found: \(condition.text("found"))", to: &sheet)
            if !isMet { add("", condition.text("fix"), to: &sheet) }
        }
    }

    /// Adds a text over as many lines as it needs; the reference's marks for code are left out.
    private func add(_ label: String, _ text: String, to sheet: inout Sheet) {
        guard !text.isEmpty else { return }
        var label = label
        for line in TextLines.broken(text.replacing("`", with: ""), width: 86, limit: 12) {
            sheet.row(label, line)
            label = ""
        }
    }
}
