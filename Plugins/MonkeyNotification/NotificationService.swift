// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent

        guard let bestAttemptContent else {
            contentHandler(request.content)
            return
        }
        bestAttemptContent.title = "\(bestAttemptContent.title) [modified]"

        guard let link = bestAttemptContent.userInfo["my-attachment"] as? String,
            let url = URL(string: link)
        else {
            contentHandler(bestAttemptContent)
            return
        }
        download(url) { attachment in
            if let attachment {
                bestAttemptContent.attachments = [attachment]
            }
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        // The download takes too long: the changed title alone is better than nothing.
        if let contentHandler, let bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    private func download(
        _ url: URL,
        completion: @escaping @Sendable (UNNotificationAttachment?) -> Void
    ) {
        let task = URLSession.shared.downloadTask(with: url) { location, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard let location, status == 200 else {
                let reason = error?.localizedDescription ?? "the server answered \(status)"
                print("\(url) could not be downloaded: \(reason)")
                completion(nil)
                return
            }
            // The download's own name ends in .tmp; an attachment's type is told by its extension.
            let file = URL(fileURLWithPath: NSTemporaryDirectory())
                .appendingPathComponent(UUID().uuidString)
                .appendingPathExtension(url.pathExtension)
            do {
                try FileManager.default.moveItem(at: location, to: file)
                completion(try UNNotificationAttachment(identifier: "", url: file, options: nil))
            } catch {
                print("\(url) could not be attached: \(error.localizedDescription)")
                completion(nil)
            }
        }
        task.resume()
    }
}
