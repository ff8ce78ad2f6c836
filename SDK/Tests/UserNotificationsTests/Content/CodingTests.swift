// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreLocation
internal import Foundation
internal import Testing

@testable internal import UserNotifications

/// What Apple declares `NSSecureCoding` survives a keyed archive.
@Suite struct CodingTests {
    private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
        return try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
        )
    }

    private var content: UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "t"
        content.badge = 2
        content.sound = .criticalSoundNamed(UNNotificationSoundName("s"), withAudioVolume: 0.5)
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.25
        content.userInfo = ["date": Date(timeIntervalSince1970: 1), "list": [1, "a"] as [Any]]
        content.targetContentIdentifier = "w"
        return content
    }

    @Test func `a content`() throws {
        let read = try archived(content)
        #expect(read == content)
        #expect(read.userInfo["date"] as? Date == Date(timeIntervalSince1970: 1))
        let immutable = try #require(content.copy() as? UNNotificationContent)
        #expect(try archived(immutable) == immutable)
    }

    @Test func `a request, a notification and a response`() throws {
        var components = DateComponents()
        components.hour = 9
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: trigger)
        #expect(try archived(request) == request)
        let notification = UNNotification(date: Date(timeIntervalSince1970: 5), request: request)
        #expect(try archived(notification) == notification)
        let response = UNTextInputNotificationResponse(
            notification: notification,
            actionIdentifier: "a",
            userText: "u"
        )
        #expect(try archived(response) == response)
        #expect(try archived(response).userText == "u")
    }

    @Test func `a trigger of each kind`() throws {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2DMake(1, 2),
            radius: 3,
            identifier: "r"
        )
        let location = UNLocationNotificationTrigger(region: region, repeats: true)
        let interval = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
        #expect(try archived(location) == location)
        #expect(try archived(interval) == interval)
        #expect(try archived(UNPushNotificationTrigger()) == UNPushNotificationTrigger())
    }

    @Test func `the rest`() throws {
        let action = UNTextInputNotificationAction(
            identifier: "a",
            title: "A",
            textInputButtonTitle: "b",
            textInputPlaceholder: "p"
        )
        let category = UNNotificationCategory(
            identifier: "c",
            actions: [action],
            intentIdentifiers: []
        )
        #expect(try archived(action) == action)
        #expect(try archived(category) == category)
        #expect(try archived(UNNotificationSound.default) == .default)
        let settings = UNNotificationSettings(document: Document(["alertStyle": "none"]))
        #expect(try archived(settings) == settings)
        let icon = UNNotificationActionIcon(templateImageName: "i")
        #expect(try archived(icon) == icon)
    }
}
