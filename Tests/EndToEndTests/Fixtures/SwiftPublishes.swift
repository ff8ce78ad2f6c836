// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Publishes its best attempt, tries to drop the notification without the right to it, and stops
/// itself, or answers when its CPU time is nearly spent.
final class NotificationService: UNNotificationServiceExtension, BelfryPressureObserver {
    private var answer: ((UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        answer = contentHandler
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        content.title = "published"
        do {
            try belfryCheckpoint(content)
            content.title = "not published"
            try belfryDrop(reason: "duplicate")
        } catch let error as BelfryError {
            print("\(error.code == .denied): \(error)")
        } catch {
            print(error)
        }
        if request.content.userInfo["spin"] == nil { fatalError("no more") }
        while true {}
    }

    func belfryCPUPressure(used: Duration, limit: Duration) {
        let content = UNMutableNotificationContent()
        content.title = used < limit ? "told in time" : "told too late"
        answer?(content)
    }
}
