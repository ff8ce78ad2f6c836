// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files, force casts included.
// swift-format-ignore-file

import Foundation
import UserNotifications

final class NotificationService: UNNotificationServiceExtension {
    private let defaults = UserDefaults(suiteName: "group.example.shop")
    private var handler: ((UNNotificationContent) -> Void)?
    private var attempt: UNMutableNotificationContent?

    override init() {
        super.init()
        print("service made")
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        attempt = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let attempt = attempt else {
            contentHandler(request.content)
            return
        }
        let info = attempt.userInfo
        guard let aps = info["aps"] as? [String: Any], let alert = aps["alert"] as? NSDictionary
        else {
            contentHandler(attempt)
            return
        }
        if let name = alert["title"] as? String {
            attempt.title = String(
                format: "%@: %d",
                name,
                (info["count"] as? NSNumber)?.intValue ?? 0
            )
        }
        let unread = (defaults?.integer(forKey: "unread") ?? 0) + 1
        defaults?.set(unread, forKey: "unread")
        attempt.badge = NSNumber(value: unread)
        attempt.sound = UNNotificationSound(named: UNNotificationSoundName("ping.caf"))
        if info["silent"] as? Bool == true { attempt.sound = .default }
        attempt.categoryIdentifier = info["category"] as? String ?? ""
        attempt.threadIdentifier = request.identifier
        attempt.userInfo["seen"] = true
        if #available(iOSApplicationExtension 15.0, *) {
            attempt.interruptionLevel = .timeSensitive
            attempt.relevanceScore = 0.5
        }
        contentHandler(attempt.copy() as! UNNotificationContent)
    }

    override func serviceExtensionTimeWillExpire() {
        guard let handler = handler, let attempt = attempt else { return }
        handler(attempt)
    }

    deinit {
        print("service gone")
    }
}
