// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Stops itself by reading past the end of an array.
final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let parts = request.content.title.split(separator: " ")
        print("about to read part \(parts.count)")
        print(parts[parts.count])
        contentHandler(request.content)
    }
}
