// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// The machine's clocks.
package final class SystemClock: CenterClock, Sendable {
    /// The zone that was found last, and what it was found by.
    private let zone = Mutex<(source: ZoneSource, identifier: String)?>(nil)

    package init() {}

    package var now: UnixTime {
        UnixTime(milliseconds: Self.milliseconds(CLOCK_REALTIME))
    }

    /// CLOCK_BOOTTIME, which goes on while the machine is suspended.
    package var uptime: Int64 { Self.milliseconds(CLOCK_BOOTTIME) }

    /// The user's zone as the system has it now.
    ///
    /// Foundation keeps the first that it read, and takes long to find it: it is asked again where
    /// what it looks at has changed.
    package var timeZone: String {
        let source = ZoneSource(at: "/etc/localtime")
        return zone.withLock { zone in
            if let zone, zone.source == source { return zone.identifier }
            NSTimeZone.resetSystemTimeZone()
            let identifier = TimeZone.current.identifier
            zone = (source, identifier)
            return identifier
        }
    }

    private static func milliseconds(_ clock: Int32) -> Int64 {
        Int64((MonotonicTime.read(clock) ?? 0) / 1_000_000)
    }
}
