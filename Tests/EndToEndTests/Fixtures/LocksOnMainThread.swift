// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import UserNotifications

/// Has its main thread and another take locks of the SDK and of Foundation against each other.
final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        let both = DispatchGroup()
        for queue in [DispatchQueue.main, .global()] {
            queue.async(group: both) {
                for count in 0..<40_000 {
                    content.badge = count as NSNumber
                    NotificationCenter.default.post(name: .init("count"), object: nil)
                }
            }
        }
        both.notify(queue: .global()) {
            content.title = "both"
            contentHandler(content)
        }
    }
}
