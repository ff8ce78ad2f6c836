// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files, force casts included.
// swift-format-ignore-file

import UserNotifications

@MainActor
enum Deliveries {
    static var count = 0
}

final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        Task { @MainActor in
            Deliveries.count += 1
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent
            else {
                return contentHandler(request.content)
            }
            content.subtitle = "number \(Deliveries.count)"
            content.sound = UNNotificationSound.defaultCriticalSound(withAudioVolume: 0.5)
            contentHandler(content)
        }
    }
}
