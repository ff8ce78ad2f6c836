// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import MobileCoreServices
import UserNotifications

final class NotificationService: UNNotificationServiceExtension {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent

        if let content = content,
            let urlString = content.userInfo["attachment-url"] as? String,
            let url = URL(string: urlString),
            let data = try? Data(contentsOf: url),
            let attachment = save("picture.tmp", data: data)
        {
            content.attachments = [attachment]
        }
        deliver()
    }

    override func serviceExtensionTimeWillExpire() {
        deliver()
    }

    private func deliver() {
        if let content = content { contentHandler?(content) }
    }

    /// Keeps the data under a name that tells nothing of its type: the options do.
    private func save(_ name: String, data: Data) -> UNNotificationAttachment? {
        let path = (NSTemporaryDirectory() as NSString).appendingPathComponent(name)
        let options = [UNNotificationAttachmentOptionsTypeHintKey: kUTTypePNG]
        guard (try? data.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil else {
            return nil
        }
        return try? UNNotificationAttachment(
            identifier: name,
            url: URL(fileURLWithPath: path),
            options: options
        )
    }
}
