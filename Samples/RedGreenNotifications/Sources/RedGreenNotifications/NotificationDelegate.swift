// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import UserNotifications

/// Shows both kinds of notification, and hears what the user does with them.
final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
    /// Both categories have the action that turns the square; the content extension adds another.
    static func registerCategories(in center: UNUserNotificationCenter) {
        let rotate = UNNotificationAction(
            identifier: "rotate-twenty-degrees-action",
            title: "Rotate 20°"
        )
        let categories = ["red", "green"].map { color in
            UNNotificationCategory(
                identifier: "\(color)-category",
                actions: [rotate],
                intentIdentifiers: [],
                options: .customDismissAction
            )
        }
        center.setNotificationCategories(Set(categories))
    }

    /// Adds a notification of one kind.
    static func schedule(
        _ color: String,
        after seconds: TimeInterval,
        in center: UNUserNotificationCenter
    ) {
        let content = UNMutableNotificationContent()
        content.title = "A \(color) notification"
        content.body = "Open it to see a \(color) square."
        content.sound = .default
        content.categoryIdentifier = "\(color)-category"
        let request = UNNotificationRequest(
            identifier: color,
            content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        )
        center.add(request) { error in
            if let error {
                NSLog("%@ was not added: %@", color, error.localizedDescription)
            } else {
                NSLog("Scheduled %@", color)
            }
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        NSLog("Presenting %@", notification.request.identifier)
        completionHandler([.banner, .list, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let identifier = response.notification.request.identifier
        if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            NSLog("Opened %@", identifier)
        } else if response.actionIdentifier == UNNotificationDismissActionIdentifier {
            NSLog("Dismissed %@", identifier)
        } else {
            NSLog("Action %@ of %@", response.actionIdentifier, identifier)
        }
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {
        NSLog("Settings")
    }
}
