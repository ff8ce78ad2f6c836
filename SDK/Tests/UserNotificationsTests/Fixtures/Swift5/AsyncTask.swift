// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files, force casts included.
// swift-format-ignore-file

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        Task {
            if let file = await picture() {
                bestAttemptContent?.attachments = [try! UNNotificationAttachment(identifier: "picture", url: file)]
            }
            if let bestAttemptContent = bestAttemptContent {
                contentHandler(bestAttemptContent)
            }
        }
    }

    private func picture() async -> URL? {
        guard let media = bestAttemptContent?.userInfo["media-url"] as? String,
              let url = URL(string: media.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""),
              let data = try? Data(contentsOf: url) else { return nil }
        let folder = NSSearchPathForDirectoriesInDomains(.cachesDirectory, .userDomainMask, true)[0] as NSString
        let file = URL(fileURLWithPath: folder.appendingPathComponent("\(UUID().uuidString).\(url.pathExtension)"))
        do {
            try data.write(to: file)
            return file
        } catch let error as NSError {
            NSLog("%@", error.localizedDescription)
            return nil
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
