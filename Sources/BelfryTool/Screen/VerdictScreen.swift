// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport
package import BelfryTerminal

/// Entries of the verdicts' reference, for people.
package struct VerdictScreen {
    private let terminal: Terminal

    package init(terminal: Terminal) {
        self.terminal = terminal
    }

    /// Whole entries, one below the other.
    package func render(_ entries: [VerdictEntry]) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        for entry in entries { add(entry, to: &sheet) }
        return sheet.text
    }

    /// A line for each topic.
    package func table(of topics: [VerdictTopic]) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 30)
        var kind = topics.first?.kind
        for topic in topics {
            if topic.kind != kind { sheet.gap() }
            kind = topic.kind
            sheet.row(topic.name, Self.plain(VerdictReference.entry(for: topic).meaning))
        }
        sheet.gap()
        sheet.row("more", "belfry explain NAME", .faint)
        sheet.gap()
        return sheet.text
    }

    private func add(_ entry: VerdictEntry, to sheet: inout Sheet) {
        let delivers = entry.delivers.map { "delivers \($0)" } ?? ""
        sheet.heading(entry.name, delivers)
        add("meaning", [entry.meaning], to: &sheet)
        add(entry.causes.count > 1 ? "causes" : "cause", entry.causes, to: &sheet)
        add("evidence", [entry.evidence], to: &sheet)
        if let cure = entry.cure { add("cure", [cure], to: &sheet) }
        if entry.yieldsToCheckpoint {
            sheet.row("checkpoint", "is delivered instead, if one was published")
        }
        if entry.isOffence { sheet.row("counts", "toward quarantine") }
        sheet.gap()
    }

    private func add(_ label: String, _ texts: [String], to sheet: inout Sheet) {
        var label = label
        for text in texts {
            var indent = texts.count > 1 ? "- " : ""
            for line in Self.lines(of: Self.plain(text)) {
                sheet.row(label, indent + line)
                label = ""
                if !indent.isEmpty { indent = "  " }
            }
        }
    }

    /// Wide enough to read, narrow enough for most terminals.
    private static let width = 86

    /// Without the marks of the page.
    private static func plain(_ text: String) -> String { text.replacing("`", with: "") }

    private static func lines(of text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = String(word)
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
