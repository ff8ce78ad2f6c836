// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app that calls its notification centre while its daemon has gone, and prints what it was told.

import Foundation
import UserNotifications

let center = UNUserNotificationCenter.current()
let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["FOLDER"] ?? "")

func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

func run() async throws {
    print("before", await center.notificationSettings().authorizationStatus.rawValue)
    _ = FileManager.default.createFile(atPath: path("asked"), contents: nil)
    while !FileManager.default.fileExists(atPath: path("gone")) {
        try await Task.sleep(for: .milliseconds(5))
    }
    _ = FileManager.default.createFile(atPath: path("calls"), contents: nil)
    let content = UNMutableNotificationContent()
    content.title = "kept"
    do {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)
        try await center.add(
            UNNotificationRequest(identifier: "kept", content: content, trigger: trigger)
        )
        print("added")
    } catch {
        print("error \(error)")
    }
    print("after", await center.notificationSettings().authorizationStatus.rawValue)
    print("pending", await center.pendingNotificationRequests().map(\.identifier))
}

try await run()
