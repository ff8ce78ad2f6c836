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

    /// One push, which the plan counts once.
    func makeTicket(isBroadcast: Bool = false) -> Ticket { Ticket(self, isBroadcast: isBroadcast) }

    private func take(isBroadcast: Bool) -> PushReason? {
        next.withLock { plan in
            guard let current = plan, !isBroadcast || current.reason.isOfChannels else {
                return nil
            }
            plan = current.count > 1 ? Plan(reason: current.reason, count: current.count - 1) : nil
            return current.reason
        }
    }

    /// What the plan says of one push.
    ///
    /// Its sender is told of the refusal even where the transaction fails in which the push came with
    /// others: a push that is refused leaves nothing to be stored.
    final class Ticket: Sendable {
        private let plan: PlannedRefusals
        private let isBroadcast: Bool
        private let given = Mutex<PushRefusal?>(nil)

        fileprivate init(_ plan: PlannedRefusals, isBroadcast: Bool) {
            self.plan = plan
            self.isBroadcast = isBroadcast
        }

        /// The refusal; nil where the push is taken.
        var refusal: PushRefusal? { given.withLock(\.self) }

        /// Refuses the push, which would be taken, where that is planned; the plan counts it.
        ///
        /// - Parameter now: The time by the centre's clock.
        /// - Throws: ``PushRefusal``, the same each time.
        func check(at now: UnixTime) throws(PushRefusal) {
            if let refusal { throw refusal }
            guard let reason = plan.take(isBroadcast: isBroadcast) else { return }
            let refusal = PushRefusal(
                reason,
                "belfry apns refuse has asked for it; belfry apns refuse --none ends that",
                inactiveSince: reason.status == 410 ? now.milliseconds : nil
            )
            given.withLock { $0 = refusal }
            throw refusal
        }
    }
}
