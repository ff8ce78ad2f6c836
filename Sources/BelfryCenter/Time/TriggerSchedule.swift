// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

/// When the requests of one time zone fire.
package struct TriggerSchedule: Sendable {
    /// The user's time zone.
    package let timeZone: String

    /// How many occurrences that were missed are counted at most; the rest is not told apart.
    private static let countLimit = 1000

    package init(timeZone: String) {
        self.timeZone = timeZone
    }

    /// What the zone's clocks show at a time, as the time at which those of GMT show it.
    func shown(at time: UnixTime) -> UnixTime {
        time + offset(at: time)
    }

    /// When the zone's clocks show what those of GMT show at a time.
    func time(showing shown: UnixTime) -> UnixTime {
        shown + -offset(at: shown + -offset(at: shown))
    }

    private func offset(at time: UnixTime) -> Int64 {
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time.seconds))) * 1000
    }

    /// Returns when a trigger fires first, seen from the time at which its request was added.
    ///
    /// - Parameters:
    ///   - trigger: The trigger.
    ///   - time: When the request was added.
    /// - Returns: The time; nil for a place, and where no time will ever match.
    package func first(of trigger: NotificationTrigger, from time: UnixTime) -> UnixTime? {
        switch trigger {
        case .push: time
        case .timeInterval(let seconds, _): time + Self.milliseconds(seconds)
        case .calendar(let match, _): match.next(after: time, in: timeZone)
        case .location: nil
        }
    }

    /// Returns what follows an occurrence, and how many were due by now.
    ///
    /// - Parameters:
    ///   - due: The occurrence that is being delivered.
    ///   - trigger: The trigger.
    ///   - now: The time now.
    /// - Returns: The first time after now, nil where there is none; how many occurrences lie from
    ///   `due` to now, `due` among them.
    package func next(
        after due: UnixTime,
        of trigger: NotificationTrigger,
        now: UnixTime
    ) -> (next: UnixTime?, passed: Int) {
        switch trigger {
        case .timeInterval(let seconds, true):
            let interval = max(1, Self.milliseconds(seconds))
            let passed = max(0, now - due) / interval + 1
            return (due + interval * passed, Int(passed))
        case .calendar(let match, true): return next(after: due, of: match, now: now)
        case .push, .timeInterval, .calendar, .location: return (nil, 1)
        }
    }

    private func next(
        after due: UnixTime,
        of match: NotificationTrigger.DateMatch,
        now: UnixTime
    ) -> (next: UnixTime?, passed: Int) {
        var passed = 1
        var next = match.next(after: due, in: timeZone)
        while let time = next, time <= now, passed < Self.countLimit {
            passed += 1
            next = match.next(after: time, in: timeZone)
        }
        if let time = next, time <= now { next = match.next(after: now, in: timeZone) }
        return (next, passed)
    }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        UnixTime(seconds: seconds).milliseconds
    }
}

extension NotificationTrigger {
    /// Whether it fires again.
    package var repeats: Bool {
        switch self {
        case .push: false
        case .timeInterval(_, let repeats), .calendar(_, let repeats), .location(_, let repeats):
            repeats
        }
    }
}
