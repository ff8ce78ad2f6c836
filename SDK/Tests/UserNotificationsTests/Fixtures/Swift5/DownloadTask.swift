// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files, force casts included.
// swift-format-ignore-file

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        guard let bestAttemptContent = bestAttemptContent,
            let attachmentURL = bestAttemptContent.userInfo["attachment-url"] as? String,
            let url = URL(string: attachmentURL)
        else {
            contentHandler(request.content)
            return
        }

        URLSession.shared.downloadTask(with: url) { [weak self] (location, response, error) in
            if let location = location {
                let directory = NSTemporaryDirectory()
                let name = response?.suggestedFilename ?? url.lastPathComponent
                let file = URL(
                    fileURLWithPath: (directory as NSString).appendingPathComponent(name)
                )
                try? FileManager.default.removeItem(at: file)
                try! FileManager.default.moveItem(at: location, to: file)
                if let attachment = try? UNNotificationAttachment(
                    identifier: "",
                    url: file,
                    options: nil
                ) {
                    self?.bestAttemptContent?.attachments = [attachment]
                }
            }
            DispatchQueue.main.async {
                if let content = self?.bestAttemptContent {
                    self?.contentHandler?(content)
                }
            }
        }.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
