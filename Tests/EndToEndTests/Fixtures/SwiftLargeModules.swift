// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Combine
import CryptoKit
import UserNotifications

/// Uses the modules that have libraries of their own.
class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        let digest = Insecure.SHA1.hash(data: Data("abc".utf8))
        let hash = digest.prefix(8).map { String(format: "%02x", $0) }.joined()
        let key = SymmetricKey(size: .bits256)
        let box = try? AES.GCM.seal(Data("text".utf8), using: key)
        let opened = box.flatMap { try? AES.GCM.open($0, using: key) }
        let isSealed = opened == Data("text".utf8)
        var value = 0
        let subscription = [1, 2, 3].publisher.reduce(0, +).sink { value = $0 }
        subscription.cancel()
        content.body = "\(hash) sealed \(isSealed) value \(value)"
        contentHandler(content)
    }
}
