// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNNotificationCategoryTests {
    private static func category(_ identifier: String = "c") -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: identifier,
            actions: [
                UNTextInputNotificationAction(
                    identifier: "reply",
                    title: "Reply",
                    options: [.authenticationRequired],
                    icon: UNNotificationActionIcon(systemImageName: "arrow"),
                    textInputButtonTitle: "Send",
                    textInputPlaceholder: "Text"
                ),
                UNNotificationAction(identifier: "open", title: "Open", options: [.foreground]),
            ],
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            categorySummaryFormat: "%u more",
            options: [.customDismissAction, .allowInCarPlay]
        )
    }

    @Test func `the shorter initialisers leave the rest empty`() {
        let plain = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
        #expect(plain.options == [] && plain.hiddenPreviewsBodyPlaceholder.isEmpty)
        #expect(plain.categorySummaryFormat.isEmpty)
        let hidden = UNNotificationCategory(
            identifier: "c",
            actions: [],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: "p"
        )
        #expect(hidden.hiddenPreviewsBodyPlaceholder == "p")
    }

    @Test func `equal categories are one in a set`() {
        let set: Set = [Self.category(), Self.category(), Self.category("d")]
        #expect(set.count == 2)
        let other = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
        #expect(other != Self.category())
    }

    @Test func `travels whole`() throws {
        let category = Self.category()
        let text = try Document.json([category.document.members])
        let read = try #require(
            Document.list(json: text).first.flatMap(UNNotificationCategory.init(document:))
        )
        #expect(read == category)
        let reply = try #require(read.actions.first as? UNTextInputNotificationAction)
        #expect(reply.textInputButtonTitle == "Send" && reply.textInputPlaceholder == "Text")
        #expect(reply.icon == UNNotificationActionIcon(systemImageName: "arrow"))
        #expect(reply.icon != UNNotificationActionIcon(templateImageName: "arrow"))
        #expect(read.actions.last?.options == .foreground && read.actions.last?.icon == nil)
    }

    @Test func `options have Apple's bits`() {
        let category: [UNNotificationCategoryOptions] = [
            .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle,
            .hiddenPreviewsShowSubtitle, .allowAnnouncement,
        ]
        #expect(category.map(\.rawValue) == [1, 2, 4, 8, 16])
        let action: [UNNotificationActionOptions] = [
            .authenticationRequired, .destructive, .foreground,
        ]
        #expect(action.map(\.rawValue) == [1, 2, 4])
        let authorization: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings,
            .provisional, .announcement, .timeSensitive,
        ]
        #expect(authorization.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        let presentation: [UNNotificationPresentationOptions] = [
            .badge, .sound, .alert, .list, .banner,
        ]
        #expect(presentation.map(\.rawValue) == [1, 2, 4, 8, 16])
    }
}
