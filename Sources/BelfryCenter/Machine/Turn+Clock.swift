// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What becomes of triggers when the clock or the time zone is changed.
extension Turn {
    /// Notes that the clock was set.
    ///
    /// An interval is a length of time: its end moves along with the clock. A date is looked for
    /// again from now. One that fired before the clock was put back is found a second time; its
    /// occurrence is known, so it is recorded as a duplicate and not shown. How long a push is stored
    /// is a length of time too, but for the end that its sender names, and so is how long an App Clip may
    /// notify. What waits for a time that the
    /// wrong clock showed waits no longer than it would by the right one. The log has the change, so
    /// that the next recovery does not find it a second time.
    ///
    /// - Parameter milliseconds: How far it was set, negative for backward.
    /// - Throws: The store's error.
    package mutating func clockChanged(by milliseconds: Int64) throws {
        for var request in try transaction.requests(of: nil) {
            switch request.request.trigger {
            case .timeInterval:
                request.due = request.due.map { $0 + milliseconds }
                try transaction.put(request)
            case .calendar: try reckon(&request)
            case .push, .location, nil: break
            }
        }
        for var app in try transaction.apps() {
            guard var launch = app.authorization.launch else { continue }
            launch.until = launch.until + milliseconds
            app.authorization.launch = launch
            try transaction.put(app)
        }
        try log(.clockChanged, "", nil, "\(milliseconds)")
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

    /// Reckons dates anew where the user's time zone is another than before.
    ///
    /// - Returns: Whether it is another.
    @discardableResult
    package mutating func noteTimeZone() throws -> Bool {
        guard try transaction.device().timeZone != timeZone else { return false }
        let zone = timeZone
        try changeDevice { $0.timeZone = zone }
        for var request in try transaction.requests(of: nil) {
            guard case .calendar(let match, _) = request.request.trigger, match.timeZone == nil
            else { continue }
            try reckon(&request)
        }
        try followFocusSchedule()
        return true
    }

    /// Finds a calendar request's next date; what was missed already stays due.
    private mutating func reckon(_ request: inout PendingRequest) throws {
        guard let trigger = request.request.trigger else { return }
        if let due = request.due, due <= now { return }
        request.due = schedule.first(of: trigger, from: now)
        guard request.due == nil else { return try transaction.put(request) }
        try bury(request, .neverFires)
        try transaction.removeRequest(request.request.identifier, of: request.app)
    }

    /// When the centre has something to do next; nil where nothing waits for a time.
    package func nextWake() throws -> UnixTime? {
        [
            try transaction.nextDue(), try transaction.nextHeld(),
            try transaction.nextActivityDue(), try transaction.device().focusSchedule?.due,
        ].compactMap(\.self).min()
    }
}
