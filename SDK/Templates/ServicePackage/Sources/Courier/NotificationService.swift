// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let bestAttemptContent else { return contentHandler(request.content) }
        bestAttemptContent.title = "📦 \(bestAttemptContent.title)"

        guard let link = bestAttemptContent.userInfo["stamp"] as? String,
            let url = URL(string: link)
        else { return contentHandler(bestAttemptContent) }
        let task = URLSession.shared.downloadTask(with: url) { location, _, _ in
            if let location, let attachment = Self.attachment(location, as: url) {
                bestAttemptContent.attachments = [attachment]
            }
            contentHandler(bestAttemptContent)
        }
        task.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    private static func attachment(_ location: URL, as url: URL) -> UNNotificationAttachment? {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(url.pathExtension)
        do {
            try FileManager.default.moveItem(at: location, to: file)
            return try UNNotificationAttachment(identifier: "stamp", url: file)
        } catch {
            return nil
        }
    }
}
