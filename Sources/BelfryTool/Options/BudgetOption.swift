// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal

/// Budgets as the command line gives them, such as `wall=5s,memory=12MB`.
enum BudgetOption {
    /// Changes a budget as an option says, and warns of a limit that is surprisingly small.
    ///
    /// - Parameters:
    ///   - text: The option's value.
    ///   - budget: The budget to change.
    ///   - option: The option's name, for the warning.
    ///   - warn: Where a warning goes, one line each.
    /// - Throws: `BudgetError` naming the part that cannot be read.
    static func apply(
        _ text: String,
        to budget: inout Budget,
        from option: String,
        warn: (String) -> Void = { Terminal.standardError.write($0) }
    ) throws(BudgetError) {
        let before = Set(budget.smallLimits)
        try budget.apply(text)
        for limit in budget.smallLimits where !before.contains(limit) {
            warn("belfry: warning: \(option): \(limit); check its unit\n")
        }
    }
}
