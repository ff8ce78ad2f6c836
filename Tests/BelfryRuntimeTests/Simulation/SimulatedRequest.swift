// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem

@testable import BelfryRuntime

/// A run or an open notification as its asker sees it, with what the schedule has seen of it.
final class SimulatedRequest {
    let run: Run

    /// What does not change about it: its number, which of the bundles it asks, within which budget, and
    /// whether it wants a new worker.
    let number: UInt64
    let kind: Int
    let budget: Budget
    let isFresh: Bool

    /// The open notification; nil for a run.
    let session: DrawingSession?
    let standing: QuarantineLedger.Standing?
    let askedAt: MonotonicTime

    /// When its host put it in the way of a worker, with its bundle's directories made and looked at.
    var preparedAt: MonotonicTime?

    var deliveries = 0
    var isReported = false

    /// The verdict at the last look.
    var verdict: Verdict?

    /// The worker at the last look, and since when it has it.
    var worker: SimulatedWorker?
    var assignedAt: MonotonicTime?

    /// Whether it has another worker than at the look before.
    var hasNewWorker = false

    /// Since when its clocks run, and since when its extension has the request.
    var begunAt: MonotonicTime?
    var runningAt: MonotonicTime?

    /// Since when its worker has more memory than the run may use.
    var excessSince: MonotonicTime?

    /// Since when its worker has written more to one directory than that may hold, and more in all than
    /// a run may.
    var filledSince: MonotonicTime?
    var floodedSince: MonotonicTime?

    /// What its worker had written when the host had had time to begin counting.
    var writtenBefore: UInt64?

    /// What the versions of its worker's directories were when it was decided.
    var versions: [String: Int]?

    /// The worker that died before it had read the request.
    var unreadBy: UInt64?

    /// Forgets what was seen of another worker's use.
    func forgetUse() {
        (excessSince, filledSince, floodedSince, writtenBefore) = (nil, nil, nil, nil)
    }

    init(
        _ run: Run,
        _ session: DrawingSession?,
        _ standing: QuarantineLedger.Standing?,
        _ kind: Int,
        at now: MonotonicTime
    ) {
        self.run = run
        self.kind = kind
        number = run.number
        budget = run.budget
        isFresh = run.plan.isFresh
        self.session = session
        self.standing = standing
        askedAt = now
    }

    /// Whether it waits for a worker.
    var isWaiting: Bool {
        run.isAwaited && !isReported && run.decidedAt == nil && run.worker == nil
    }
}
