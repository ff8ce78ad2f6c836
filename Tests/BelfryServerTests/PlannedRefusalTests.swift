// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAPNs
import BelfryCenter
import Testing

@testable import BelfryServer

@Suite struct PlannedRefusalTests {
    private static let now = UnixTime(milliseconds: 7)

    /// The reason that a push is refused with; nil where it is taken.
    private static func reason(_ ticket: PlannedRefusals.Ticket) -> PushReason? {
        do throws(PushRefusal) {
            try ticket.check(at: now)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `counts a push once, however often its transaction is made`() {
        let planned = PlannedRefusals()
        planned.set(.init(reason: .unregistered, count: 2))
        let first = planned.makeTicket()
        #expect(first.refusal == nil)
        #expect(
            (0..<3).map { _ in Self.reason(first) } == [
                .unregistered, .unregistered, .unregistered,
            ]
        )
        #expect(planned.plan?.count == 1)
        // The sender is told so whatever becomes of the transaction.
        #expect(first.refusal?.inactiveSince == 7)
        #expect(Self.reason(planned.makeTicket()) == .unregistered)
        #expect(planned.plan == nil)
        #expect(Self.reason(planned.makeTicket()) == nil)
    }

    @Test(arguments: PushReason.allCases.filter { !$0.isOfChannelsAlone })
    func `refuses no broadcast with a reason that Apple has for pushes to devices alone`(
        _ planned: PushReason
    ) {
        let refusals = PlannedRefusals()
        refusals.set(.init(reason: planned, count: 1))
        let isOfDevices = [
            "BadCollapseId", "BadDeviceToken", "BadEnvironmentKeyIdInToken", "BadTopic",
            "DeviceTokenNotForTopic", "DuplicateHeaders", "ExpiredToken", "Forbidden",
            "IdleTimeout", "MissingDeviceToken", "MissingTopic", "Unregistered",
            "UnrelatedKeyIdInToken",
        ].contains(planned.rawValue)
        let ticket = refusals.makeTicket(isBroadcast: true)
        #expect(Self.reason(ticket) == (isOfDevices ? nil : planned))
        #expect((refusals.plan == nil) != isOfDevices)
    }
}
