// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A timer on the clock that the user sees, which notices when that clock is set (man 2
/// timerfd_create, `TFD_TIMER_CANCEL_ON_SET`).
///
/// It has one point in time to wait for at most. One thread waits, and others may set it meanwhile.
package struct WallTimer: ~Copyable, Sendable {
    /// What ended a wait.
    package enum Event: Sendable {
        /// The time has come.
        case due

        /// The clock was set, forward or backward; the timer still waits for its time.
        case clockChanged
    }

    private let descriptor: Descriptor

    /// Creates a timer that waits for nothing but a change of the clock.
    ///
    /// - Throws: ``SystemError`` when there are too many descriptors.
    package init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("timerfd_create") { belfry_wall_timer() })
        _ = set(toNanoseconds: nil)
    }

    /// Sets what is waited for.
    ///
    /// - Parameter nanoseconds: A point of UNIX time; nil for a change of the clock alone.
    /// - Returns: Whether the clock was set since the timer was looked at last.
    package borrowing func set(toNanoseconds nanoseconds: UInt64?) -> Bool {
        // A timer that is not armed reports no change of the clock either.
        let time = min(max(nanoseconds ?? .max, 1), Self.latest)
        return belfry_wall_timer_set(descriptor.raw, time) != 0 && errno == ECANCELED
    }

    /// Waits until the time has come or the clock was set.
    ///
    /// - Throws: ``SystemError`` when the timer cannot be read.
    package borrowing func wait() throws(SystemError) -> Event {
        while belfry_wall_timer_wait(descriptor.raw) != 0 {
            switch errno {
            case ECANCELED: return .clockChanged
            case EINTR: continue
            default: throw SystemError(call: "read", subject: "a timer", errno: errno)
            }
        }
        return .due
    }

    /// The kernel's own last nanosecond, of the year 2262.
    private static let latest = UInt64(Int64.max)
}
