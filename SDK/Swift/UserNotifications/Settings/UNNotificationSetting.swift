// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user lets an app do in one respect.
public enum UNNotificationSetting: Int, Sendable {
    /// The app has not asked for it, or the device has none of it.
    case notSupported = 0
    /// The user has turned it off.
    case disabled = 1
    /// The user has turned it on.
    case enabled = 2
}

extension UNNotificationSetting: NamedChoice {
    static var names: [(name: String, choice: Self)] {
        [("notSupported", .notSupported), ("disabled", .disabled), ("enabled", .enabled)]
    }
}
