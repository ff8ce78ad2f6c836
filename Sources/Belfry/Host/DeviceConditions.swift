// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the user lets an app show, as the extension's device would know it.
///
/// A service extension is called only for what the user would see.
public struct DeviceConditions: Sendable, Hashable {
    /// Whether the app may show alerts: as a banner, on the lock screen or in the list.
    public var alertsEnabled = true

    /// Whether the user would notice the app's notifications at all, if only by a badge or a sound.
    public var anyVisibleNotificationsEnabled = true

    /// Conditions under which everything is shown.
    public init() {}

    var engine: DeviceState {
        DeviceState(
            alertsEnabled: alertsEnabled,
            anyVisibleNotificationsEnabled: anyVisibleNotificationsEnabled
        )
    }
}
