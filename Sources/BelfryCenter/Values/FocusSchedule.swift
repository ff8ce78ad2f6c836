// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When the Focus Do Not Disturb goes on and off by itself.
package struct FocusSchedule: Codable, Equatable, Sendable {
    /// The name of the Focus that it turns on.
    package static let name = "Do Not Disturb"

    /// The minute of the day at which it goes on, by the user's clock.
    package var from: Int

    /// The minute of the day at which it goes off: on the next day where it is not later than ``from``.
    package var to: Int

    /// The days on which it goes on, from 1 for Sunday to 7.
    package var weekdays: Set<Int>

    /// What goes on, where an earlier version stored it here; the device keeps it since.
    package internal(set) var focus: VirtualDevice.Focus?

    /// Whether it was on by the schedule when that was last looked at.
    package var isOn = false

    /// When it switches next; nil where it never does, and until the centre has reckoned it.
    package var due: UnixTime?

    /// - Parameters:
    ///   - from: The minute of the day at which it goes on.
    ///   - to: The minute of the day at which it goes off; another one than `from`.
    ///   - weekdays: The days on which it goes on, from 1 for Sunday to 7.
    package init(from: Int, to: Int, weekdays: Set<Int> = Set(1...7)) {
        self.from = from
        self.to = to
        self.weekdays = weekdays
    }
}
