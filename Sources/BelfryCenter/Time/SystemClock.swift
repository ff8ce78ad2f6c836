// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// The machine's clocks.
package final class SystemClock: CenterClock, Sendable {
    package init() {}

    package var now: UnixTime {
        UnixTime(milliseconds: Self.milliseconds(CLOCK_REALTIME))
    }

    /// CLOCK_BOOTTIME, which goes on while the machine is suspended.
    package var uptime: Int64 { Self.milliseconds(CLOCK_BOOTTIME) }

    /// What the system's zone is read from: the variable TZ, and the file with its name (man 3 tzset).
    private struct ZoneSource: Equatable {
        let variable = unsafe getenv("TZ").map { unsafe String(cString: $0) }
        let name = try? FileManager.default.destinationOfSymbolicLink(atPath: zonePath)
        let file = FileVersion(at: zonePath)
    }

    private static let zonePath = "/etc/localtime"

    private let zone = Mutex<(source: ZoneSource, identifier: String)?>(nil)

    /// The user's zone as the system has it now: Foundation keeps the first that it read.
    ///
    /// It is asked for at every step, and found anew once what it is read from has changed.
    package var timeZone: String {
        zone.withLock { zone in
            let source = ZoneSource()
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
