// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the user lets an app do, as the notification centre tells it.
enum CenterSettings {
    /// The settings document.
    static func document(for device: DeviceState) -> [UInt8] {
        let shows = device.alertsEnabled
        let notices = device.anyVisibleNotificationsEnabled
        let settings: JSONObject = [
            "authorizationStatus": notices ? "authorized" : "denied",
            "soundSetting": word(notices), "badgeSetting": word(notices),
            "alertSetting": word(shows), "notificationCenterSetting": word(shows),
            "lockScreenSetting": word(shows), "carPlaySetting": "notSupported",
            "criticalAlertSetting": "notSupported", "announcementSetting": "notSupported",
            "timeSensitiveSetting": word(shows), "scheduledDeliverySetting": "disabled",
            "directMessagesSetting": "notSupported", "alertStyle": shows ? "banner" : "none",
            "showPreviewsSetting": "always", "providesAppNotificationSettings": false,
        ]
        return settings.serialized()
    }

    private static func word(_ isEnabled: Bool) -> JSONValue {
        isEnabled ? "enabled" : "disabled"
    }
}
