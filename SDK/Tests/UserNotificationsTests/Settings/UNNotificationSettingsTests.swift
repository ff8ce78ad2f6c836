// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNNotificationSettingsTests {
    @Test func `without a document they are those of an app that may notify`() {
        let settings = UNNotificationSettings(document: Document())
        #expect(settings.authorizationStatus == .authorized && settings.alertStyle == .banner)
        #expect(settings.alertSetting == .enabled && settings.soundSetting == .enabled)
        #expect(settings.badgeSetting == .enabled && settings.lockScreenSetting == .enabled)
        #expect(settings.criticalAlertSetting == .notSupported)
        #expect(!settings.providesAppNotificationSettings)
    }

    @Test func `each field is read from its own member`() throws {
        let names = [
            "soundSetting", "badgeSetting", "alertSetting", "notificationCenterSetting",
            "lockScreenSetting", "carPlaySetting", "criticalAlertSetting", "announcementSetting",
            "timeSensitiveSetting", "scheduledDeliverySetting", "directMessagesSetting",
        ]
        let paths: [KeyPath<UNNotificationSettings, UNNotificationSetting>] = [
            \.soundSetting, \.badgeSetting, \.alertSetting, \.notificationCenterSetting,
            \.lockScreenSetting, \.carPlaySetting, \.criticalAlertSetting, \.announcementSetting,
            \.timeSensitiveSetting, \.scheduledDeliverySetting, \.directMessagesSetting,
        ]
        for (name, path) in zip(names, paths) {
            var document = Document(
                Dictionary(uniqueKeysWithValues: names.map { ($0, "disabled") })
            )
            document.members[name] = "enabled"
            let settings = UNNotificationSettings(document: document)
            #expect(settings[keyPath: path] == .enabled)
            #expect(paths.filter { settings[keyPath: $0] == .enabled }.count == 1)
        }
    }

    @Test func `the rest is read by name`() {
        let settings = UNNotificationSettings(
            document: Document([
                "authorizationStatus": "provisional", "alertStyle": "alert",
                "showPreviewsSetting": "whenAuthenticated",
                "providesAppNotificationSettings": true,
            ])
        )
        #expect(settings.authorizationStatus == .provisional && settings.alertStyle == .alert)
        #expect(settings.showPreviewsSetting == .whenAuthenticated)
        #expect(settings.providesAppNotificationSettings)
        #expect(settings.description.contains("authorizationStatus: provisional"))
    }
}
