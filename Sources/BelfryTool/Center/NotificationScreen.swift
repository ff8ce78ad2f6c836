// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
package import BelfryModel
package import BelfryTerminal

/// One notification that the daemon keeps, whole, for people.
package struct NotificationScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// The daemon's notification as rows; what it has not has no row.
    package func render(_ notification: JSONObject) -> String {
        let content = notification["content"]?.object ?? [:]
        let number = notification.text("sequence")
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        sheet.heading("notification \(number)", notification.text("app"))
        add(texts: content, to: &sheet)
        for attachment in content.objects("attachments") {
            let words = ["identifier", "type", "path"].map { attachment.text($0) }
            add("attached", words.filter { !$0.isEmpty }.joined(separator: "  "), to: &sheet)
        }
        sheet.gap()
        add(standing: notification, to: &sheet)
        sheet.gap()
        add(origin: notification, content, to: &sheet)
        add(actions: notification.objects("actions"), to: &sheet)
        add(sent: notification, content, to: &sheet)
        sheet.gap()
        let isDamaged = !notification.text("damage").isEmpty
        add("damage", notification.text("damage"), to: &sheet)
        let state = EntryState(rawValue: notification.text("state"))
        add(
            next: isDamaged ? nil : state,
            isRestorable: notification["isRestorable"] == true,
            number,
            to: &sheet
        )
        if notification["asksToKeep"] == .bool(true) {
            let app = notification.text("app")
            sheet.row("", "belfry allow \(app)  keeps what notifies quietly")
            sheet.row("", "belfry allow \(app) --delivery scheduled  keeps it in the summary")
            sheet.row("", "belfry deny \(app)  turns it off")
        }
        sheet.gap()
        return sheet.text
    }

    // MARK: What it says

    private static let textFields = ["title", "subtitle", "body"]

    private func add(texts content: JSONObject, to sheet: inout Sheet) {
        for field in Self.textFields { add(field, content.text(field), to: &sheet) }
        if Self.textFields.allSatisfy({ content.text($0).isEmpty }) {
            sheet.row("content", "no title, subtitle or body")
        }
        add("badge", content.text("badge"), to: &sheet)
        let sound = content["sound"]?.object ?? [:]
        let words = [sound.text("kind"), sound.text("name")]
        add("sound", words.filter { !$0.isEmpty }.joined(separator: " "), to: &sheet)
        add("level", content.text("interruptionLevel"), to: &sheet)
    }

    // MARK: Where it stands

    private func add(standing notification: JSONObject, to sheet: inout Sheet) {
        let reason = notification.text("reason")
        let state = notification.text("state")
        sheet.row("state", reason.isEmpty ? state : "\(state): \(reason)")
        let presentation = notification["presentation"]?.object ?? [:]
        add("shown on", presentation.texts("surfaces").joined(separator: ", "), to: &sheet)
        let sound = [presentation.text("sound"), presentation.text("volume")]
        add("played", sound.filter { !$0.isEmpty }.joined(separator: " at "), to: &sheet)
        if let verdict = notification["verdict"]?.object {
            sheet.row("verdict", CenterScreen.verdict(verdict))
        }
        for time in ["accepted", "presented", "seen", "ended"] {
            add(time, notification.time(time), to: &sheet)
        }
        add("held until", notification.time("heldUntil"), to: &sheet)
        add("expires", notification.time("expires"), to: &sheet)
        if let late = notification["late"]?.object {
            sheet.row("late", "due at \(late.time("due")), missed \(late.text("missed"))")
        }
        let attempts = notification.text("attempts")
        if !["", "0", "1"].contains(attempts) { sheet.row("attempts", attempts) }
    }

    // MARK: Whose it is

    private func add(
        origin notification: JSONObject,
        _ content: JSONObject,
        to sheet: inout Sheet
    ) {
        add("identifier", notification.text("identifier"), to: &sheet)
        add("thread", content.text("threadIdentifier"), to: &sheet)
        add("category", content.text("categoryIdentifier"), to: &sheet)
        let type = notification.text("pushType")
        let source = notification.text("source")
        sheet.row("source", type.isEmpty ? source : "\(source), type \(type)")
        add("device", notification.text("device"), to: &sheet)
        add("unique id", notification.text("apnsUniqueID"), to: &sheet)
    }

    private func add(actions: [JSONObject], to sheet: inout Sheet) {
        var label = "actions"
        for action in actions {
            let input = action["textInput"] == nil ? "" : "  takes a text"
            let title = action.text("title")
            add(label, "\(action.text("identifier"))  \(title)\(input)", to: &sheet)
            label = ""
        }
    }

    /// What was sent, where that is not what is shown, and the app's own values.
    private func add(sent notification: JSONObject, _ content: JSONObject, to sheet: inout Sheet) {
        let original = notification["original"]?.object ?? content
        let isChanged = Self.textFields.contains { original.text($0) != content.text($0) }
        if isChanged {
            sheet.gap()
            var label = "sent"
            for field in Self.textFields where !original.text(field).isEmpty {
                add(label, original.text(field), to: &sheet)
                label = ""
            }
        }
        if let payload = notification["payload"]?.object {
            add("payload", payload, to: &sheet)
        }
        // An extension may have added to what was sent; a push's own is its payload.
        if let userInfo = content["userInfo"]?.object,
            userInfo != notification["payload"]?.object
        {
            add("userInfo", userInfo, to: &sheet)
        }
    }

    private func add(_ label: String, _ object: JSONObject, to sheet: inout Sheet) {
        guard let text = try? JSONText.pretty(object) else { return }
        sheet.gap()
        var label = label
        for line in text.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }
            let words = String(line[indentation.endIndex...])
            for part in TextLines.broken(words, width: max(40, 86 - indentation.count)) {
                sheet.row(label, indentation + part)
                label = ""
            }
        }
    }

    // MARK: What to do next

    /// What the user can do about it; a state that is not known comes from a newer daemon.
    private func add(
        next state: EntryState?,
        isRestorable: Bool,
        _ number: String,
        to sheet: inout Sheet
    ) {
        sheet.row("more", "belfry explain \(number)  says why")
        switch state {
        case .presented, .seen:
            sheet.row("", "belfry respond \(number) default  opens it, dismiss dismisses it")
        case .dropped: sheet.row("", "belfry restore \(number)  shows it after all")
        case .removed where isRestorable:
            sheet.row("", "belfry restore \(number)  puts it back into the list")
        case .stored, .accepted, .running, .decided, .removed, .expired, .collapsed, nil: break
        }
    }

    /// Adds a text over as many lines as it needs, and nothing for an empty one.
    private func add(_ label: String, _ text: String, to sheet: inout Sheet) {
        guard !text.isEmpty else { return }
        var label = label
        for line in TextLines.broken(text, width: 86) {
            sheet.row(label, line)
            label = ""
        }
    }
}
