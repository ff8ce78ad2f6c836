// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryPlot
internal import BelfryReport
internal import BelfryTerminal

extension MeasureScreen {
    /// Adds a part: its table, how its runs ended, and what to know of it.
    mutating func add(_ part: MeasuredPart) {
        let kind = part.isCold ? "each in a new worker" : "in a worker that is there"
        let pace =
            part.offeredRate.map { "\(MeasuredText.rate($0)) offered" }
            ?? (part.concurrency == 1 ? "one at a time" : "\(part.concurrency) at a time")
        var facts = ["\(MeasuredText.count(part.runCount, "run")), \(kind)", pace]
        if part.calledCount > 0 { facts.append(MeasuredText.rate(part.achievedRate)) }
        facts.append(MeasuredText.milliseconds(part.elapsedMilliseconds))
        if part.calledCount < part.runCount {
            facts.append("\(MeasuredText.count(part.calledCount)) had a worker")
        }
        let name = safe(part.name)
        let column = name.cellCount + 4
        let start = "  " + terminal.styled(name, .bold) + "  "
        for (index, line) in Self.joined(facts, width: width - column).enumerated() {
            lines.append((index == 0 ? start : String(repeating: " ", count: column)) + line)
        }
        lines.append("")
        let table = MeasureTable(terminal: terminal, width: width).lines(of: part)
        if !table.isEmpty { lines += table + [""] }
        for (index, verdict) in part.verdicts.enumerated() {
            let text = "\(verdict.verdict): \(verdict.reason)  \(MeasuredText.count(verdict.count))"
            add(index == 0 ? "verdicts" : "", text, .verdict(verdict.verdict))
        }
        for (index, run) in Self.shown(part.nearest).enumerated() {
            add(index == 0 ? "nearest" : "", Self.title(of: run), nil)
            let room = width - 4 - Self.labelWidth
            add("", Self.joined(timeline(of: run), width: room), .faint)
        }
        for warning in part.warnings { add("warning", warning, .yellow) }
        lines.append("")
    }

    /// The nearest, and those after it that are near to an edge too.
    private static func shown(_ runs: [NearRun]) -> [NearRun] {
        runs.prefix(1) + runs.dropFirst().prefix(2).filter { $0.fraction > 0.1 }
    }

    /// Such as `95 % of wall in run 417, push.apns, fallback: timeout`.
    private static func title(of run: NearRun) -> String {
        let isOrdinary = Verdict(run.verdict, reason: run.reason) == .delivered(.completed)
        let end = isOrdinary ? "" : ", \(run.verdict): \(run.reason)"
        return "\(MeasuredText.percent(run.fraction)) of \(run.budget) in run "
            + "\(MeasuredText.count(run.ordinal)), \(run.payload)\(end)"
    }

    /// Such as `queue wait 12 µs` and `run 4.75 s`, without what took next to no time.
    private func timeline(of run: NearRun) -> [String] {
        run.timeline.filter { $0.duration > run.latency / 200 }
            .map { "\(safe($0.name)) \(MeasuredText.milliseconds($0.duration))" }
    }

    /// Pieces on as few lines as there is space for, each whole where it can be.
    private static func joined(_ pieces: [String], width: Int) -> [String] {
        pieces.reduce(into: []) { lines, piece in
            if let last = lines.last, last.cellCount + 5 + piece.cellCount <= width {
                lines[lines.count - 1] += " · " + piece
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += " ·" }
                lines += TextLines.broken(piece, width: width - 2)
            }
        }
    }
}
