// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTerminal

extension NotificationRenderer {
    /// Adds what stays below the notification: the verdict, the line to write in, the keys.
    mutating func addFooter() {
        if case .fallback(let verdict, let explanation) = snapshot.phase {
            let text = "\(verdict.kind): \(verdict.reason). \(explanation)"
            addFooter(text, CellStyle(attributes: .bold))
        }
        if let composition = scene.composition { add(composition) }
        if let message = scene.message { addFooter(message, CellStyle(attributes: .bold)) }
        if options.isInteractive { addFooter(hint, CellStyle(attributes: .faint)) }
    }

    private mutating func addFooter(_ text: String, _ style: CellStyle) {
        for line in TextLines.broken(text, width: drawing.footer.width, limit: 3) {
            var row = CellGrid(width: drawing.footer.width, height: 1)
            row.write(line, row: 0, column: 0, style)
            drawing.footer.append(row)
        }
    }

    /// The line in which an answer is written.
    private mutating func add(_ composition: TerminalScene.Composition) {
        let action = snapshot.actions.first { $0.identifier == composition.action }
        let input = action?.textInput
        let button = (input?.buttonTitle).flatMap { $0.isEmpty ? nil : $0.safeLine } ?? "Send"
        let width = max(8, drawing.footer.width - button.cellCount - 9)
        let text = composition.text.safeLine
        let placeholder = (input?.placeholder ?? "").safeLine.truncated(cells: width - 1)
        let shown = text.isEmpty ? placeholder : String(text.suffix(width - 1))
        let filled = text.isEmpty ? "▏" + shown : shown + "▏"
        let gap = String(repeating: "_", count: max(0, width - filled.cellCount))
        addFooter("› \(filled)\(gap)  [ \(button) ]", CellStyle())
    }

    /// What the keys do now.
    private var hint: String {
        if scene.composition != nil { return "Enter sends · Esc goes back" }
        switch snapshot.phase {
        case .closed: return "closed · q quit"
        case .loading: return "q quit"
        case .answering(let action):
            return "waiting for the answer to \(action.safeLine) · d dismiss · q quit"
        case .open, .fallback:
            let hasTargets = !drawing.targets.isEmpty
            let keys = hasTargets ? "Tab next · Enter press · " : ""
            return keys + "o open · d dismiss · q quit"
        }
    }
}
