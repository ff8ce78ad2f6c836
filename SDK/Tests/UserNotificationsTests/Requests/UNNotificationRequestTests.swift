// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNNotificationRequestTests {
    @Test func `keeps a copy of the content`() {
        let content = UNMutableNotificationContent()
        content.title = "before"
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        content.title = "after"
        #expect(request.content.title == "before")
        #expect(!(request.content is UNMutableNotificationContent))
        #expect(request.identifier == "r" && request.trigger == nil)
    }

    @Test func `requests with equal parts are equal`() {
        let content = UNNotificationContent()
        let push = UNPushNotificationTrigger()
        let first = UNNotificationRequest(identifier: "r", content: content, trigger: push)
        let same = UNNotificationRequest(
            identifier: "r",
            content: UNMutableNotificationContent(),
            trigger: UNPushNotificationTrigger()
        )
        let other = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        #expect(first == same && first.hash == same.hash)
        #expect(first != other)
        #expect(!push.repeats)
        #expect(first.copy() as? UNNotificationRequest === first)
    }
}
