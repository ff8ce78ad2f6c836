// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryMeasure
internal import BelfryModel
internal import BelfryRuntime

/// What was measured, on one screen for each part.
package struct MeasureScreen {
    private let terminal: Terminal
    private let width: Int
    private var lines: [String] = []

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

    private static let leastWidth = 44
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
        let name = bundle.path.split(separator: "/").last.map(String.init) ?? bundle.path
        lines.append("")
        lines.append(
            "  " + terminal.styled(safe(name), .bold) + "  "
                + terminal.styled(safe("\(bundle.identifier) \(bundle.version)"), .faint)
        )
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

    private mutating func add(_ part: MeasuredPart) {
        let kind = part.isCold ? "each in a new worker" : "in a worker that is there"
        let pace =
            part.offeredRate.map { "\(MeasuredText.rate($0)) offered" }
            ?? (part.concurrency == 1 ? "one at a time" : "\(part.concurrency) at a time")
        let facts = [
            "\(MeasuredText.count(part.runCount, "run")), \(kind)", pace,
            MeasuredText.rate(part.achievedRate),
            MeasuredText.milliseconds(part.elapsedMilliseconds),
        ]
        let name = safe(part.name)
        var start = "  " + terminal.styled(name, .bold) + "  "
        let indent = name.cellCount + 4
        for line in Self.wrapped(facts.joined(separator: " · "), width: max(20, width - indent)) {
            lines.append(start + line)
            start = String(repeating: " ", count: indent)
        }
        lines.append("")
        lines += MeasureTable(terminal: terminal, width: width).lines(of: part)
        lines.append("")
        for (index, verdict) in part.verdicts.enumerated() {
            let text = "\(verdict.verdict): \(verdict.reason)  \(MeasuredText.count(verdict.count))"
            add(index == 0 ? "verdicts" : "", text, Self.colour(of: verdict.verdict))
        }
        for (index, run) in Self.shown(part.nearest).enumerated() {
            add(index == 0 ? "nearest" : "", Self.title(of: run), nil)
            add("", Self.timeline(of: run), .faint)
        }
        for warning in part.warnings { add("warning", warning, .yellow) }
        lines.append("")
    }

    /// The nearest, and those after it that are near to an edge too.
    private static func shown(_ runs: [NearRun]) -> [NearRun] {
        runs.prefix(1) + runs.dropFirst().prefix(2).filter { $0.fraction > 0.1 }
    }

    /// Such as `95 % of wall  run 417, push.apns, fallback: timeout`.
    private static func title(of run: NearRun) -> String {
        let isOrdinary = (run.verdict, run.reason) == ("delivered", "completed")
        let end = isOrdinary ? "" : ", \(run.verdict): \(run.reason)"
        return "\(MeasuredText.percent(run.fraction)) of \(run.budget) in run "
            + "\(MeasuredText.count(run.ordinal)), \(run.payload)\(end)"
    }

    /// Such as `queue wait 12 µs · run 4.75 s`, without what took next to no time.
    private static func timeline(of run: NearRun) -> String {
        let total = run.timeline.reduce(0) { $0 + $1.duration }
        return run.timeline.filter { $0.duration > total / 200 }
            .map { "\($0.name) \(MeasuredText.milliseconds($0.duration))" }
            .joined(separator: " · ")
    }

    private static func colour(of verdict: String) -> Terminal.Style {
        switch verdict {
        case "delivered": .green
        case "dropped", "notCalled": .yellow
        default: .red
        }
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
            let text = "\(mark) \(gate.part): \(gate.clause)  \(gate.finding)"
            add(index == 0 ? "fail on" : "", text, colour, indent: 2, isRow: true)
        }
        if report.gates != nil { lines.append("") }
    }

    private static let labelWidth = 12

    /// Adds a label and a text, on as many lines as it takes.
    private mutating func add(
        _ label: String,
        _ text: String,
        _ style: Terminal.Style?,
        indent: Int = 4,
        isRow: Bool = false
    ) {
        let isText = label.isEmpty && indent == 2 && !isRow
        let column = isText ? indent : indent + Self.labelWidth
        var start = String(repeating: " ", count: indent) + terminal.styled(label, .cyan)
        start += String(repeating: " ", count: max(0, column - indent - label.count))
        for line in Self.wrapped(safe(text), width: max(20, width - column)) {
            lines.append(start + (style.map { terminal.styled(line, $0) } ?? line))
            start = String(repeating: " ", count: column)
        }
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        var count = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let cells = String(word).cellCount
            if count > 0, count + 1 + cells > width {
                lines.append(String(word))
                count = cells
            } else {
                lines[lines.count - 1] += (count > 0 ? " " : "") + word
                count += (count > 0 ? 1 : 0) + cells
            }
        }
        return lines
    }

    private func safe(_ text: String) -> String { text.neutralised(byteLimit: 600) }
}
