// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// A clock that stands still until somebody moves it, for callers on any thread.
final class AdjustableClock: CenterClock, Sendable {
    private struct Reading {
        var now: UnixTime
        var uptime: Int64 = 0
        var timeZone: String
    }

    /// Has one request move the clock at a time: another one would take time from it.
    let moves = SerialTasks()

    private let reading: Mutex<Reading>

    init(now: UnixTime, timeZone: String) {
        reading = Mutex(Reading(now: now, timeZone: timeZone))
    }

    /// Begins with the machine's time and zone.
    static func ofMachine() -> AdjustableClock {
        let machine = SystemClock()
        return AdjustableClock(now: machine.now, timeZone: machine.timeZone)
    }

    /// Begins no earlier than the log ends: time goes on where an earlier process stopped.
    func begin(after time: UnixTime) {
        reading.withLock { $0.now = max($0.now, time) }
    }

    var now: UnixTime { reading.withLock(\.now) }
    var uptime: Int64 { reading.withLock(\.uptime) }
    var timeZone: String { reading.withLock(\.timeZone) }

    /// When so much time has passed from now on: the end of the year 9999 at the latest.
    func end(of milliseconds: Int64) -> UnixTime {
        let last = UnixTime(milliseconds: APITime.range.upperBound)
        let now = now
        return now + min(milliseconds, max(0, last - now))
    }

    /// Lets time pass until then; a time that is gone is not waited for.
    func advance(to time: UnixTime) {
        reading.withLock { reading in
            let passed = max(0, time - reading.now)
            reading.now = reading.now + passed
            reading.uptime += passed
        }
    }

    /// Sets the clock, as a user or a time server does: no time passes.
    func set(_ time: UnixTime) {
        reading.withLock { $0.now = time }
    }

    func set(timeZone: String) {
        reading.withLock { $0.timeZone = timeZone }
    }
}
