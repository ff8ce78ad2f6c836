// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Synchronization

@testable import BelfryRuntime

/// Plays schedules of hosts, each on the thread that asks for it.
struct HostSimulator: Sendable {
    /// The bundles that the hosts have.
    let bundles: [ExtensionBundle]

    /// How many events of a schedule are drawn before it comes to its end.
    private static let stepCount = 60

    /// What became of a schedule.
    struct Outcome: Sendable {
        /// The promise that was broken; nil where all held.
        var failure: String?

        /// What has happened, where that was asked for.
        var history: [String]

        /// After how many steps the promises were looked at.
        var stepCount: Int
    }

    /// Plays the schedule of a seed.
    func play(_ seed: UInt64, isTold: Bool = false) -> Outcome {
        let executor = StepExecutor()
        let schedule = HostSchedule(
            seed: seed,
            bundles,
            on: executor,
            stepCount: Self.stepCount,
            isTold: isTold
        )
        schedule.assumeIsolated { $0.begin() }
        // Everything runs here: the steps, and what the host starts in them.
        var stepCount = 1
        while schedule.assumeIsolated({ $0.step() }) {
            executor.drain()
            stepCount += 1
        }
        return schedule.assumeIsolated {
            $0.end()
            return Outcome(failure: $0.failure, history: $0.history, stepCount: stepCount)
        }
    }

    /// What a search has found.
    struct Finding: Sendable {
        var scheduleCount = 0
        var stepCount = 0

        /// The first seed that broke a promise.
        var failedSeed: UInt64?
    }

    /// Plays schedules of new seeds until a time is over or a promise is broken.
    ///
    /// - Parameters:
    ///   - duration: How long.
    ///   - seed: The first seed; the others follow it.
    ///   - threadCount: On how many threads.
    /// - Returns: What was found.
    func search(for duration: Duration, from seed: UInt64, threadCount: Int) async -> Finding {
        let end = ContinuousClock.now + duration
        let isOver = SearchEnd()
        return await withTaskGroup(of: Finding.self) { group in
            for index in 0..<threadCount {
                group.addTask {
                    await SystemThread.value(named: "belfry-simulate") {
                        var finding = Finding()
                        var seed = seed &+ UInt64(index)
                        while !isOver.flag.load(ordering: .relaxed), ContinuousClock.now < end {
                            finding.scheduleCount += 1
                            let outcome = play(seed)
                            finding.stepCount += outcome.stepCount
                            if outcome.failure != nil {
                                finding.failedSeed = seed
                                isOver.flag.store(true, ordering: .relaxed)
                            }
                            seed &+= UInt64(threadCount)
                        }
                        return finding
                    }
                }
            }
            var all = Finding()
            for await finding in group {
                all.scheduleCount += finding.scheduleCount
                all.stepCount += finding.stepCount
                all.failedSeed = all.failedSeed ?? finding.failedSeed
            }
            return all
        }
    }
}

/// Whether a search is over.
private final class SearchEnd: Sendable {
    let flag = Atomic(false)
}
