// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreLocation
internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNNotificationTriggerTests {
    @Test func `an interval counts from now`() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true)
        let next = try #require(trigger.nextTriggerDate())
        #expect(abs(next.timeIntervalSinceNow - 90) < 5)
        #expect(trigger == UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true))
        #expect(trigger != UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false))
        #expect(trigger != UNTimeIntervalNotificationTrigger(timeInterval: 91, repeats: true))
    }

    @Test func `a region is copied, in and out`() throws {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 2),
            radius: 3,
            identifier: "r"
        )
        region.notifyOnExit = false
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        region.notifyOnEntry = false
        trigger.region.notifyOnEntry = false
        let kept = try #require(trigger.region as? CLCircularRegion)
        #expect(kept.notifyOnEntry && !kept.notifyOnExit)
        #expect(kept.center.latitude == 1 && kept.center.longitude == 2 && kept.radius == 3)
        #expect(UNNotificationTrigger.trigger(from: trigger.document) == trigger)
    }

    @Test(
        arguments: [
            ["kind": "timeInterval", "seconds": 0],
            ["kind": "timeInterval", "seconds": 59, "repeats": true],
            ["kind": "location"],
            ["kind": "moonrise"],
        ] as [[String: any Sendable]]
    )
    func `a document that cannot be is no trigger`(_ members: [String: any Sendable]) {
        #expect(UNNotificationTrigger.trigger(from: Document(members)) == nil)
    }
}
