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
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        guard let content = (request.content.mutableCopy() as? UNMutableNotificationContent),
            let text = content.userInfo["image"] as? String,
            let url = URL(string: text)
        else {
            contentHandler(request.content)
            return
        }
        bestAttemptContent = content
        var call = URLRequest(url: url)
        call.timeoutInterval = 20
        let task = URLSession(configuration: .ephemeral).dataTask(with: call) {
            data,
            response,
            error in
            defer { contentHandler(content) }
            guard let data = data, (response as? HTTPURLResponse)?.statusCode == 200 else {
                print("no picture: \(error?.localizedDescription ?? "no reason")")
                return
            }
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
                .appendingPathExtension(url.pathExtension)
            do {
                try data.write(to: file, options: .atomic)
                content.attachments = [try UNNotificationAttachment(identifier: "image", url: file)]
            } catch {
                print("no attachment: \(error.localizedDescription)")
            }
        }
        task.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
