// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// One step of the centre: everything that happens in it is committed together.
///
/// A turn reads and changes the store through its transaction, at one time, and says in ``effects``
/// what its owner has to do once the transaction is committed. It does nothing else: no clock, no
/// extension, no sink.
package struct Turn {
    /// What follows a commit.
    package enum Effect: Equatable, Sendable {
        /// A notification waits to be worked on.
        case waits(WaitingEntry)

        /// Neither a notification nor a request owns these files of the engine's store any more.
        case freed([String])

        /// An app is to be asked how a notification is shown.
        case asks(app: String, sequence: Int)
    }

    /// The rows, within the transaction.
    package let transaction: any CenterTransaction

    /// The time of everything in the turn.
    package let now: UnixTime

    /// The user's time zone, which is asked for where it counts: most turns need none.
    package var timeZone: String { readTimeZone() }

    private let readTimeZone: () -> String

    /// Limits and delays of this centre.
    package let policy: CenterPolicy

    /// Whether apps in front can be asked.
    package let asksApps: Bool

    /// What the owner does after the commit, in order.
    package var effects: [Effect] = []

    package init(
        _ transaction: any CenterTransaction,
        now: UnixTime,
        timeZone: @autoclosure @escaping () -> String,
        policy: CenterPolicy,
        asksApps: Bool = false
    ) {
        self.transaction = transaction
        self.asksApps = asksApps
        self.now = now
        readTimeZone = timeZone
        self.policy = policy
    }

    var schedule: TriggerSchedule { TriggerSchedule(timeZone: timeZone) }

    /// Returns an installed app.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/unknownApp``, or with
    ///   ``CenterError/Code/damaged`` for one whose row cannot be read.
    package func app(_ identifier: String) throws -> CenterApp {
        let app = try installed(identifier)
        guard let damage = app.damage else { return app }
        throw CenterError(
            .damaged,
            "what the ledger has of \(identifier.quoted) cannot be read (\(damage)); install it again: "
                + "belfry install Name.app"
        )
    }

    /// Returns an installed app, be it damaged.
    func installed(_ identifier: String) throws -> CenterApp {
        if let app = try transaction.app(identifier) { return app }
        throw CenterError(.unknownApp, "there is no app \(identifier.quoted); install it first")
    }

    /// Returns a notification.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound``.
    package func entry(_ sequence: Int) throws -> LedgerEntry {
        guard let entry = try transaction.entry(sequence) else {
            throw CenterError(.notFound, "there is no notification \(sequence)")
        }
        return entry
    }

    func log(
        _ kind: CenterEvent.Kind,
        _ app: String,
        _ sequence: Int? = nil,
        _ note: String = ""
    ) throws {
        try transaction.append(
            CenterEvent(kind, app: app, sequence: sequence, note: note, date: now)
        )
    }

    /// Leaves a request's tombstone, and takes its files from it.
    mutating func bury(_ request: PendingRequest, _ reason: Tombstone.Reason) throws {
        let freed = try transaction.disownFiles(ofRequest: request.generation)
        if !freed.isEmpty { effects.append(.freed(freed)) }
        try transaction.append(
            Tombstone(
                app: request.app,
                subject: .pending,
                identifier: request.request.identifier,
                reason: reason,
                date: now
            )
        )
    }

    /// Ends a notification: its state, its tombstone and its event belong together.
    ///
    /// - Parameters:
    ///   - entry: The notification.
    ///   - state: An end.
    ///   - reason: Why it ends.
    ///   - note: What else there is to say.
    /// - Throws: The store's error.
    mutating func end(
        _ entry: inout LedgerEntry,
        _ state: EntryState,
        _ reason: Tombstone.Reason,
        note: String = ""
    ) throws {
        entry.state = state
        entry.ended = now
        entry.held = nil
        entry.detail.reason = note.isEmpty ? reason.rawValue : note
        try transaction.update(entry)
        // Whoever can be restored keeps what it shows: a dropped one in any case, a dismissed one as long
        // as the store has room for it.
        if state != .dropped { try freeFiles(of: entry) }
        try leaveTombstone(of: entry, reason, note: note)
        guard let kind = CenterEvent.Kind(rawValue: state.rawValue) else { return }
        try log(kind, entry.app, entry.sequence, reason.rawValue)
    }

    /// Leaves a notification's tombstone, and takes its files from it.
    mutating func bury(
        _ entry: LedgerEntry,
        _ reason: Tombstone.Reason,
        note: String = ""
    ) throws {
        try freeFiles(of: entry.sequence)
        try leaveTombstone(of: entry, reason, note: note)
    }

    /// Takes a notification's files from it.
    mutating func freeFiles(of sequence: Int) throws {
        let freed = try transaction.disownFiles(of: sequence)
        if !freed.isEmpty { effects.append(.freed(freed)) }
    }

    /// Takes the files from a notification that has ended, but for what a dismissed one can show again:
    /// its content, and the original beside it.
    private mutating func freeFiles(of entry: LedgerEntry) throws {
        let contents = entry.isDismissed ? [entry.original, entry.shown] : []
        let kept = Set(contents.flatMap(\.attachments).map(\.url))
        let freed = try transaction.disownFiles(of: entry.sequence).filter { !kept.contains($0) }
        for file in kept.sorted() { try transaction.own(file, by: entry.sequence) }
        if !freed.isEmpty { effects.append(.freed(freed)) }
    }

    private func leaveTombstone(
        of entry: LedgerEntry,
        _ reason: Tombstone.Reason,
        note: String
    ) throws {
        try transaction.append(
            Tombstone(
                app: entry.app,
                subject: .notification,
                identifier: entry.identifier,
                sequence: entry.sequence,
                reason: reason,
                note: note,
                date: now
            )
        )
    }
}
