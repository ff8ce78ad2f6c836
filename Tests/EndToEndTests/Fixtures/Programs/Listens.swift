// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// An app whose delegate writes what it is told into the file app.log beside the daemon's socket. What
// it does besides, the notification or the action says.

import Foundation
import UserNotifications

final class Listener: NSObject, UNUserNotificationCenterDelegate {
    private let mute = Mute()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let title = notification.request.content.title
        log("present \(title) \(Thread.isMainThread)")
        switch title {
        case "never": break
        case "silent": completionHandler([])
        case "alert": completionHandler([.alert, .badge])
        case "replace":
            center.delegate = mute
            completionHandler([.banner, .list])
        default: completionHandler([.banner, .list, .sound])
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
        let identifier = response.notification.request.identifier
        log("response \(identifier) \(response.actionIdentifier) \(text)")
        switch response.actionIdentifier {
        case "never": return
        case "leave":
            center.delegate = nil
            MainActor.assumeIsolated { returnWhenTold() }
        case "stay":
            signal(SIGTERM, SIG_IGN)
            return
        case "crash" where !FileManager.default.fileExists(atPath: path("crashed")):
            close(open(path("crashed"), O_CREAT, 0o600))
            kill(getpid(), SIGKILL)
        case "wait":
            while !FileManager.default.fileExists(atPath: path("go")) { usleep(10_000) }
            log("waited")
        default: break
        }
        completionHandler()
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {
        log("settings \(notification?.request.identifier ?? "-")")
    }
}

/// A delegate that implements nothing.
final class Mute: NSObject, UNUserNotificationCenterDelegate {}

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

/// Sets the delegate again once the file go is there.
@MainActor func returnWhenTold() {
    if FileManager.default.fileExists(atPath: path("go")) {
        UNUserNotificationCenter.current().delegate = listener
    } else {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
            MainActor.assumeIsolated { returnWhenTold() }
        }
    }
}

log("start \(getpid())")
let listener = Listener()
UNUserNotificationCenter.current().delegate = listener
RunLoop.main.run()
