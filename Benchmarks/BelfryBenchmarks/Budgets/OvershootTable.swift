// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The results as Markdown.
struct OvershootTable {
    let results: [Overshoot]
    let machine: Machine

    /// Whether the thread that watches budgets has real-time priority.
    let isRealTime: Bool

    /// How late a bare sleeper woke, in milliseconds: of each of the two the 99th of a hundred.
    let sleepers: (idle: Double, busy: Double)

    var markdown: String {
        var lines = [
            "- \(machine.processor), \(machine.coreCount) cores, Linux \(machine.kernel)",
            "- the budget thread \(isRealTime ? "has" : "does not have") real-time priority",
            "- a bare sleeper woke \(text(sleepers.idle, .milliseconds)) late (p99), and "
                + "\(text(sleepers.busy, .milliseconds)) with every core spinning",
            "",
            "| budget | limit | machine | most | beyond it: median | p99 | largest | runs |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        for result in results {
            let unit = result.attack.unit
            let cells = [
                result.attack.name, limit(of: result.attack),
                result.isBusy ? "every core spinning" : "idle", text(result.most, unit),
                text(result.beyond(0.5), unit), text(result.beyond(0.99), unit),
                text(result.beyond(1), unit), "\(result.count)",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func limit(of attack: BudgetAttack) -> String {
        switch attack.unit {
        case .milliseconds: String(format: "%.0f ms", attack.limit)
        case .bytes where attack.limit < 1_048_576: String(format: "%.0f KB", attack.limit / 1024)
        case .bytes: String(format: "%.0f MB", attack.limit / 1_048_576)
        case .pieces: String(format: "%.0f", attack.limit)
        }
    }

    private func text(_ value: Double, _ unit: BudgetAttack.Unit) -> String {
        switch unit {
        case .milliseconds: String(format: "%.2f ms", value)
        case .bytes where value > 0 && value < 1_048_576: String(format: "%.2f KB", value / 1024)
        case .bytes: String(format: "%.2f MB", value / 1_048_576)
        case .pieces: String(format: "%.0f", value)
        }
    }
}
