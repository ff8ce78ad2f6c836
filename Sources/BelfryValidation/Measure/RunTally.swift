// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// How many runs the check that is under way has begun.
///
/// Whoever shows the progress of a validation reads it while the check goes on.
package final class RunTally: Sendable {
    private let runs = Mutex(0)

    package init() {}

    /// The runs that were begun since the check began.
    package var count: Int { runs.withLock(\.self) }

    /// Counts a run.
    package func add() { runs.withLock { $0 += 1 } }

    /// Forgets the runs of the check before.
    func reset() { runs.withLock { $0 = 0 } }
}
