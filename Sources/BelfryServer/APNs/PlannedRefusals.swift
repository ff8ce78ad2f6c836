// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import Synchronization

/// Refusals that the endpoint's owner has asked for, so that a sender's handling of each reason can be
/// tried.
///
/// They are in memory: a daemon that starts anew refuses nothing by a plan.
final class PlannedRefusals: Sendable {
    /// What is still to be refused.
    struct Plan: Equatable, Sendable {
        /// What senders are told.
        let reason: PushReason

        /// How many pushes more.
        var count: Int
    }

    /// Most pushes of one plan.
    static let countLimit = 1_000_000

    private let next = Mutex<Plan?>(nil)

    /// The plan; nil where pushes are taken.
    var plan: Plan? { next.withLock(\.self) }

    /// Replaces the plan; nil for none.
    func set(_ plan: Plan?) {
        next.withLock { $0 = plan }
    }

    /// Refuses a push that would be taken, where that is planned; the plan counts it.
    ///
    /// - Parameter now: The time by the centre's clock.
    /// - Throws: ``PushRefusal``.
    func check(at now: UnixTime) throws(PushRefusal) {
        let reason = next.withLock { plan -> PushReason? in
            guard let current = plan else { return nil }
            plan = current.count > 1 ? Plan(reason: current.reason, count: current.count - 1) : nil
            return current.reason
        }
        guard let reason else { return }
        throw PushRefusal(
            reason,
            "belfry apns refuse has asked for it; belfry apns refuse --none ends that",
            inactiveSince: reason.status == 410 ? now.milliseconds : nil
        )
    }
}
