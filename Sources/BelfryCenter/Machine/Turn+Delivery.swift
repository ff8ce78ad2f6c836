// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Store and forward: what senders push reaches its device at once, or waits for it.
extension Turn {
    /// What becomes of a push that a sender makes.
    package enum Reception: Equatable, Sendable {
        /// It is in the ledger, and the delivery log knows it by this identifier (`apns-unique-id`);
        /// nil for a duplicate of what the log has no more.
        case taken(Acceptance, uniqueIdentifier: String?)
        /// There is no such device token, or it is for another environment.
        case unknown
        /// The device token belongs to this app.
        case otherApp(String)
        /// The device token is for a live activity alone, and the push is of another type.
        case activityOnly
        /// The device token has ended.
        case inactive(DeviceToken.End, since: UnixTime)
    }

    /// Takes a push of the push endpoint; the sender is answered once this turn is committed.
    ///
    /// A push that cannot be delivered at once is stored. Its line in the delivery log says what it
    /// waits for, or why it never arrives.
    ///
    /// - Parameters:
    ///   - push: What came.
    ///   - delivery: How it is to reach its device.
    ///   - uniqueIdentifier: What it is known by, unless it came before.
    /// - Returns: What became of it.
    /// - Throws: ``CenterError`` for an app that is not installed, or the store's error.
    package mutating func receive(
        _ push: PushArrival,
        _ delivery: PushDelivery,
        as uniqueIdentifier: String
    ) throws -> Reception {
        let standing = try standing(
            of: push.token,
            app: push.app,
            environment: delivery.environment
        )
        var record = PushRecord(
            push,
            delivery,
            device: PushDevice.main,
            uniqueIdentifier: uniqueIdentifier,
            received: now
        )
        switch standing {
        case .unknown: return .unknown
        case .otherApp(let app): return .otherApp(app)
        case .inactive(let token, let end, let since):
            record.device = token.device
            record.note(PushRecord.Step(date: now, outcome: .discarded, reason: .tokenInactive))
            try transaction.insert(record)
            return .inactive(end, since: since)
        case .active(let token):
            guard !token.isActivity || push.pushType == .liveactivity else { return .activityOnly }
            record.device = token.device
        }
        if let (first, known) = try noteRepeated(push, delivery) {
            return .taken(.duplicate(first), uniqueIdentifier: known)
        }
        let sequence = try deliverOrStore(push, delivery, &record)
        return .taken(.accepted(sequence), uniqueIdentifier: uniqueIdentifier)
    }

    /// Notes that a push came again; nil for one that comes for the first time.
    private mutating func noteRepeated(
        _ push: PushArrival,
        _ delivery: PushDelivery
    ) throws -> (sequence: Int, known: String?)? {
        guard let first = try transaction.sequence(ofKey: push.key) else { return nil }
        try log(.duplicate, push.app, first, push.key)
        guard var entry = try transaction.entry(first) else { return (first, nil) }
        let known = entry.detail.uniqueIdentifier
        var record = try known.flatMap(transaction.pushRecord)
        record?.duplicates += 1
        if let record { try transaction.update(record) }
        if entry.state == .expired { try takeAgain(&entry, push, delivery) }
        return (first, record == nil ? nil : known)
    }

    /// Delivers or stores a push whose time was over before it reached its device, where its sender makes
    /// it again and gives it more time; otherwise it stays as it ended.
    private mutating func takeAgain(
        _ entry: inout LedgerEntry,
        _ push: PushArrival,
        _ delivery: PushDelivery
    ) throws {
        guard !entry.isLost else { return }
        let longest = now + policy.storedMilliseconds
        guard min(push.expires ?? longest, longest) > now else { return }
        entry.detail.priority = delivery.priority
        entry.detail.expires = push.expires
        let wait = try wait(for: entry, on: try pushDevice(entry.device))
        if wait != nil, delivery.expiration == 0 { return }
        entry.state = .stored
        entry.ended = nil
        entry.detail.reason = nil
        entry.detail.storedUntil = longest
        try log(.accepted, entry.app, entry.sequence)
        try supersede(by: entry, wait)
        if let wait { try log(.stored, entry.app, entry.sequence, wait.reason.rawValue) }
        try lookAgain(at: &entry)
    }

    private mutating func deliverOrStore(
        _ push: PushArrival,
        _ delivery: PushDelivery,
        _ record: inout PushRecord
    ) throws -> Int {
        _ = try app(push.app)
        var entry = makeEntry(of: push)
        entry.detail.uniqueIdentifier = record.uniqueIdentifier
        entry.detail.device = record.device
        entry.detail.priority = delivery.priority
        let longest = now + policy.storedMilliseconds
        let until = min(push.expires ?? longest, longest)
        let wait = try wait(for: entry, on: try pushDevice(record.device))
        let isExpired = until <= now
        if wait != nil || isExpired {
            entry.state = .stored
            entry.detail.storedUntil = longest
            entry.held = wait?.until.map { min($0, until) } ?? until
        }
        let sequence = try journal(entry).sequence
        entry.sequence = sequence
        record.sequence = sequence
        let step: PushRecord.Step
        if isExpired {
            try end(&entry, .expired, .expired)
            step = PushRecord.Step(date: now, outcome: .discarded, reason: .expired)
        } else if let wait, delivery.expiration == 0 {
            try end(&entry, .expired, .expired, note: "one attempt: \(wait.reason.rawValue)")
            step = PushRecord.Step(date: now, outcome: .discarded, reason: .oneAttempt)
        } else {
            try supersede(by: entry, wait)
            if let wait { try log(.stored, entry.app, sequence, wait.reason.rawValue) }
            step = PushRecord.Step(
                date: now,
                outcome: wait == nil ? .delivered : .stored,
                reason: wait?.reason
            )
        }
        record.note(step)
        try transaction.insert(record)
        return sequence
    }

    // MARK: What waits

    /// Why a push cannot be delivered now.
    struct Wait: Equatable {
        let reason: PushRecord.Reason

        /// When to look again; nil for when the device changes.
        var until: UnixTime?
    }

    /// Why a push cannot be delivered now; nil where it can.
    private func wait(for entry: LedgerEntry, on device: PushDevice) throws -> Wait? {
        guard device.isOnline else { return Wait(reason: .offline) }
        guard (entry.detail.priority ?? 10) >= device.power.leastPriority else {
            return Wait(reason: .power)
        }
        guard entry.detail.pushType == .background else { return nil }
        let recent = try transaction.backgroundDeliveries(
            of: entry.app,
            to: device.name,
            after: now + -Self.backgroundWindow,
            through: now,
            limit: policy.backgroundLimit
        )
        guard recent.count >= policy.backgroundLimit, let first = recent.min() else { return nil }
        return Wait(reason: .throttled, until: first + Self.backgroundWindow)
    }

    /// The time in which an app may have so many background pushes: an hour.
    private static let backgroundWindow: Int64 = 3_600_000

    /// The pushes that are stored for a device, in order; of one app or all.
    package func stored(for device: String, of app: String? = nil) throws -> [LedgerEntry] {
        try transaction.storedEntries(of: app).filter { $0.device == device }
    }

    /// Ends what a push takes the place of: what it collapses, an older background push, and all but
    /// one where the device is offline.
    ///
    /// What came by a channel, and what did not, leave each other alone.
    private mutating func supersede(by entry: LedgerEntry, _ wait: Wait?) throws {
        let isCollapsing = !entry.identifier.isExactly(entry.apnsIdentifier)
        guard wait != nil || isCollapsing else { return }
        var others = try stored(for: entry.device, of: entry.app)
            .filter { $0.sequence != entry.sequence && $0.lane == entry.lane }
        func isReplaced(_ other: LedgerEntry) -> Bool {
            if wait?.reason == .offline { return true }
            if isCollapsing, other.identifier.isExactly(entry.identifier) { return true }
            return wait != nil && entry.detail.pushType == .background
                && other.detail.pushType == .background
        }
        for var other in others where isReplaced(other) { try supersede(&other) }
        others.removeAll(where: isReplaced)
        guard wait != nil else { return }
        for var other in others.dropLast(policy.storedLimit - 1) { try supersede(&other) }
    }

    private mutating func supersede(_ entry: inout LedgerEntry) throws {
        try end(&entry, .collapsed, .superseded)
        try note(entry, .discarded, .superseded)
    }

    /// Ends what is stored, since it can never be delivered.
    mutating func discard(
        _ entry: inout LedgerEntry,
        _ tombstone: Tombstone.Reason,
        _ reason: PushRecord.Reason
    ) throws {
        try end(&entry, .expired, tombstone)
        try note(entry, .discarded, reason)
    }

    // MARK: Delayed

    /// Has a push wait until its sender wants it delivered, where that is later than now.
    ///
    /// It takes the place of the app's delayed pushes of its identifier, and so does one that comes
    /// at once. No other one is read: they may have many megabytes, and this comes before each answer
    /// to a sender.
    ///
    /// - Parameters:
    ///   - entry: A push that came for the first time.
    ///   - due: When it is wanted; nil for at once.
    /// - Throws: ``CenterError`` with ``CenterError/Code/limit`` where the app has as many delayed
    ///   pushes as it may have, or as many bytes of them.
    mutating func delay(_ entry: inout LedgerEntry, until due: UnixTime?) throws {
        let replaced = try transaction.entries(
            of: entry.app,
            identifier: entry.identifier,
            in: [.stored],
            after: 0
        ).filter { $0.detail.due != nil }
        for var other in replaced { try end(&other, .collapsed, .superseded) }
        guard let due, due > now else { return }
        entry.state = .stored
        entry.detail.due = due
        entry.held = due
        let waiting = try transaction.delayedSize(of: entry.app)
        guard waiting.entryCount < policy.delayedLimit else {
            throw CenterError(
                .limit,
                "\(entry.app.quoted) has \(policy.delayedLimit) delayed pushes, the most that it may "
                    + "have; wait until one is due"
            )
        }
        let byteCount = waiting.byteCount + ContentCoding.byteCount(of: entry)
        guard byteCount <= policy.delayedByteLimit else {
            throw CenterError(
                .limit,
                "the delayed pushes of \(entry.app.quoted) would have \(byteCount) bytes, more than "
                    + "the \(policy.delayedByteLimit) that they may have; wait until one is due"
            )
        }
    }

    // MARK: Forwarding

    /// Delivers what is stored and can be delivered now, ends what has expired, and notes what the
    /// rest waits for.
    ///
    /// What waits for a time that its sender named comes here once that time has come: it is held
    /// until then, and it is not among what is stored for a device.
    mutating func lookAgain(at entry: inout LedgerEntry) throws {
        if let due = entry.detail.due {
            if now - due > policy.lateMilliseconds {
                entry.detail.late = LedgerEntry.Lateness(due: due, missed: 1)
            }
            return try forward(&entry)
        }
        let longest = entry.detail.storedUntil ?? entry.accepted + policy.storedMilliseconds
        let until = min(entry.detail.expires ?? longest, longest)
        guard until > now else { return try discard(&entry, .expired, .expired) }
        guard let wait = try wait(for: entry, on: try pushDevice(entry.device)) else {
            return try forward(&entry)
        }
        entry.held = wait.until.map { min($0, until) } ?? until
        try transaction.update(entry)
        try note(entry, .stored, wait.reason)
    }

    private mutating func forward(_ entry: inout LedgerEntry) throws {
        entry.state = .accepted
        entry.held = nil
        entry.detail.storedUntil = nil
        entry.detail.forwarded = now
        try transaction.update(entry)
        try log(.forwarded, entry.app, entry.sequence)
        try note(entry, .delivered)
        effects.append(
            .waits(WaitingEntry(sequence: entry.sequence, app: entry.app, thread: entry.thread))
        )
    }

    /// Looks again at all that is stored for a device that has changed.
    mutating func forward(to device: String) throws {
        for var entry in try stored(for: device) { try lookAgain(at: &entry) }
    }

    /// Keeps one push of each app for a device that went offline, the newest.
    mutating func keepNewest(for device: String) throws {
        var newest: [StorageLane: Int] = [:]
        let stored = try stored(for: device)
        for entry in stored { newest[entry.lane] = entry.sequence }
        for var entry in stored where newest[entry.lane] != entry.sequence { try supersede(&entry) }
    }

    // MARK: Delivery log

    /// Adds a step to a push's line in the delivery log, unless that says the same already; what did
    /// not come by the push endpoint has none.
    func note(
        _ entry: LedgerEntry,
        _ outcome: PushRecord.Outcome,
        _ reason: PushRecord.Reason? = nil
    ) throws {
        guard let known = entry.detail.uniqueIdentifier,
            var record = try transaction.pushRecord(known),
            record.outcome != outcome || record.reason != reason
        else { return }
        record.note(PushRecord.Step(date: now, outcome: outcome, reason: reason))
        try transaction.update(record)
    }

    /// Returns a line of the delivery log.
    ///
    /// - Parameter uniqueIdentifier: What its sender was told that the push is known by.
    /// - Returns: The line.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound``.
    package func pushRecord(_ uniqueIdentifier: String) throws -> PushRecord {
        guard let record = try transaction.pushRecord(uniqueIdentifier) else {
            throw CenterError(
                .notFound,
                "the delivery log has no push \(uniqueIdentifier.quoted); belfry push-log lists them"
            )
        }
        return record
    }
}

/// What one push is stored of: an app's own pushes, or those of one channel for one activity.
private struct StorageLane: Hashable {
    let app: String
    let channel: String?
    let token: Substring?
}

extension LedgerEntry {
    fileprivate var lane: StorageLane {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        let token = detail.channel == nil ? nil : parts.dropLast().last
        return StorageLane(app: app, channel: detail.channel, token: token)
    }

    /// The `apns-id` of a push: the last part of its key.
    fileprivate var apnsIdentifier: Substring {
        key.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    }
}
