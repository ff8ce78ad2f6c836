// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

extension Worker {
    /// What a worker is there for.
    enum Duty {
        /// Nothing: it has just been made, or it is going.
        case none
        /// A run that there is none of yet, with the library that it was started with; it is being loaded.
        case prewarming(LibraryMark)
        /// The next run; one that was prewarmed waits for the first of all.
        case idle(IdleTime, prewarmedFor: LibraryMark?)
        /// A client.
        case leased(any WorkerClient)
    }

    /// A worker's time between runs, and what it did in it.
    struct IdleTime {
        let since: MonotonicTime
        var packetCount = 0

        /// Its CPU clock when it was last looked at, in nanoseconds.
        var cpu: UInt64?
    }

    /// Whom it serves; nil while it is idle.
    var client: (any WorkerClient)? {
        if case .leased(let client) = duty { client } else { nil }
    }

    /// Whether it serves nobody, and is not being ended.
    var isUnused: Bool { client == nil && !isLeaving }

    /// Whether it can take a request now.
    var isIdle: Bool {
        if isServing, case .idle = duty { true } else { false }
    }

    /// Its time between runs.
    var idleTime: IdleTime? {
        if case .idle(let time, _) = duty { time } else { nil }
    }

    /// The library that it was prewarmed with, until it has its run.
    var prewarmedFor: LibraryMark? {
        switch duty {
        case .prewarming(let mark): mark
        case .idle(_, let mark): mark
        case .none, .leased: nil
        }
    }

    /// Whether it waits for a run, has served one before, and is not being ended.
    var isBetweenRuns: Bool {
        if !isLeaving, case .idle(_, nil) = duty { true } else { false }
    }

    /// Whether it was made with what a run needs.
    ///
    /// - Parameters:
    ///   - plan: The run's plan.
    ///   - folders: What a worker of the bundle has that outlives it, now.
    /// - Returns: Whether the run may have it.
    func suits(_ plan: RunPlan, _ folders: [StorageFolder]) -> Bool {
        bundle.path == plan.bundle.path && budget == plan.budget
            && (origins ?? []) == plan.origins && storage == folders && watch == plan.trial.watch
    }
}
