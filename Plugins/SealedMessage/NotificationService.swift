// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CryptoKit
import UserNotifications

/// Opens the body that the sender has sealed; the key is in the app's group, where the app put it.
class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = bestAttemptContent else { return contentHandler(request.content) }

        do {
            let message = try Envelope(userInfo: content.userInfo).open(with: try GroupKey.read())
            content.title = message.sender
            content.body = message.text
            content.threadIdentifier = message.sender
        } catch {
            content.body = "A new message"
            print("The message stays sealed: \(error)")
        }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
