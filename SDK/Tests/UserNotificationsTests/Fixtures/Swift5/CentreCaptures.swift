// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What Swift 5 lets a file capture in the centre's handlers, and Swift 6 does not.
// swift-format-ignore-file

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        var count = 0
        UNUserNotificationCenter.current().getDeliveredNotifications { [weak self] notifications in
            count += notifications.count
            self?.bestAttemptContent?.badge = NSNumber(value: count)
            UNUserNotificationCenter.current().getNotificationCategories { categories in
                let category = UNNotificationCategory(identifier: request.identifier, actions: [], intentIdentifiers: [], options: [])
                UNUserNotificationCenter.current().setNotificationCategories(categories.union([category]))
                if let content = self?.bestAttemptContent { contentHandler(content) }
            }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let content = bestAttemptContent { contentHandler(content) }
    }
}

class PassingOn: NotificationService {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        super.didReceive(request, withContentHandler: contentHandler)
    }
}

class Plain: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        let box = NSMutableArray()
        UNUserNotificationCenter.current().add(request) { error in
            box.add(error as Any)
            super.didReceive(request, withContentHandler: contentHandler)
        }
    }
}
