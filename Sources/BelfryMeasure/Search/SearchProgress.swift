// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import Synchronization

/// How far a search or a comparison has come, step by step, for whoever watches.
package final class SearchProgress: Sendable {
    private struct State {
        var part: String
        var runCount: Int
        var finishedCount = 0
        var failureCount = 0
        var begunAt = MonotonicTime.now
    }

    private let state = Mutex<State?>(nil)

    package init() {}

    /// Begins the next step.
    func begin(_ part: String, runCount: Int) {
        state.withLock { $0 = State(part: part, runCount: runCount) }
    }

    /// Counts a run.
    func count(_ report: RunReport) {
        state.withLock { state in
            state?.finishedCount += 1
            if !report.hasCompleted { state?.failureCount += 1 }
        }
    }

    /// How far the present step has come; nil before the first.
    package var progress: MeasurementProgress? {
        state.withLock { state in
            state.map { state in
                MeasurementProgress(
                    part: state.part,
                    finishedCount: state.finishedCount,
                    runCount: state.runCount,
                    elapsed: MonotonicTime.now - state.begunAt,
                    failureCount: state.failureCount
                )
            }
        }
    }
}
