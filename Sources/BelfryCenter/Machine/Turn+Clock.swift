// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What becomes of triggers when the clock or the time zone is changed.
extension Turn {
    /// Notes that the clock was set.
    ///
    /// An interval is a length of time: its end moves along with the clock. A date is looked for
    /// again from now. One that fired before the clock was put back is found a second time; its
    /// occurrence is known, so it is recorded as a duplicate and not shown.
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
    }

    /// Reckons dates anew where the user's time zone is another than before.
    ///
    /// - Returns: Whether it is another.
    @discardableResult
    package mutating func noteTimeZone() throws -> Bool {
        guard try transaction.device().timeZone != timeZone else { return false }
        try changeDevice { $0.timeZone = timeZone }
        for var request in try transaction.requests(of: nil) {
            guard case .calendar(let match, _) = request.request.trigger, match.timeZone == nil
            else { continue }
            try reckon(&request)
        }
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
            try transaction.nextActivityDue(),
        ].compactMap(\.self).min()
    }
}
