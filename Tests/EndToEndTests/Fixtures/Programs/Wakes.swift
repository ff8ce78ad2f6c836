// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app that pushes wake, without a delegate of its notifications but where the file "slow" is beside
// the daemon's socket: it has one then, and takes a second to be started after it has set it. It writes
// what it is told into the file app.log there.

import Foundation
import UIKit
import UserNotifications

final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        log("start \(getpid())")
        if FileManager.default.fileExists(atPath: path("slow")) {
            UNUserNotificationCenter.current().delegate = self
            Thread.sleep(forTimeInterval: 1)
        }
        return true
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        log("push \(userInfo["number"] ?? "-") \(Thread.isMainThread)")
        switch userInfo["does"] as? String {
        case "crash" where !FileManager.default.fileExists(atPath: path("crashed")):
            close(open(path("crashed"), O_CREAT, 0o600))
            kill(getpid(), SIGKILL)
        case "hang": await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        default: break
        }
        return .newData
    }
}

func path(_ name: String) -> String {
    let socket = ProcessInfo.processInfo.environment["BELFRY_SOCKET"] ?? ""
    return URL(fileURLWithPath: socket).deletingLastPathComponent().path + "/" + name
}

func log(_ line: String) {
    let file = open(path("app.log"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let bytes = Array((line + "\n").utf8)
    write(file, bytes, bytes.count)
    close(file)
}

AppDelegate.main()
