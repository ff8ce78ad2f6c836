// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The importance and delivery timing of a notification.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Added to the notification list without lighting the screen or playing a sound.
    case passive = 0
    /// Presented at once, with a lit screen and a sound; the default.
    case active = 1
    /// Presented at once, also through a Focus and the scheduled summary.
    case timeSensitive = 2
    /// Presented at once, with a sound even when the device is muted.
    case critical = 3
}
