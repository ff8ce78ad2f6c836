// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A chat in which monkeys invite to parties; the user answers in the notification.
final class Chat: NSObject, UNUserNotificationCenterDelegate, Sendable {
    /// Asks the first time, then invites.
    func begin(in center: UNUserNotificationCenter) async throws {
        center.setNotificationCategories([Self.invitation])
        let settings = await center.notificationSettings()
        guard settings.authorizationStatus == .notDetermined else { return }
        guard try await center.requestAuthorization(options: [.alert, .badge]) else { return }
        try await center.add(Self.invitation(to: "Banana party", after: 60))
        try await center.add(Self.invitation(to: "Liana race", after: 120))
        NSLog("Invited to %d", await center.pendingNotificationRequests().count)
    }

    private static let invitation = UNNotificationCategory(
        identifier: "event-invite",
        actions: [
            UNNotificationAction(identifier: "accept", title: "Accept"),
            UNNotificationAction(identifier: "decline", title: "Decline", options: .destructive),
            UNTextInputNotificationAction(
                identifier: "comment",
                title: "Comment",
                textInputButtonTitle: "Send",
                textInputPlaceholder: "Enter comment here..."
            ),
        ],
        intentIdentifiers: [],
        options: .customDismissAction
    )

    private static func invitation(
        to event: String,
        after seconds: TimeInterval
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = event
        content.subtitle = "A monkey invites you"
        content.body = "Are you coming?"
        content.badge = 1
        content.threadIdentifier = "invitations"
        content.categoryIdentifier = "event-invite"
        content.userInfo = ["event": event]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        return UNNotificationRequest(identifier: event, content: content, trigger: trigger)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .list]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        let event = response.notification.request.content.userInfo["event"] as? String ?? "?"
        switch response.actionIdentifier {
        case "accept": NSLog("Going to %@", event)
        case "decline": NSLog("Not going to %@", event)
        case "comment":
            let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
            NSLog("Said of %@: %@", event, text)
        case UNNotificationDismissActionIdentifier: NSLog("Dismissed %@", event)
        default: NSLog("Opened %@", event)
        }
        try? await center.setBadgeCount(0)
    }
}
