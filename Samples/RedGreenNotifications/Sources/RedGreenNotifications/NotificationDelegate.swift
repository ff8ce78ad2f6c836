// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Shows both kinds of notification, and hears what the user does with them.
///
/// The content extension turns the square itself. The app does it where no content extension has.
final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
    private static let rotate = UNNotificationAction(
        identifier: "rotate-twenty-degrees-action",
        title: "Rotate 20°"
    )
    private static let reset = UNNotificationAction(identifier: "reset-action", title: "Reset")

    /// Registers both categories: both have the action that turns the square, and where it is turned one
    /// that puts it back.
    ///
    /// - Parameters:
    ///   - center: Where they are registered.
    ///   - request: What is about to be shown; nil for nothing.
    ///   - completion: Called once they are registered.
    static func registerCategories(
        in center: UNUserNotificationCenter,
        showing request: UNNotificationRequest? = nil,
        completion: @escaping @Sendable () -> Void
    ) {
        center.getDeliveredNotifications { delivered in
            let shown = delivered.map(\.request) + [request].compactMap { $0 }
            let turned = Set(shown.map(\.content).filter(isTurned).map(\.categoryIdentifier))
            let categories = ["red-category", "green-category"].map { (category: String) in
                UNNotificationCategory(
                    identifier: category,
                    actions: turned.contains(category) ? [rotate, reset] : [rotate],
                    intentIdentifiers: [],
                    options: .customDismissAction
                )
            }
            center.setNotificationCategories(Set(categories))
            completion()
        }
    }

    /// Each ninth turn the square stands on an edge again, and there is nothing to put back.
    private static func isTurned(_ content: UNNotificationContent) -> Bool {
        (content.userInfo["turns"] as? Int ?? 0) % 9 != 0
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
        let request = response.notification.request
        let turns = request.content.userInfo["turns"] as? Int ?? 0
        if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            NSLog("Opened %@", request.identifier)
        } else if response.actionIdentifier == UNNotificationDismissActionIdentifier {
            NSLog("Dismissed %@", request.identifier)
        } else if response.actionIdentifier == Self.rotate.identifier {
            Self.show(request, turned: turns + 1, in: center)
        } else if response.actionIdentifier == Self.reset.identifier {
            Self.show(request, turned: 0, in: center)
        } else {
            NSLog("Action %@ of %@", response.actionIdentifier, request.identifier)
        }
        completionHandler()
    }

    /// Shows a notification again, which has left the list with what the user did.
    private static func show(
        _ request: UNNotificationRequest,
        turned turns: Int,
        in center: UNUserNotificationCenter
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        let angle = 20 * turns % 360
        content.body = "Its square is turned by \(angle)°."
        content.userInfo["turns"] = turns
        let turned = UNNotificationRequest(
            identifier: request.identifier,
            content: content,
            trigger: nil
        )
        registerCategories(in: center, showing: turned) {
            center.add(turned)
            NSLog("Turned %@ to %d°", turned.identifier, angle)
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {
        NSLog("Settings")
    }
}
