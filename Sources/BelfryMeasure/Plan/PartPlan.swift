// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// What is measured in one part: how many runs of which kind, how they begin, and their budget.
package struct PartPlan: Sendable {
    /// `warm`, `cold`, or the same with a budget's name.
    package var name: String

    /// Whether each run gets a new worker.
    package var isCold: Bool

    /// The limits of each run.
    package var budget: Budget

    /// How many runs are measured, those that warm up not counted.
    package var runCount: Int

    /// When each run begins.
    package var pace: Pace

    /// How many runs a worker of this bundle serves at a time (`ParallelRuns`): more wait.
    package var parallelRuns: Int

    /// What is done before each run, and is no part of it.
    package var prepare: (@Sendable () -> Void)?

    package init(
        name: String,
        isCold: Bool,
        budget: Budget,
        runCount: Int,
        pace: Pace = .closed(concurrency: 1),
        parallelRuns: Int = 1
    ) {
        self.name = name
        self.isCold = isCold
        self.budget = budget
        self.runCount = runCount
        self.pace = pace
        self.parallelRuns = parallelRuns
    }

    /// Runs that are made first and not counted: one for each worker that a warm part will have, and
    /// one for the zygote that a cold part forks its workers from.
    package var warmUpCount: Int {
        isCold ? 1 : max(1, min(parallelRuns, pace.concurrency))
    }
}

/// When runs begin.
package enum Pace: Sendable, Equatable {
    /// A run begins as another ends, with so many in flight.
    case closed(concurrency: Int)

    /// Runs begin at fixed times, whether others have ended or not, with so many in flight at most.
    ///
    /// A run that has to wait for a place is late, and its latency counts from when it was to begin:
    /// the users who came in a stall waited too (coordinated omission).
    case open(runsPerSecond: Double, concurrency: Int)

    /// Runs in flight at most.
    package var concurrency: Int {
        switch self {
        case .closed(let concurrency), .open(_, let concurrency): concurrency
        }
    }

    /// Runs that are to begin each second; nil for a closed loop.
    package var offeredRate: Double? {
        if case .open(let rate, _) = self { rate } else { nil }
    }

    /// As many in flight as there is a point in when nothing else is said of an open loop.
    package static let openConcurrency = 64
}
