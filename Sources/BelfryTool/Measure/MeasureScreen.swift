// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
internal import BelfryReport
package import BelfryTerminal

/// What was measured, on one screen for each part.
package struct MeasureScreen {
    let terminal: Terminal
    let width: Int
    var lines: [String] = []

    /// A screen.
    ///
    /// - Parameters:
    ///   - terminal: Where it will be shown.
    ///   - width: How many columns it may have; nil for as many as there are.
    package init(terminal: Terminal, width: Int? = nil) {
        self.terminal = terminal
        self.width = min(
            max(width ?? terminal.columns ?? Self.usualWidth, Self.leastWidth),
            Self.mostWidth
        )
    }

    private static let leastWidth = 38
    private static let usualWidth = 100
    private static let mostWidth = 110

    /// The screen as text.
    package func render(_ report: MeasurementReport) -> String {
        var screen = self
        screen.add(heading: report)
        for part in report.parts { screen.add(part) }
        screen.add(ending: report)
        return screen.lines.map { $0 + "\n" }.joined()
    }

    private mutating func add(heading report: MeasurementReport) {
        let bundle = report.bundle
        lines += ["", terminal.heading(bundle)]
        let machine = report.machine
        add(
            "",
            "\(machine.processor), \(MeasuredText.count(machine.coreCount, "core")), "
                + "Linux \(machine.kernel) · \(Self.list(report.payloads))",
            .faint,
            indent: 2
        )
        for warning in bundle.warnings { add("warning", warning, .yellow, indent: 2) }
        lines.append("")
    }

    private static func list(_ payloads: [String]) -> String {
        guard payloads.count > 3 else { return payloads.joined(separator: ", ") }
        return "\(payloads.count) payloads in turn"
    }

    private mutating func add(ending report: MeasurementReport) {
        for warning in report.warnings { add("warning", warning, .yellow, indent: 2) }
        if report.isInterrupted {
            add("", "It was interrupted: this is what was measured until then.", .yellow, indent: 2)
        }
        if !report.warnings.isEmpty || report.isInterrupted { lines.append("") }
        for (index, gate) in (report.gates ?? []).enumerated() {
            let colour: Terminal.Style = gate.isFailed ? .red : gate.isSkipped ? .faint : .green
            let mark = gate.isFailed ? "✗" : gate.isSkipped ? "–" : "✓"
            let text = "\(mark) \(gate.title)  \(gate.finding)"
            add(index == 0 ? "fail on" : "", text, colour, indent: 2, isRow: true)
        }
        if report.gates != nil { lines.append("") }
    }

    static let labelWidth = 12

    /// Adds a label and a text, on as many lines as it takes.
    mutating func add(
        _ label: String,
        _ text: String,
        _ style: Terminal.Style?,
        indent: Int = 4,
        isRow: Bool = false
    ) {
        let column = label.isEmpty && indent == 2 && !isRow ? indent : indent + Self.labelWidth
        let lines = TextLines.broken(safe(text), width: max(20, width - column))
        add(label, lines, style, indent: indent, column: column)
    }

    /// Adds a label and lines beside it.
    mutating func add(
        _ label: String,
        _ texts: [String],
        _ style: Terminal.Style?,
        indent: Int = 4,
        column: Int = 4 + Self.labelWidth
    ) {
        var start = String(repeating: " ", count: indent) + terminal.styled(label, .cyan)
        start += String(repeating: " ", count: max(0, column - indent - label.count))
        for text in texts {
            lines.append(start + (style.map { terminal.styled(text, $0) } ?? text))
            start = String(repeating: " ", count: column)
        }
    }

    func safe(_ text: String) -> String { text.neutralised(byteLimit: 600) }
}
