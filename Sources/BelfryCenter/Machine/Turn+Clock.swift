// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What becomes of triggers when the clock or the time zone is changed.
extension Turn {
    /// Notes that the clock was set.
    ///
    /// An interval is a length of time: its end moves along with the clock. A date is looked for
    /// again from now, by the zone of now; where none comes, it stays due as it was. One that fired
    /// before the clock was put back is found a second time; its occurrence is known, so it is recorded
    /// as a duplicate and not shown. How long a push is stored is a length of time too, but for the end
    /// that its sender names, and so are how long an App Clip may notify and how long a live activity lasts.
    /// What waits for a time that the wrong clock showed waits no longer than it would by the right one.
    /// The log has the change, so that the next recovery does not find it a second time.
    ///
    /// - Parameter milliseconds: How far it was set, negative for backward.
    /// - Throws: The store's error.
    package mutating func clockChanged(by milliseconds: Int64) throws {
        try moveLengths(by: milliseconds)
        // By another zone dates would be taken for passed.
        try noteTimeZone()
        try lookForDates()
        for var app in try transaction.apps() {
            guard var launch = app.authorization.launch else { continue }
            launch.until = launch.until + milliseconds
            app.authorization.launch = launch
            try transaction.put(app)
        }
        for var activity in try transaction.liveActivities(of: nil) {
            activity.due = activity.due + milliseconds
            try transaction.update(activity)
        }
        try log(.clockChanged, "", nil, "\(milliseconds)")
        try noteLeap(of: milliseconds)
        // What waits for a time that its sender named goes by that alone.
        for var entry in try transaction.storedEntries(of: nil) {
            // Ledgers of earlier versions have the sender's end here, where that is the earlier one.
            let isSenders = entry.detail.storedUntil == entry.detail.expires
            let longest = isSenders ? nil : entry.detail.storedUntil
            entry.detail.storedUntil =
                (longest ?? entry.accepted + policy.storedMilliseconds) + milliseconds
            try lookAgain(at: &entry)
        }
        if milliseconds < 0 { try lookAgainAtHeld() }
        try followFocusSchedule()
    }

    /// Moves the ends of intervals, and the times at which dates fire late that a change of the zone skipped.
    private func moveLengths(by milliseconds: Int64) throws {
        let passed = try transaction.device().passedDates ?? [:]
        for var request in try transaction.requests(of: nil) {
            guard let due = request.due else { continue }
            let isInterval = if case .timeInterval = request.request.trigger { true } else { false }
            guard isInterval || passed[request.generation] != nil else { continue }
            request.due = due + milliseconds
            try transaction.put(request)
        }
    }

    /// Looks for dates again from now.
    ///
    /// What was missed, and what a change of the zone skipped, stays due.
    private func lookForDates() throws {
        let passed = try transaction.device().passedDates ?? [:]
        for var request in try transaction.requests(of: nil) {
            guard let due = request.due, due > now, passed[request.generation] == nil,
                let trigger = request.request.trigger, case .calendar = trigger,
                let next = schedule.first(of: trigger, from: now)
            else { continue }
            request.due = next
            try transaction.put(request)
        }
    }

    /// Reckons dates anew where the user's time zone is another than before.
    ///
    /// No request is removed. A date that is still ahead by the new zone is looked for from now. One that
    /// the change skipped, as a flight east does, fires late and once, a minute later; a repeating one goes
    /// on from there. If the zone changes back within the minute, the request waits for its date again.
    /// What was missed before stays due.
    ///
    /// - Returns: Whether it is another.
    @discardableResult
    package mutating func noteTimeZone() throws -> Bool {
        let device = try transaction.device()
        guard device.timeZone != timeZone else { return false }
        let zone = timeZone
        let old = TriggerSchedule(timeZone: device.timeZone)
        var passed: [Int: UnixTime] = [:]
        for var request in try transaction.requests(of: nil) {
            guard let due = request.due, let trigger = request.request.trigger,
                case .calendar(let match, _) = trigger, match.timeZone == nil
            else { continue }
            let known = device.passedDates?[request.generation]
            guard known != nil || due > now else { continue }
            let shown = known ?? old.shown(at: due)
            if let next = schedule.first(of: trigger, from: now),
                next <= due || shown > schedule.shown(at: now)
            {
                request.due = next
            } else {
                passed[request.generation] = shown
                if known == nil { request.due = now + Self.zoneMilliseconds }
            }
            try transaction.put(request)
        }
        let passedDates = passed.isEmpty ? nil : passed
        try changeDevice { device in
            device.timeZone = zone
            device.passedDates = passedDates
        }
        try followFocusSchedule()
        return true
    }

    /// How long after a change of the zone a date fires that the change skipped.
    private static let zoneMilliseconds: Int64 = 60_000

    /// When a request that is due was due by the user's zone; another time than it waited for where a
    /// change of the zone passed over its date.
    mutating func takeDue(of request: PendingRequest) throws -> UnixTime? {
        let device = try transaction.device()
        guard let shown = device.passedDates?[request.generation] else { return request.due }
        try changeDevice { $0.passedDates?[request.generation] = nil }
        return TriggerSchedule(timeZone: device.timeZone).time(showing: shown)
    }

    /// When the centre has something to do next; nil where nothing waits for a time.
    package func nextWake() throws -> UnixTime? {
        [
            try transaction.nextDue(), try transaction.nextHeld(),
            try transaction.nextActivityDue(), try transaction.device().focusSchedule?.due,
        ].compactMap(\.self).min()
    }
}
