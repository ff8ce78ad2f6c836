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

        func failEarly() {
            contentHandler(request.content)
        }

        guard let content = bestAttemptContent else { return failEarly() }
        guard let options = content.userInfo["fcm_options"] as? [String: AnyObject],
            let address = options["image"] as? String,
            let url = URL(string: address),
            let data = NSData(contentsOf: url)
        else { return failEarly() }
        guard
            let attachment = UNNotificationAttachment.create(
                imageFileIdentifier: "image.gif",
                data: data,
                options: nil
            )
        else {
            return failEarly()
        }
        content.attachments = [attachment]
        contentHandler(content.copy() as! UNNotificationContent)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}

extension UNNotificationAttachment {
    static func create(
        imageFileIdentifier: String,
        data: NSData,
        options: [NSObject: AnyObject]?
    ) -> UNNotificationAttachment? {
        let fileManager = FileManager.default
        let folderName = ProcessInfo.processInfo.globallyUniqueString
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
            folderName,
            isDirectory: true
        )
        do {
            try fileManager.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: nil
            )
            let file = folder.appendingPathComponent(imageFileIdentifier)
            try data.write(to: file, options: [])
            return try UNNotificationAttachment(
                identifier: imageFileIdentifier,
                url: file,
                options: options
            )
        } catch let error as NSError {
            print("error \(error.domain) \(error.code)")
        }
        return nil
    }
}
