// SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit
import UserNotifications

/// Schedules a red and a green notification, and registers for those that are pushed.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let notifications = NotificationDelegate()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        // Before anything else: what the user did while the app was not running comes right after
        // this.
        center.delegate = notifications
        NotificationDelegate.registerCategories(in: center) { Self.ask(center) }
        // At each start, since the token may be another one. The user need not have been asked.
        application.registerForRemoteNotifications()
        return true
    }

    /// Asks the first time, then schedules both.
    ///
    /// The user is not asked: the notifications come quietly, and at one of them the user says whether
    /// others may be louder.
    private nonisolated static func ask(_ center: UNUserNotificationCenter) {
        center.getNotificationSettings { settings in
            guard settings.authorizationStatus == .notDetermined else { return }
            center.requestAuthorization(
                options: [.alert, .sound, .provisional, .providesAppNotificationSettings]
            ) { isGranted, error in
                if let error { NSLog("Authorization failed: %@", error.localizedDescription) }
                guard isGranted else { return NSLog("Not authorized") }
                NSLog("Authorized")
                NotificationDelegate.schedule("red", after: 10, in: center)
                NotificationDelegate.schedule("green", after: 20, in: center)
            }
        }
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        // An app sends it to its server, which pushes to it.
        let token = deviceToken.map { String(format: "%02x", $0) }.joined()
        NSLog("Registered as %@", token)
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        NSLog("Not registered: %@", error.localizedDescription)
    }
}
