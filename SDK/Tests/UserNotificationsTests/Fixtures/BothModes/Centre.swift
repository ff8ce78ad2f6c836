// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The notification centre as extensions and the files they share with their apps use it.
// swift-format-ignore-file

import UserNotifications

final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void) {
        let identifier = request.identifier
        UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
            let old = notifications.filter { $0.request.content.threadIdentifier == "chat" }.map { $0.request.identifier }
            UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: old)
            let content = UNMutableNotificationContent()
            content.title = identifier
            content.badge = notifications.count as NSNumber
            contentHandler(content)
        }
    }
}

func register() {
    let center = UNUserNotificationCenter.current()
    let action = UNNotificationAction(identifier: "a", title: "A", options: [])
    let category = UNNotificationCategory(identifier: "c", actions: [action], intentIdentifiers: [], options: [])
    center.setNotificationCategories([category])
    center.setNotificationCategories(Set([category]))
    center.getNotificationCategories { categories in
        UNUserNotificationCenter.current().setNotificationCategories(categories.union([category]))
    }
    center.requestAuthorization(options: [.alert, .sound, .badge, .provisional]) { granted, error in
        print(granted, error?.localizedDescription ?? "")
    }
    center.requestAuthorization(options: [.alert]) { _, _ in }
    center.getNotificationSettings { settings in
        guard settings.authorizationStatus == .authorized, settings.alertSetting == .enabled else { return }
        print(settings.soundSetting == .enabled, settings.alertStyle == .banner, settings.showPreviewsSetting == .always)
    }
    center.getPendingNotificationRequests { print($0.count) }
    center.removeAllPendingNotificationRequests()
    center.removeAllDeliveredNotifications()
    center.removePendingNotificationRequests(withIdentifiers: ["x"])
    let request = UNNotificationRequest(identifier: "r", content: UNNotificationContent(), trigger: nil)
    center.add(request)
    center.add(request, withCompletionHandler: nil)
    center.add(request) { (error: Error?) in
        if let error = error { print(error) }
    }
    center.setBadgeCount(3)
    center.setBadgeCount(0) { error in print(error as Any) }
    print(center.supportsContentExtensions)
}

func registerAsync() async throws {
    let center = UNUserNotificationCenter.current()
    if try await center.requestAuthorization(options: [.alert, .badge]) {
        try await center.add(UNNotificationRequest(identifier: "r", content: UNNotificationContent(), trigger: nil))
    }
    let delivered = await center.deliveredNotifications()
    let pending = await center.pendingNotificationRequests().map(\.identifier)
    let categories = await center.notificationCategories()
    let settings = await center.notificationSettings()
    print(delivered.count, pending, categories.count, settings.authorizationStatus.rawValue)
    try await center.setBadgeCount(delivered.count)
}

final class Delegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification, withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void) {
        completionHandler([.banner, .list, .sound, .badge])
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier: break
        default: print((response as? UNTextInputNotificationResponse)?.userText ?? "", response.notification.date)
        }
        completionHandler()
    }
}

final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification) async -> UNNotificationPresentationOptions {
        [.banner]
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {}

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {}
}
