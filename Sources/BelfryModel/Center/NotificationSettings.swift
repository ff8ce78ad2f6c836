// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user lets an app do, as its extensions are told it
/// (https://developer.apple.com/documentation/usernotifications/unnotificationsettings).
package struct NotificationSettings: Equatable, Sendable {
    /// Apple's words for a setting.
    package enum Setting: String, Codable, Sendable, CaseIterable {
        case notSupported, disabled, enabled

        /// A setting that is on or off.
        package init(_ isEnabled: Bool) {
            self = isEnabled ? .enabled : .disabled
        }
    }

    /// One of Apple's words: `notDetermined`, `denied`, `authorized`, `provisional`.
    package var authorizationStatus: String
    package var sound = Setting.enabled
    package var badge = Setting.enabled
    package var alert = Setting.enabled

    /// Whether notifications stay in the list, and are shown on the lock screen and in a car.
    package var notificationCenter = Setting.enabled
    package var lockScreen = Setting.enabled
    package var carPlay = Setting.notSupported

    /// Whether critical ones sound in spite of the mute switch; whether they are read aloud.
    package var criticalAlert = Setting.notSupported
    package var announcement = Setting.notSupported

    /// Whether time-sensitive ones break through a Focus.
    package var timeSensitive = Setting.notSupported

    /// Whether others wait for the summary; whether messages of people count as such.
    package var scheduledDelivery = Setting.disabled
    package var directMessages = Setting.notSupported

    /// `none`, `banner` or `alert`.
    package var alertStyle = "banner"

    /// `always`, `whenAuthenticated` or `never`.
    package var showPreviews = "always"
    package var providesAppNotificationSettings = false

    /// The settings of an app with this status, as they are before the user changes one.
    package init(authorizationStatus: String) {
        self.authorizationStatus = authorizationStatus
    }

    /// The settings document.
    package var document: [UInt8] {
        let settings: JSONObject = [
            "authorizationStatus": .string(authorizationStatus),
            "soundSetting": Self.word(sound), "badgeSetting": Self.word(badge),
            "alertSetting": Self.word(alert),
            "notificationCenterSetting": Self.word(notificationCenter),
            "lockScreenSetting": Self.word(lockScreen), "carPlaySetting": Self.word(carPlay),
            "criticalAlertSetting": Self.word(criticalAlert),
            "announcementSetting": Self.word(announcement),
            "timeSensitiveSetting": Self.word(timeSensitive),
            "scheduledDeliverySetting": Self.word(scheduledDelivery),
            "directMessagesSetting": Self.word(directMessages),
            "alertStyle": .string(alertStyle), "showPreviewsSetting": .string(showPreviews),
            "providesAppNotificationSettings": .bool(providesAppNotificationSettings),
        ]
        return settings.serialized()
    }

    private static func word(_ setting: Setting) -> JSONValue { .string(setting.rawValue) }
}
