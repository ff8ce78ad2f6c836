// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the user lets an app show, as the extension's device would know it, and whether the device was
/// unlocked since its start.
///
/// A service extension is called only for what the user would see.
public struct DeviceConditions: Sendable, Hashable {
    /// Whether the app may show alerts: as a banner, on the lock screen or in the list.
    public var alertsEnabled = true

    /// Whether the user would notice the app's notifications at all, if only by a badge or a sound.
    public var anyVisibleNotificationsEnabled = true

    /// Whether the device was not unlocked since its start.
    ///
    /// Then an extension runs, and can read nothing of what it has kept: files cannot be opened, and
    /// the keychain answers `errSecInteractionNotAllowed`.
    public var isBeforeFirstUnlock = false

    /// Conditions under which everything is shown.
    public init() {}

    var engine: DeviceState {
        DeviceState(
            alertsEnabled: alertsEnabled,
            anyVisibleNotificationsEnabled: anyVisibleNotificationsEnabled,
            isBeforeFirstUnlock: isBeforeFirstUnlock
        )
    }
}
