// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// The results as Markdown.
struct OvershootTable {
    let results: [Overshoot]
    let machine: Machine
    let isRealTime: Bool

    var markdown: String {
        var lines = [
            "- \(machine.processor), \(machine.coreCount) cores, Linux \(machine.kernel)",
            "- the budget thread \(isRealTime ? "has" : "does not have") real-time priority",
            "",
            "| past the budget | machine | median | p99 | largest | limit: bare sleeper, p99 | runs |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for result in results {
            let cells = [
                "\(result.kind.rawValue) (\(result.kind.limit))",
                result.isBusy ? "every core spinning" : "idle",
                text(result.median, result.kind.unit), text(result.p99, result.kind.unit),
                text(result.largest, result.kind.unit), text(result.limitP99, .milliseconds),
                "\(result.count)",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(_ value: Double, _ unit: Overshoot.Unit) -> String {
        switch unit {
        case .milliseconds: String(format: "%.2f ms", value)
        case .bytes: String(format: "%.2f MB", value / Double(1 << 20))
        case .pieces: String(format: "%.0f", value)
        }
    }
}
