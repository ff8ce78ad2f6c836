// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How strongly a notification asks for attention (UNNotificationInterruptionLevel).
package enum InterruptionLevel: Int, Sendable, Codable, CaseIterable {
    /// Goes to the list without lighting the screen or playing a sound.
    case passive = 0
    /// Lights the screen and plays a sound; the default.
    case active = 1
    /// Breaks through Focus and the scheduled summary.
    case timeSensitive = 2
    /// Breaks through the mute switch too.
    case critical = 3

    /// Finds the level by its name in a payload, such as `time-sensitive`.
    package init?(payloadName: String) {
        guard let level = Self.allCases.first(where: { $0.payloadName == payloadName }) else {
            return nil
        }
        self = level
    }

    /// The name of the level in `aps.interruption-level`.
    package var payloadName: String {
        switch self {
        case .passive: "passive"
        case .active: "active"
        case .timeSensitive: "time-sensitive"
        case .critical: "critical"
        }
    }
}
