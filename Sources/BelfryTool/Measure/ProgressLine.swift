// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryPlot
internal import BelfryTerminal

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
        line(progress, isStopping: isStopping).text(on: terminal, columns: columns)
    }

    /// The line.
    func line(_ progress: MeasurementProgress, isStopping: Bool) -> LiveLine {
        LiveLine(
            name: progress.part,
            share: Double(progress.finishedCount) / Double(max(1, progress.runCount)),
            facts: facts(progress, isStopping)
        )
    }

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
}
