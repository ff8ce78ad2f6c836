// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A point on CLOCK_MONOTONIC, the clock of every budget (man 2 clock_gettime).
///
/// `ContinuousClock` is CLOCK_BOOTTIME on Linux and `SuspendingClock` hides its nanoseconds, which
/// timers and the ABI need.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Nanoseconds since an unspecified start, the same for all processes of the machine.
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The time now.
    package static var now: MonotonicTime {
        MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC) ?? 0)
    }

    /// Reads any clock in nanoseconds; nil when there is no such clock (any more).
    package static func read(_ clock: Int32) -> UInt64? {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// A later time; an earlier one for a negative duration.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds &+ UInt64(bitPattern: duration.nanoseconds))
    }

    /// How long it is from the right time to the left one; negative when the left one is earlier.
    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        .nanoseconds(Int64(bitPattern: left.nanoseconds &- right.nanoseconds))
    }
}

extension Duration {
    /// The whole duration in nanoseconds, held to what 64 bits can carry (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }
}
