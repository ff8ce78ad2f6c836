// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app that pushes wake, without a delegate of its notifications. It writes what it is told into the
// file app.log beside the daemon's socket.

import Foundation
import UIKit

final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        log("start \(getpid())")
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
