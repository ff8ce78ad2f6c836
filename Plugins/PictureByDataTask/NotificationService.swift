// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?
    var task: URLSessionDataTask?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        guard let bestAttemptContent = bestAttemptContent else { return }
        guard let options = request.content.userInfo["fcm_options"] as? [String: Any],
            let link = options["image"] as? String,
            let url = URL(string: link)
        else {
            contentHandler(bestAttemptContent)
            return
        }

        var imageRequest = URLRequest(url: url)
        imageRequest.timeoutInterval = 20
        imageRequest.setValue("image/png, image/jpeg", forHTTPHeaderField: "Accept")
        task = URLSession.shared.dataTask(with: imageRequest) { data, response, error in
            defer { contentHandler(bestAttemptContent) }
            guard let data = data, error == nil,
                let response = response as? HTTPURLResponse, response.statusCode == 200
            else {
                bestAttemptContent.subtitle = "The picture is not there."
                return
            }
            let fileType = response.mimeType == "image/jpeg" ? "jpg" : "png"
            if let attachment = UNNotificationAttachment.create(data: data, fileType: fileType) {
                bestAttemptContent.attachments = [attachment]
            }
        }
        task?.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        task?.cancel()
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}

extension UNNotificationAttachment {
    /// Writes the data to a file of its own and attaches that.
    static func create(data: Data, fileType: String) -> UNNotificationAttachment? {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: nil
            )
            let file = folder.appendingPathComponent("image.\(fileType)")
            try data.write(to: file)
            return try UNNotificationAttachment(identifier: "image", url: file, options: nil)
        } catch {
            print("error \(error.localizedDescription)")
            return nil
        }
    }
}
