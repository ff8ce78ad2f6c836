// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What the user has set for one app.
package struct AppSettings: Codable, Equatable, Sendable {
    package typealias Setting = NotificationSettings.Setting

    package enum AlertStyle: String, Codable, Sendable, CaseIterable {
        case none, banner, alert
    }

    package enum PreviewStyle: String, Codable, Sendable, CaseIterable {
        case always, whenAuthenticated, never
    }

    package var sound: Setting = .enabled
    package var badge: Setting = .enabled
    package var alert: Setting = .enabled
    package var notificationCenter: Setting = .enabled
    package var lockScreen: Setting = .enabled
    package var carPlay: Setting = .notSupported
    package var criticalAlert: Setting = .notSupported
    package var announcement: Setting = .notSupported
    package var timeSensitive: Setting = .notSupported
    /// Whether the app's notifications wait for the scheduled summary.
    package var scheduledDelivery: Setting = .disabled
    package var directMessages: Setting = .notSupported
    package var alertStyle: AlertStyle = .banner
    package var showPreviews: PreviewStyle = .always
    package var providesAppNotificationSettings = false

    package init() {}

    /// What the engine's conditions ask about the user.
    package var deviceState: DeviceState {
        let isShown = alert == .enabled
        return DeviceState(
            alertsEnabled: isShown,
            anyVisibleNotificationsEnabled: isShown || sound == .enabled || badge == .enabled
        )
    }
}
