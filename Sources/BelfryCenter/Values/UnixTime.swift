// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A point in time as the centre stores it: whole milliseconds of UNIX time.
///
/// Whole numbers compare equal after a round trip through a database, which doubles need not.
package struct UnixTime: Comparable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Milliseconds since 1 January 1970, 00:00 UTC.
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Takes seconds of UNIX time, rounded to the nearest millisecond.
    package init(seconds: Double) {
        let rounded = (seconds * 1000).rounded()
        milliseconds = Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }

    /// Seconds of UNIX time.
    package var seconds: Double { Double(milliseconds) / 1000 }

    /// Nanoseconds since 1 January 1970, as the kernel's timers take them (man 2 timerfd_settime): 0
    /// before that, and held to what a signed number of 64 bits has, in the year 2262.
    package var nanoseconds: UInt64 {
        UInt64(min(max(0, milliseconds), Int64.max / 1_000_000)) * 1_000_000
    }

    package var description: String { "\(milliseconds) ms" }

    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Adds milliseconds, held to the range that there is.
    package static func + (time: UnixTime, milliseconds: Int64) -> UnixTime {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(milliseconds)
        return UnixTime(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// The milliseconds from the right time to the left one, held to the range that there is.
    package static func - (left: UnixTime, right: UnixTime) -> Int64 {
        let (difference, overflow) =
            left.milliseconds.subtractingReportingOverflow(right.milliseconds)
        return overflow ? (left < right ? .min : .max) : difference
    }
}
