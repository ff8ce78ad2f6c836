// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UserNotifications

@Suite struct UNNotificationContentProvidingTests {
    private final class Sender: NSObject, UNNotificationContentProviding {
        func belfryProvide(_ content: UNMutableNotificationContent) {
            content.title = "Ada"
        }
    }

    private final class Stranger: NSObject, UNNotificationContentProviding {}

    @Test func `an update makes a new immutable content`() throws {
        let content = UNMutableNotificationContent()
        content.body = "b"
        let updated = try content.updating(from: Sender())
        #expect(updated.title == "Ada" && updated.body == "b")
        #expect(!(updated is UNMutableNotificationContent))
        #expect(content.title.isEmpty)
    }

    @Test func `a provider of the extension's own is refused`() {
        #expect {
            try UNNotificationContent().updating(from: Stranger())
        } throws: {
            ($0 as NSError).domain == UNErrorDomain && ($0 as NSError).code == 1500
        }
    }
}
