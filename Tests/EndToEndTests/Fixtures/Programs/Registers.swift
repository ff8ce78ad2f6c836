// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app that registers for pushes when it is started, and again or no more when a push says so. It
// writes what it is told into the file app.log beside the daemon's socket.

import Foundation
import UIKit
import UserNotifications

final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        log("start \(application.isRegisteredForRemoteNotifications)")
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        let text = deviceToken.map { String(format: "%02x", $0) }.joined()
        log(
            "token \(Thread.isMainThread) \(application.isRegisteredForRemoteNotifications) \(text)"
        )
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        log("failed \(Thread.isMainThread) \(error.localizedDescription)")
        exit(1)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        switch userInfo["does"] as? String {
        case "register": application.registerForRemoteNotifications()
        case "unregister":
            application.unregisterForRemoteNotifications()
            log("unregistered \(application.isRegisteredForRemoteNotifications)")
        default: log("woken")
        }
        return .newData
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        log("present \(notification.request.content.title)")
        return [.banner, .list]
    }
}

func log(_ line: String) {
    let socket = ProcessInfo.processInfo.environment["BELFRY_SOCKET"] ?? ""
    let path = URL(fileURLWithPath: socket).deletingLastPathComponent().path + "/app.log"
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let bytes = Array((line + "\n").utf8)
    write(file, bytes, bytes.count)
    close(file)
}

AppDelegate.main()
