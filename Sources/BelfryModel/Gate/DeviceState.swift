// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user lets an app show, and whether the device was unlocked since its start.
package struct DeviceState: Codable, Sendable, Equatable {
    /// Whether the app may show alerts: as a banner, on the lock screen or in the list.
    package var alertsEnabled: Bool

    /// Whether the user would notice the app's notifications at all, if only by badge or sound.
    package var anyVisibleNotificationsEnabled: Bool

    /// Whether the device was not unlocked since its start: what is kept cannot be read yet.
    package var isBeforeFirstUnlock: Bool

    package init(
        alertsEnabled: Bool = true,
        anyVisibleNotificationsEnabled: Bool = true,
        isBeforeFirstUnlock: Bool = false
    ) {
        self.alertsEnabled = alertsEnabled
        self.anyVisibleNotificationsEnabled = anyVisibleNotificationsEnabled
        self.isBeforeFirstUnlock = isBeforeFirstUnlock
    }
}
