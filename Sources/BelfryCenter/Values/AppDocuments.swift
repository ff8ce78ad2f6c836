// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension LedgerEntry {
    /// The notification as its app and the app's extensions are told of it.
    package var notification: DeliveredNotification {
        let request = NotificationRequest(
            identifier: identifier,
            content: shown,
            trigger: source == .push ? .push : nil
        )
        let date = Double((presented ?? accepted).milliseconds) / 1_000
        return DeliveredNotification(date: date, request: request)
    }
}

extension NotificationSettings {
    /// What an app and its extensions find at a time that the user lets the app do.
    package init(_ app: CenterApp, at now: UnixTime) {
        let settings = app.settings
        self.init(authorizationStatus: app.authorization.status(at: now).rawValue)
        sound = settings.sound
        badge = settings.badge
        alert = settings.alert
        notificationCenter = settings.notificationCenter
        lockScreen = settings.lockScreen
        carPlay = settings.carPlay
        criticalAlert = settings.criticalAlert
        announcement = settings.announcement
        timeSensitive = settings.timeSensitive
        scheduledDelivery = settings.scheduledDelivery
        directMessages = settings.directMessages
        alertStyle = settings.alertStyle.rawValue
        showPreviews = settings.showPreviews.rawValue
        providesAppNotificationSettings = settings.providesAppNotificationSettings
    }
}
