// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import Synchronization

/// The decisions of a run, as many as a report keeps.
///
/// Beyond the limit only the first of each reason is kept, so that whatever else was tried a limit
/// that ended it is told of.
final class DecisionLog: Sendable {
    private struct State {
        var decisions: [EgressDecision] = []
        var reasons: Set<EgressDecision.Reason> = []
        var droppedCount = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Keeps a decision, or counts it.
    func append(_ decision: EgressDecision) {
        state.withLock { state in
            let isFirst = state.reasons.insert(decision.reason).inserted
            if isFirst || state.decisions.count < limit {
                state.decisions.append(decision)
            } else {
                state.droppedCount += 1
            }
        }
    }

    /// Takes what was kept and how many were not, and begins anew.
    func take() -> (decisions: [EgressDecision], droppedCount: Int) {
        state.withLock { state in
            defer { state = State() }
            return (state.decisions, state.droppedCount)
        }
    }
}
