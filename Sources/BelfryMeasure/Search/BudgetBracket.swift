// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The search for the lowest rung of a ladder that passes; pure, so that it is tested without runs.
///
/// It begins where runs that nothing hindered ended: at the most that one of them used, which should
/// pass, then at their median, which should not, and halves what is between. Where it is otherwise,
/// since an extension that is held to less behaves otherwise, it goes on up or down.
package struct BudgetBracket: Sendable {
    /// The lowest rung that passed.
    package private(set) var passed: Int?

    /// The highest rung that did not, of those below the one that passed.
    package private(set) var failed: Int?

    private let start: Int
    private let floor: Int
    private let ceiling: Int

    /// - Parameters:
    ///   - most: The rung of the most that a run used.
    ///   - usual: The rung of what half of the runs used.
    ///   - ceiling: The highest rung to try.
    package init(most: Int, usual: Int, ceiling: Int) {
        start = min(most, ceiling)
        floor = min(usual, start)
        self.ceiling = ceiling
    }

    /// The rung to try; nil when there is nothing more to learn.
    package var next: Int? {
        switch (failed, passed) {
        case (nil, nil): start
        case (let failed?, nil):
            // Twice as far each time.
            failed >= ceiling ? nil : min(ceiling, max(failed + 1, 2 * failed - start + 1))
        case (nil, let passed?):
            if passed == 0 { nil } else if floor < passed { floor } else { passed / 2 }
        case (let failed?, let passed?):
            passed - failed > 1 ? (failed + passed) / 2 : nil
        }
    }

    /// Takes what came of the rung that was to be tried.
    package mutating func record(_ rung: Int, hasPassed: Bool) {
        if hasPassed { passed = min(rung, passed ?? rung) } else { failed = max(rung, failed ?? 0) }
    }
}
