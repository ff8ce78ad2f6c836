// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The machine's clocks.
package final class SystemClock: CenterClock, Sendable {
    package init() {}

    package var now: UnixTime {
        UnixTime(milliseconds: Self.milliseconds(CLOCK_REALTIME))
    }

    /// CLOCK_BOOTTIME, which goes on while the machine is suspended.
    package var uptime: Int64 { Self.milliseconds(CLOCK_BOOTTIME) }

    /// The user's zone as the system has it now: Foundation keeps the first that it read.
    package var timeZone: String {
        NSTimeZone.resetSystemTimeZone()
        return TimeZone.current.identifier
    }

    private static func milliseconds(_ clock: Int32) -> Int64 {
        Int64((MonotonicTime.read(clock) ?? 0) / 1_000_000)
    }
}
