// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What the user has set for one app.
package struct AppSettings: Codable, Equatable, Sendable {
    /// Apple's words for a setting: on, off, or not there on this device.
    package typealias Setting = NotificationSettings.Setting

    /// How an alert is shown while the device is unlocked.
    package enum AlertStyle: String, Codable, Sendable, CaseIterable {
        case none, banner, alert
    }

    /// How an app's notifications are put together in the list.
    package enum Grouping: String, Codable, Sendable, CaseIterable {
        /// By thread identifier.
        case automatic
        case byApp, off
    }

    /// When notifications come that the user keeps.
    package enum Delivery: String, Sendable, CaseIterable {
        case immediate, scheduled
    }

    /// What an app has by an entitlement or by asking, and the user can switch off.
    enum Switch: String, Codable {
        case sound, badge, alert, carPlay, criticalAlert, announcement, timeSensitive,
            directMessages
        case filtering
    }

    /// When title and body can be read without unlocking the device.
    package enum PreviewStyle: String, Codable, Sendable, CaseIterable {
        case always, whenAuthenticated, never
    }

    /// Whether the app's notifications may play a sound; not there where it has asked for other things.
    package var sound: Setting = .enabled

    /// Whether they may change the number on the app's icon; not there where it has asked for others.
    package var badge: Setting = .enabled

    /// Whether they are shown at all, where nothing else hides them; not there where it has asked for
    /// others.
    package var alert: Setting = .enabled

    /// Whether they stay in the list of notifications.
    package var notificationCenter: Setting = .enabled

    /// Whether they are shown on the lock screen.
    package var lockScreen: Setting = .enabled

    /// Whether they are shown in a car; not there until the app has asked for it.
    package var carPlay: Setting = .notSupported

    /// Whether critical ones sound in spite of the mute switch and of a Focus.
    package var criticalAlert: Setting = .notSupported

    /// Whether they are read aloud; not there until the app has asked for it.
    package var announcement: Setting = .notSupported

    /// Whether time-sensitive ones break through a Focus and the summary.
    package var timeSensitive: Setting = .notSupported

    /// Whether the app's notifications wait for the scheduled summary.
    package var scheduledDelivery: Setting = .disabled

    /// Whether messages and calls of people break through a Focus and the summary.
    package var directMessages: Setting = .notSupported
    package var alertStyle: AlertStyle = .banner
    package var showPreviews: PreviewStyle = .always

    /// Whether the app's extension may drop notifications; nil where it could not, or an earlier version
    /// stored it: it may where the app does then.
    package var filtering: Setting?

    /// How the list puts them together; nil for automatically, as in what an earlier version stored.
    package var grouping: Grouping?

    /// What the user has switched off and the app has not now: it is off when the app has it again.
    private(set) var switchedOff: Set<Switch>?

    /// Whether the app has a screen of settings of its own that the system may open.
    package var providesAppNotificationSettings = false

    package init() {}

    /// The settings of an app about which no more is known than what the user notices of it.
    package init(_ user: DeviceState) {
        let shows = Setting(user.alertsEnabled)
        let notices = Setting(user.anyVisibleNotificationsEnabled)
        (sound, badge, notificationCenter) = (notices, notices, notices)
        (alert, lockScreen, timeSensitive) = (shows, shows, shows)
        alertStyle = user.alertsEnabled ? .banner : .none
    }

    /// Gives the app a switch, or takes it away: it is on until the user turns it, and off again where
    /// the user had.
    mutating func support(_ name: Switch, _ isThere: Bool) {
        let setting = self[name]
        if !isThere {
            if setting == .disabled { switchedOff = (switchedOff ?? []).union([name]) }
            self[name] = .notSupported
        } else if setting == .notSupported {
            self[name] = switchedOff?.remove(name) == nil ? .enabled : .disabled
        }
    }

    private subscript(_ name: Switch) -> Setting {
        get {
            switch name {
            case .sound: sound
            case .badge: badge
            case .alert: alert
            case .carPlay: carPlay
            case .criticalAlert: criticalAlert
            case .announcement: announcement
            case .timeSensitive: timeSensitive
            case .directMessages: directMessages
            case .filtering: filtering ?? .notSupported
            }
        }
        set {
            switch name {
            case .sound: sound = newValue
            case .badge: badge = newValue
            case .alert: alert = newValue
            case .carPlay: carPlay = newValue
            case .criticalAlert: criticalAlert = newValue
            case .announcement: announcement = newValue
            case .timeSensitive: timeSensitive = newValue
            case .directMessages: directMessages = newValue
            case .filtering: filtering = newValue
            }
        }
    }

    /// Whether other notifications wait for the scheduled summary than with earlier settings.
    package func decidesWaiting(otherwiseThan old: AppSettings) -> Bool {
        scheduledDelivery != old.scheduledDelivery || criticalAlert != old.criticalAlert
            || timeSensitive != old.timeSensitive || directMessages != old.directMessages
    }

    /// What the engine's conditions ask about the user.
    package var deviceState: DeviceState {
        let isShown = alert == .enabled
        return DeviceState(
            alertsEnabled: isShown,
            anyVisibleNotificationsEnabled: isShown || sound == .enabled || badge == .enabled
        )
    }
}
