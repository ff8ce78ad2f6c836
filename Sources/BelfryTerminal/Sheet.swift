// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Rows of a label and a text, as the tool's screens show them; every text is made safe to print.
package struct Sheet {
    private let terminal: Terminal
    private let labelWidth: Int
    private var lines = [""]

    /// An empty sheet.
    ///
    /// - Parameters:
    ///   - terminal: Where it will be shown.
    ///   - labelWidth: The width of the column of labels.
    package init(terminal: Terminal, labelWidth: Int = 10) {
        self.terminal = terminal
        self.labelWidth = labelWidth
    }

    /// The rows so far.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds what the sheet is about.
    package mutating func heading(_ title: String, _ detail: String) {
        let title = terminal.styled(title.neutralised(byteLimit: Self.byteLimit), .bold)
        let detail = terminal.styled(detail.neutralised(byteLimit: Self.byteLimit), .faint)
        lines += ["  \(title)  \(detail)", ""]
    }

    /// Adds a row; one with an empty label goes on with the row above.
    package mutating func row(_ label: String, _ text: String, _ style: Terminal.Style? = nil) {
        let text = text.neutralised(byteLimit: Self.byteLimit)
        let padding = String(repeating: " ", count: max(1, labelWidth - label.count))
        let label = terminal.styled(label.neutralised(byteLimit: Self.byteLimit), .cyan)
        lines.append("  " + label + padding + (style.map { terminal.styled(text, $0) } ?? text))
    }

    /// Adds an empty line.
    package mutating func gap() {
        lines.append("")
    }

    /// More than any text that is worth a row.
    private static let byteLimit = 600
}
