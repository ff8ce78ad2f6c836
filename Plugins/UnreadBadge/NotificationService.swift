// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications
import os.log

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        let defaults = UserDefaults(suiteName: "group.org.example.zoo")
        let unread = (defaults?.integer(forKey: "unread") ?? 0) + 1
        defaults?.set(unread, forKey: "unread")
        defaults?.synchronize()
        os_log("%{public}d unread", log: .default, type: .info, unread)

        if let bestAttemptContent = bestAttemptContent {
            bestAttemptContent.badge = NSNumber(value: unread)
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
