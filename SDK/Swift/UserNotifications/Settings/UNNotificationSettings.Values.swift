// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNNotificationSettings {
    /// The settings as one value.
    struct Values: Sendable, Equatable {
        let authorizationStatus: UNAuthorizationStatus
        let settings: [String: UNNotificationSetting]
        let alertStyle: UNAlertStyle
        let showPreviewsSetting: UNShowPreviewsSetting
        let providesAppNotificationSettings: Bool

        /// What an app finds that asked for alerts, sounds and badges and was given them.
        private static let granted: [String: UNNotificationSetting] = [
            "soundSetting": .enabled, "badgeSetting": .enabled, "alertSetting": .enabled,
            "notificationCenterSetting": .enabled, "lockScreenSetting": .enabled,
            "carPlaySetting": .notSupported, "criticalAlertSetting": .notSupported,
            "announcementSetting": .notSupported, "timeSensitiveSetting": .notSupported,
            "scheduledDeliverySetting": .disabled, "directMessagesSetting": .notSupported,
        ]

        init(_ document: Document) {
            authorizationStatus =
                UNAuthorizationStatus(name: document.text("authorizationStatus")) ?? .authorized
            settings = Dictionary(
                uniqueKeysWithValues: Self.granted.map { name, standard in
                    (name, UNNotificationSetting(name: document.text(name)) ?? standard)
                }
            )
            alertStyle = UNAlertStyle(name: document.text("alertStyle")) ?? .banner
            showPreviewsSetting =
                UNShowPreviewsSetting(name: document.text("showPreviewsSetting")) ?? .always
            providesAppNotificationSettings = document.flag("providesAppNotificationSettings")
        }

        /// The setting of a name.
        func setting(_ name: String) -> UNNotificationSetting {
            settings[name] ?? .notSupported
        }

        /// The settings as they travel.
        var document: Document {
            var document = Document(settings.mapValues(\.name))
            document.members["authorizationStatus"] = authorizationStatus.name
            document.members["alertStyle"] = alertStyle.name
            document.members["showPreviewsSetting"] = showPreviewsSetting.name
            document.members["providesAppNotificationSettings"] = providesAppNotificationSettings
            return document
        }
    }
}
