// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app that makes each call of its notification centre and prints what it was told, a line a call.

import Foundation
import UserNotifications

let center = UNUserNotificationCenter.current()

/// A picture of one pixel.
let picture = """
    iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
    """

func request(
    _ identifier: String,
    after seconds: TimeInterval?,
    category: String = ""
) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.categoryIdentifier = category
    content.title = "title of \(identifier)"
    content.userInfo = ["key": identifier]
    let trigger = seconds.map {
        UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false)
    }
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
}

/// Prints what an error is for programs and for people.
func describe(_ error: any Error) -> String {
    let known = (error as? UNError).map { "UNError \($0.code.rawValue)" }
    let error = error as NSError
    return "\(known ?? error.domain): \(error.localizedFailureReason ?? error.localizedDescription)"
}

/// Waits for a call with a completion handler.
func wait<Value: Sendable>(_ call: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
}

func callAll() async {
    do {
        try await center.add(request("early", after: nil))
    } catch {
        print("early", describe(error))
    }
    print("status", await center.notificationSettings().authorizationStatus.rawValue)
    do {
        print("granted", try await center.requestAuthorization(options: [.alert, .badge]))
        let settings = await center.notificationSettings()
        print("settings", settings.authorizationStatus.rawValue, settings.soundSetting.rawValue)
        try await center.add(request("now", after: nil))
        for name in ["a", "b", "c"] {
            // The category is not there yet.
            let category = name == "c" ? "c" : ""
            try await center.add(request(name, after: 3600, category: category))
        }
        center.removePendingNotificationRequests(withIdentifiers: ["b"])
        let pending = await center.pendingNotificationRequests()
        print("pending", pending.map(\.identifier).sorted())
        let trigger = pending.first?.trigger as? UNTimeIntervalNotificationTrigger
        print("trigger", trigger?.timeInterval ?? 0)
        var delivered: [UNNotification] = []
        for _ in 0..<1000 where delivered.isEmpty {
            delivered = await center.deliveredNotifications()
        }
        let shown = delivered.map(\.request)
        print("delivered", shown.map(\.identifier), shown.first?.content.userInfo["key"] ?? "")
        try await center.add(request("gone", after: nil))
        for _ in 0..<1000 where delivered.count < 2 {
            delivered = await center.deliveredNotifications()
        }
        center.removeDeliveredNotifications(withIdentifiers: ["gone", "none"])
        let left = await center.deliveredNotifications().map(\.request.identifier)
        print("left", left, "of", delivered.count)
        try await center.setBadgeCount(5)
        let action = UNNotificationAction(identifier: "act", title: "Act", options: .foreground)
        let category = UNNotificationCategory(
            identifier: "c",
            actions: [action],
            intentIdentifiers: []
        )
        center.setNotificationCategories([category])
        print("categories", await center.notificationCategories() == [category])
    } catch {
        print("error", describe(error))
    }
    do {
        try await center.setBadgeCount(-1)
    } catch {
        print("badge", describe(error))
    }
    do {
        let content = UNMutableNotificationContent()
        content.title = "no such file"
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 30, repeats: false)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).png")
        try Data(base64Encoded: picture)?.write(to: file)
        content.attachments = [try UNNotificationAttachment(identifier: "p", url: file)]
        try FileManager.default.removeItem(at: file)
        try await center.add(
            UNNotificationRequest(identifier: "file", content: content, trigger: trigger)
        )
    } catch {
        print("file", describe(error).prefix(11))
    }
}

/// The same with completion handlers.
func callAllWithHandlers() async {
    print(
        "handler granted",
        await wait { done in
            center.requestAuthorization(options: .alert) { isGranted, error in done(isGranted) }
        }
    )
    print(
        "handler added",
        await wait { done in
            center.add(request("d", after: 60)) { done($0 == nil) }
        }
    )
    center.removeAllPendingNotificationRequests()
    print(
        "handler pending",
        await wait { done in
            center.getPendingNotificationRequests { done($0.count) }
        }
    )
    center.removeAllDeliveredNotifications()
    print(
        "handler delivered",
        await wait { done in
            center.getDeliveredNotifications { done($0.count) }
        }
    )
    print(
        "handler categories",
        await wait { done in
            center.getNotificationCategories { done($0.count) }
        }
    )
    print(
        "handler status",
        await wait { done in
            center.getNotificationSettings { done($0.authorizationStatus.rawValue) }
        }
    )
    print(
        "handler badge",
        await wait { done in
            center.setBadgeCount(7) { done($0 == nil) }
        }
    )
}

await callAll()
await callAllWithHandlers()
