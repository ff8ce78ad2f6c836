// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A device that senders push to: whether pushes reach it, and which of them wait for power.
///
/// All devices share the screen of ``VirtualDevice``.
package struct PushDevice: Equatable, Sendable {
    /// Where the device's power comes from.
    package enum Power: String, Codable, Sendable, CaseIterable {
        /// It charges: no push waits.
        case charging
        /// It has a battery: pushes of priority 1 wait.
        case battery
        /// It saves power: pushes of priority 5 and 1 wait.
        case low

        /// The lowest priority (`apns-priority`) that is delivered at once.
        package var leastPriority: Int {
            switch self {
            case .charging: 1
            case .battery: 5
            case .low: 10
            }
        }
    }

    /// What people call it; devices are told apart by it.
    package let name: String

    /// Whether pushes reach it.
    package var isOnline: Bool

    /// Where its power comes from.
    package var power: Power

    package init(_ name: String, isOnline: Bool = true, power: Power = .charging) {
        self.name = name
        self.isOnline = isOnline
        self.power = power
    }

    /// The device that is always there.
    package static let main = "main"
}
