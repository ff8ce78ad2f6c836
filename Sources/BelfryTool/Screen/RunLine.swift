// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

/// What is said of a run that takes a while: what is waited for, and how full its budgets are.
struct RunLine: Sendable {
    let name: String
    let budget: Budget

    /// The line.
    ///
    /// - Parameters:
    ///   - elapsed: How long the run has taken.
    ///   - use: What its worker uses; nil while there is none.
    /// - Returns: The line, whose bar is the budget of time.
    func line(after elapsed: Duration, _ use: PresentUse?) -> LiveLine {
        guard let use else {
            let text = "waiting for a process"
            return LiveLine(
                name: "\(text) of \(name)",
                shorterNames: [text],
                share: 0,
                facts: []
            )
        }
        let wall = budget.wall / .seconds(1)
        return LiveLine(
            name: "waiting for \(name) to complete",
            shorterNames: ["waiting for \(name)", name],
            share: wall > 0 ? elapsed / .seconds(1) / wall : 1,
            facts: [
                Self.time(elapsed) + " of " + Self.time(budget.wall),
                "cpu " + Self.time(use.cpu) + " of " + Self.time(budget.cpu),
                "memory " + HumanText.size(use.memoryByteCount) + " of "
                    + HumanText.size(budget.memoryByteCount),
            ]
        )
    }

    private static func time(_ duration: Duration) -> String {
        HumanText.milliseconds(duration / .milliseconds(1))
    }
}
