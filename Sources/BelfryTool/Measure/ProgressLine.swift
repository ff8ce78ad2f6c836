// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure

/// One line that says how far a measuring has come, written anew again and again.
struct ProgressLine {
    let terminal: Terminal

    /// Writes the line out.
    ///
    /// - Parameters:
    ///   - progress: How far it has come.
    ///   - columns: The terminal's width.
    ///   - isStopping: Whether it waits for the last runs only.
    /// - Returns: The line, narrower than the terminal.
    func text(of progress: MeasurementProgress, columns: Int, isStopping: Bool) -> String {
        let share = Double(progress.finishedCount) / Double(max(1, progress.runCount))
        let name = "  " + progress.part + "  "
        let facts = "  " + facts(progress, isStopping).joined(separator: " · ")
        let room = columns - 1 - name.cellCount - facts.cellCount
        let line = name + facts.dropFirst(2)
        guard room >= Self.leastBar else { return line.truncated(cells: columns - 1) }
        return terminal.styled(name, .bold) + bar(share, width: min(room, Self.mostBar))
            + terminal.styled(facts, .faint)
    }

    /// Writes the line in place of the one before.
    func show(_ progress: MeasurementProgress, isStopping: Bool) {
        let columns = terminal.columns ?? 80
        let text = text(of: progress, columns: columns, isStopping: isStopping)
        terminal.write("\r" + text + Self.eraseToEnd)
    }

    /// Takes the line away.
    func clear() {
        terminal.write("\r" + Self.eraseToEnd)
    }

    private static let leastBar = 8
    private static let mostBar = 40

    /// ECMA-48, EL.
    private static let eraseToEnd = "\u{1b}[K"

    private func facts(_ progress: MeasurementProgress, _ isStopping: Bool) -> [String] {
        let done = MeasuredText.count(progress.finishedCount)
        var facts = ["\(done) of \(MeasuredText.count(progress.runCount))"]
        let seconds = progress.elapsed / .seconds(1)
        if progress.finishedCount > 0, seconds > 0 {
            facts.append(MeasuredText.rate(Double(progress.finishedCount) / seconds))
        }
        if progress.failureCount > 0 {
            facts.append("\(MeasuredText.count(progress.failureCount)) failed")
        }
        if isStopping {
            facts.append("ending; again to end at once")
        } else if let remaining = progress.remaining, seconds > 1 {
            facts.append("\(Self.time(remaining)) left")
        }
        return facts
    }

    /// Such as `8 s`, `2:05` or `1:02:05`.
    private static func time(_ duration: Duration) -> String {
        let seconds = Int((duration / .seconds(1)).rounded())
        guard seconds >= 60 else { return "\(seconds) s" }
        let two = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
        let minutes = seconds / 60
        guard minutes >= 60 else { return "\(minutes):\(two(seconds % 60))" }
        return "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }

    /// Eighths of cells, so that it moves smoothly.
    private func bar(_ share: Double, width: Int) -> String {
        let eighths = Int((min(max(share, 0), 1) * Double(width * 8)).rounded(.down))
        let part = eighths % 8
        let full = String(repeating: "█", count: eighths / 8)
        let filled = full + (part > 0 ? String(Self.parts[part - 1]) : "")
        let rest = String(repeating: "░", count: width - filled.count)
        return terminal.styled(filled, .green) + terminal.styled(rest, .faint)
    }

    private static let parts = Array("▏▎▍▌▋▊▉")
}
