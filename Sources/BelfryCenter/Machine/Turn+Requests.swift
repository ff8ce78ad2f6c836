// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Local requests: added, replaced, removed, fired.
extension Turn {
    /// Adds requests of one app, all of them or none.
    ///
    /// A request replaces the pending one of its identifier. One without a trigger is delivered at
    /// once. Files that they show are in the engine's store already; the requests own them now, and
    /// later the notifications that come of them.
    ///
    /// - Parameters:
    ///   - requests: What the app made.
    ///   - identifier: The app.
    ///   - isFromExtension: Whether the app's extension made them. No extension is asked about
    ///     those, so that one cannot call itself for ever.
    /// - Throws: ``CenterError``; over the limit it names every request that there was no room for.
    package mutating func add(
        _ requests: [NotificationRequest],
        for identifier: String,
        isFromExtension: Bool = false
    ) throws {
        let dues = try dues(of: requests, for: identifier)
        for (request, due) in zip(requests, dues) {
            try add(request, due, for: identifier, isFromExtension)
        }
    }

    /// Refuses requests that cannot be added.
    ///
    /// - Parameters:
    ///   - requests: What the app made.
    ///   - identifier: The app.
    /// - Throws: ``CenterError``, as ``add(_:for:isFromExtension:)`` does.
    package func check(_ requests: [NotificationRequest], for identifier: String) throws {
        _ = try dues(of: requests, for: identifier)
    }

    /// When requests fire first; nil for one that waits for something else, or is delivered at once.
    private func dues(
        of requests: [NotificationRequest],
        for identifier: String
    ) throws -> [UnixTime?] {
        let app = try app(identifier)
        guard app.authorization.mayNotify(at: now) else {
            throw CenterError(
                .notAllowed,
                "\(identifier.quoted) may not notify: the user \(Self.reason(app.authorization))"
            )
        }
        try checkRoom(for: requests, of: identifier)
        try checkByteRoom(for: requests, of: identifier)
        return try requests.map(due)
    }

    /// What is to be said of the user where an app may not notify.
    private static func reason(_ authorization: Authorization) -> String {
        if authorization.status == .denied { return "has denied it" }
        let advice = "request authorisation first"
        return authorization.launch == nil
            ? "was never asked; \(advice)"
            : "was never asked, and its time as an App Clip that was launched is over; \(advice)"
    }

    private func due(of request: NotificationRequest) throws -> UnixTime? {
        let name = "request \(request.identifier.quoted)"
        guard request.content.hasEffect else {
            throw CenterError(
                .noContent,
                "\(name) has no title, subtitle, body, sound or badge; give it one of them"
            )
        }
        guard let trigger = request.trigger else { return nil }
        guard trigger.canFire, trigger != .push else {
            throw CenterError(
                .noDate,
                "\(name) has a trigger that never fires; an interval is above 0 s, and 60 s or more "
                    + "where it repeats, a date has a component, a region is entered or left, and a "
                    + "push trigger is the system's"
            )
        }
        guard policy.firesTriggers else { return nil }
        let due = schedule.first(of: trigger, from: now)
        guard case .calendar = trigger, due == nil else { return due }
        throw CenterError(
            .noDate,
            "\(name) has a date that never comes; write components that a later time has"
        )
    }

    private func checkRoom(for requests: [NotificationRequest], of app: String) throws {
        let pending = Set(
            try transaction.requests(of: app).map { ExactText($0.request.identifier) }
        )
        var names = pending
        var surplus: [String] = []
        for request in requests where request.trigger != nil {
            let name = ExactText(request.identifier)
            if names.contains(name) { continue }
            if names.count < policy.pendingLimit {
                names.insert(name)
            } else {
                surplus.append(request.identifier.quoted)
            }
        }
        guard !surplus.isEmpty else { return }
        throw CenterError(
            .limit,
            "\(app.quoted) has \(pending.count) pending requests of the \(policy.pendingLimit) "
                + "there may be; nothing was added, and there is no room for "
                + "\(surplus.joined(separator: ", ")); remove some first"
        )
    }

    private func checkByteRoom(for requests: [NotificationRequest], of app: String) throws {
        guard policy.pendingByteLimit < .max else { return }
        var added: [ExactText: Int] = [:]
        for request in requests where request.trigger != nil {
            added[ExactText(request.identifier)] = request.document.serialized().count
        }
        guard !added.isEmpty else { return }
        let others = try transaction.pendingByteCount(of: app, besides: Set(added.keys))
        let byteCount = added.values.reduce(others, +)
        guard byteCount > policy.pendingByteLimit else { return }
        throw CenterError(
            .limit,
            "with \(requests.map(\.identifier.quoted).joined(separator: ", ")) the pending requests "
                + "would have \(byteCount) bytes of \(policy.pendingByteLimit) at most; nothing was "
                + "added; remove some first"
        )
    }

    private mutating func add(
        _ request: NotificationRequest,
        _ due: UnixTime?,
        for app: String,
        _ isFromExtension: Bool
    ) throws {
        if let replaced = try transaction.request(request.identifier, of: app) {
            try bury(replaced, .replaced)
            try transaction.removeRequest(request.identifier, of: app)
        }
        var pending = PendingRequest(
            app: app,
            request: request,
            generation: try transaction.nextGeneration(),
            added: now,
            isFromExtension: isFromExtension
        )
        guard request.trigger != nil else {
            return try accept(occurrence: "now", of: pending)
        }
        pending.due = due
        if let position = try transaction.device().position { _ = pending.note(position) }
        try transaction.put(pending)
        for file in request.files { try transaction.own(file, byRequest: pending.generation) }
    }

    /// Removes pending requests, and leaves a tombstone of each.
    ///
    /// - Parameters:
    ///   - identifiers: Which; nil for all.
    ///   - app: The app.
    /// - Returns: Those that were there.
    /// - Throws: The store's error.
    @discardableResult
    package mutating func removePending(_ identifiers: [String]?, of app: String) throws -> [String]
    {
        let wanted = identifiers.map { Set($0.map(ExactText.init)) }
        var removed: [String] = []
        for request in try transaction.requests(of: app) {
            let identifier = request.request.identifier
            guard wanted?.contains(ExactText(identifier)) ?? true else { continue }
            try bury(request, .removedByApp)
            try transaction.removeRequest(identifier, of: app)
            removed.append(identifier)
        }
        return removed
    }

    // MARK: Firing

    /// Fires what is due: each request becomes a notification, and is gone unless it repeats.
    ///
    /// Of several occurrences that passed while nobody watched, one is delivered, and says so.
    ///
    /// - Returns: Whether there may be more that is due.
    package mutating func fireDue() throws -> Bool {
        let due = try transaction.requests(dueBy: now, limit: policy.batch)
        for request in due { try fire(request) }
        return due.count == policy.batch
    }

    private mutating func fire(_ pending: PendingRequest) throws {
        var request = pending
        if request.damage != nil {
            try bury(request, .damaged)
            return try transaction.removeRequest(request.request.identifier, of: request.app)
        }
        guard let trigger = request.request.trigger, let due = try takeDue(of: request) else {
            return
        }
        request.due = due
        // The clock was put back since its date passed.
        guard due <= now else { return try transaction.put(request) }
        let (next, passed) = schedule.next(after: due, of: trigger, now: now)
        let isLate = now - due > policy.lateMilliseconds || passed > 1
        try accept(
            occurrence: trigger.isInterval ? "firing \(request.crossings)" : "\(due.milliseconds)",
            of: request,
            late: isLate ? LedgerEntry.Lateness(due: due, missed: passed) : nil
        )
        if trigger.repeats, let next {
            var following = request
            following.due = next
            if trigger.isInterval { following.crossings += 1 }
            try transaction.put(following)
        } else {
            try bury(request, .fired)
            try transaction.removeRequest(request.request.identifier, of: request.app)
        }
    }

    /// Notes where the device is, and fires the regions whose border it crossed.
    package mutating func move(to position: VirtualDevice.Position) throws {
        try changeDevice { $0.position = position }
        for var request in try transaction.requests(of: nil) {
            guard case .location(_, let repeats) = request.request.trigger else { continue }
            let fires = request.note(position)
            if fires { try accept(occurrence: "crossing \(request.crossings)", of: request) }
            if fires, !repeats {
                try bury(request, .fired)
                try transaction.removeRequest(request.request.identifier, of: request.app)
            } else {
                try transaction.put(request)
            }
        }
    }

    /// Puts a local notification into the ledger; a second one of the occurrence is a duplicate.
    private mutating func accept(
        occurrence: String,
        of request: PendingRequest,
        late: LedgerEntry.Lateness? = nil
    ) throws {
        let identifier = request.request.identifier
        var entry = LedgerEntry(
            key: "local/\(request.generation)/\(occurrence)",
            app: request.app,
            identifier: identifier,
            source: .local,
            accepted: now,
            original: request.request.content
        )
        entry.detail.late = late
        if request.isFromExtension { entry.detail.isFromExtension = true }
        guard case .accepted(let sequence) = try journal(entry) else { return }
        for file in request.request.files { try transaction.own(file, by: sequence) }
    }
}

extension NotificationTrigger {
    /// Whether it counts time from the moment that it was added.
    ///
    /// Its occurrences are told apart by their count: a clock that is put back shows the same time
    /// twice. A date that is shown twice is the same occurrence.
    fileprivate var isInterval: Bool {
        if case .timeInterval = self { true } else { false }
    }
}

extension NotificationRequest {
    /// The files of the engine's store that its content shows; whoever adds it has put them there.
    var files: [String] { content.attachments.map(\.url) }
}
