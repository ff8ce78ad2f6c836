// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import UserNotifications

let center = UNUserNotificationCenter.current()
// Before anything else: what the user did while the app was not running comes right after this.
let delegate = NotificationDelegate()
center.delegate = delegate
NotificationDelegate.registerCategories(in: center)

center.getNotificationSettings { settings in
    guard settings.authorizationStatus == .notDetermined else { return }
    center.requestAuthorization(
        options: [.alert, .sound, .badge, .providesAppNotificationSettings]
    ) { isGranted, error in
        if let error { NSLog("Authorization failed: %@", error.localizedDescription) }
        guard isGranted else { return NSLog("Not authorized") }
        NSLog("Authorized")
        NotificationDelegate.schedule("red", after: 10, in: center)
        NotificationDelegate.schedule("green", after: 20, in: center)
    }
}

RunLoop.main.run()
