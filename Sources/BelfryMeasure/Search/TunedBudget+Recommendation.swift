// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

extension TunedBudget {
    /// Takes a value with its margin, rounded up to one fit for a manifest.
    mutating func recommend(_ value: Double?) {
        guard let value else { return }
        // Not the limit: what of it passes before the extension is told that it ends.
        let rounded = budget.ladder.value(at: budget.ladder.rung(atLeast: value))
        room = rounded
        recommended = budget.limit(leaving: rounded)
        text = recommended.map(budget.text)
    }

    mutating func raise(by margin: Double) {
        recommend(room.map { $0 * (1 + margin) })
    }

    func apply(to budget: inout Budget) {
        guard let room else { return }
        self.budget.set(room, in: &budget)
    }
}
