// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the centre takes the time from.
package protocol CenterClock: AnyObject {
    /// The time that the user sees, which can be set forward and backward.
    var now: UnixTime { get }

    /// Milliseconds of a clock that nobody sets and that goes on during suspend: with it a change
    /// of ``now`` is told from time that has passed.
    var uptime: Int64 { get }

    /// The identifier of the user's time zone.
    var timeZone: String { get }
}

/// A clock that stands still until somebody moves it.
package final class VirtualClock: CenterClock {
    package private(set) var now: UnixTime
    package private(set) var uptime: Int64 = 0
    package var timeZone: String

    package init(now: UnixTime, timeZone: String = "UTC") {
        self.now = now
        self.timeZone = timeZone
    }

    /// Lets time pass.
    package func advance(milliseconds: Int64) {
        now = now + milliseconds
        uptime += milliseconds
    }

    /// Sets the clock, as a user or a time server does: no time passes.
    package func set(_ time: UnixTime) {
        now = time
    }
}
