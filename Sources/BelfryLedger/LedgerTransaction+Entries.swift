// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import GRDB

/// Notifications.
extension LedgerTransaction {
    private static let columns = """
        sequence, key, app, identifier, source, state, accepted, presented, ended, held,
        payload, original, decided, detail
        """

    /// The notification of a row; what is remembered of it need not be read.
    private func entry(_ row: Row) throws -> LedgerEntry {
        guard let known = decoded.entries.entry(row[0]) else { return try Self.entry(row) }
        guard try !decoded.checksRows || known == Self.entry(row) else {
            throw CenterError(.damaged, "notification \(known.sequence) is not as it is remembered")
        }
        return known
    }

    private static func entry(_ row: Row) throws -> LedgerEntry {
        guard let state = EntryState(rawValue: row[5]) else {
            throw CenterError(.damaged, "notification \(row[0] as Int) has an unknown state")
        }
        let payload = row.bytes(10)
        var damage: String?
        let original = readable(&damage) {
            try ContentCoding.content(
                row.bytes(11),
                besides: ContentCoding.userInfo(ofPayload: payload)
            )
        }
        let detail: LedgerEntry.Detail? = readable(&damage) {
            try ContentCoding.value(String(decoding: row.bytes(13), as: UTF8.self))
        }
        let isWhole = original != nil && detail != nil
        let push = isWhole || payload.isEmpty ? nil : ContentCoding.push(payload)
        var entry = LedgerEntry(
            key: row[1],
            app: row[2],
            identifier: row[3],
            source: LedgerEntry.Source(rawValue: row[4]) ?? (payload.isEmpty ? .local : .push),
            accepted: UnixTime(milliseconds: row[6]),
            original: original ?? push?.content ?? NotificationContent()
        )
        entry.isLost = original == nil && push == nil
        entry.sequence = row[0]
        entry.state = state
        entry.presented = (row[7] as Int64?).map(UnixTime.init(milliseconds:))
        entry.ended = (row[8] as Int64?).map(UnixTime.init(milliseconds:))
        entry.held = (row[9] as Int64?).map(UnixTime.init(milliseconds:))
        entry.payload = payload
        if !row.hasNull(atIndex: 12) {
            let userInfo = entry.original.userInfo
            entry.decided = readable(&damage) {
                try ContentCoding.content(row.bytes(12), besides: userInfo)
            }
        }
        let known = push.map { LedgerEntry.Detail(of: $0, $0.hasAlert ? .alert : .background) }
        entry.detail = detail ?? known ?? LedgerEntry.Detail()
        entry.damage = damage
        return entry
    }

    /// A part of a row; nil for one that cannot be read, and why.
    private static func readable<Value>(
        _ damage: inout String?,
        _ read: () throws -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            damage = "\(error)"
            return nil
        }
    }

    func insert(_ entry: LedgerEntry) throws -> Int? {
        guard try sequence(ofKey: entry.key) == nil else { return nil }
        let original = ContentCoding.original(of: entry)
        let decided = ContentCoding.decided(of: entry)
        try execute(
            """
            INSERT INTO notification (key, app, identifier, thread, source, state, accepted,
            presented, ended, held, payload, original, decided, byte_count, detail, due)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                entry.key, entry.app, entry.identifier, entry.thread, entry.source.rawValue,
                entry.state.rawValue, entry.accepted.milliseconds, entry.presented?.milliseconds,
                entry.ended?.milliseconds, entry.held?.milliseconds, entry.payload.blob,
                original.blob, decided?.blob,
                entry.payload.count + original.count + (decided?.count ?? 0),
                ContentCoding.text(of: entry.detail),
                entry.detail.due?.milliseconds,
            ]
        )
        let sequence = Int(database.lastInsertedRowID)
        try execute(
            "INSERT INTO arrival VALUES (?, ?, ?)",
            [entry.key, sequence, entry.accepted.milliseconds]
        )
        var inserted = entry
        inserted.sequence = sequence
        decoded.entries.note(inserted)
        return sequence
    }

    func entry(_ sequence: Int) throws -> LedgerEntry? {
        if !decoded.checksRows, let known = decoded.entries.entry(sequence) { return known }
        let sql = "SELECT \(Self.columns) FROM notification WHERE sequence = ?"
        guard let entry = try row(sql, [sequence]).map(entry) else { return nil }
        decoded.entries.note(entry)
        return entry
    }

    func sequence(ofKey key: String) throws -> Int? {
        try number("SELECT sequence FROM arrival WHERE key = ?", [key])
    }

    /// The arrival's own columns never change.
    func update(_ entry: LedgerEntry) throws {
        let decided = ContentCoding.decided(of: entry)
        try execute(
            """
            UPDATE notification SET identifier = ?, state = ?, presented = ?, ended = ?, held = ?,
            decided = ?, byte_count = length(payload) + length(original) + ?, detail = ?
            WHERE sequence = ?
            """,
            [
                entry.identifier, entry.state.rawValue, entry.presented?.milliseconds,
                entry.ended?.milliseconds, entry.held?.milliseconds, decided?.blob,
                decided?.count ?? 0, ContentCoding.text(of: entry.detail), entry.sequence,
            ]
        )
        decoded.entries.noteUpdate(entry)
    }

    func removeEntry(_ sequence: Int) throws {
        try execute("DELETE FROM notification WHERE sequence = ?", [sequence])
        decoded.entries.forget(sequence)
    }

    func forgetKey(_ key: String) throws {
        try execute("DELETE FROM arrival WHERE key = ?", [key])
    }

    func entries(
        of app: String?,
        in states: Set<EntryState>,
        limit: Int
    ) throws -> [LedgerEntry] {
        guard !states.isEmpty else { return [] }
        var arguments: LedgerArguments = []
        for state in states.map(\.rawValue).sorted() {
            arguments += [state]
            if let app { arguments += [app] }
        }
        arguments += [limit]
        return try rows(Self.oldestEntries(states.count, ofApp: app != nil), arguments).map(entry)
    }

    /// Finds the oldest entries in a number of states.
    static func oldestEntries(_ stateCount: Int, ofApp hasApp: Bool) -> String {
        merged(stateCount, "state = ? \(hasApp ? "AND app = ?" : "")")
            + " ORDER BY sequence LIMIT ?"
    }

    /// Finds entries in each of a number of states.
    ///
    /// Each state has its rows in order in an index, and SQLite merges them: it goes no further than
    /// the limit, however many rows of other apps and states lie between. With one condition for all
    /// states it would sort every row of them first.
    private static func merged(_ stateCount: Int, _ condition: String) -> String {
        let one = "SELECT \(columns) FROM notification WHERE \(condition)"
        return Array(repeating: one, count: stateCount).joined(separator: " UNION ALL ")
    }

    func newestEntries(
        of app: String?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> [LedgerEntry] {
        guard !states.isEmpty else { return [] }
        var arguments: LedgerArguments = []
        for state in states.map(\.rawValue).sorted() {
            arguments += [state, sequence ?? Int.max]
            if let app { arguments += [app] }
        }
        arguments += [limit]
        let sql = Self.newestEntries(states.count, ofApp: app != nil)
        return try rows(sql, arguments).map(entry)
    }

    /// Finds the newest entries in a number of states.
    static func newestEntries(_ stateCount: Int, ofApp hasApp: Bool) -> String {
        merged(stateCount, "state = ? AND sequence < ? \(hasApp ? "AND app = ?" : "")")
            + " ORDER BY sequence DESC LIMIT ?"
    }

    func entries(
        of app: String,
        identifier: String,
        in states: Set<EntryState>,
        after sequence: Int
    ) throws -> [LedgerEntry] {
        try rows(
            """
            SELECT \(Self.columns) FROM notification
            WHERE app = ? AND identifier = ? AND state IN (\(Self.marks(states)))
                AND sequence > ?
            ORDER BY sequence
            """,
            [app, identifier] + LedgerArguments(states.map(\.rawValue).sorted()) + [sequence]
        ).map(entry)
    }

    func newestEntries(
        of app: String,
        identifier: String,
        limit: Int
    ) throws -> [LedgerEntry] {
        // The inner query reads an index alone; no more rows are read than are wanted.
        let sql = """
            SELECT \(Self.columns) FROM notification WHERE sequence IN (
                SELECT sequence FROM notification WHERE app = ? AND identifier = ?
                ORDER BY sequence DESC LIMIT ?
            ) ORDER BY sequence DESC
            """
        return try rows(sql, [app, identifier, limit]).map(entry)
    }

    func hasOthers(of app: String, identifier: String, than sequence: Int) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM notification
            WHERE app = ? AND identifier = ? AND sequence <> ?)
            """
        return try number(sql, [app, identifier, sequence]) == 1
    }

    private static func marks(_ states: Set<EntryState>) -> String {
        states.map { _ in "?" }.joined(separator: ", ")
    }

    func waiting() throws -> [WaitingEntry] {
        let sql = """
            SELECT sequence, app, thread FROM notification WHERE state = 'accepted'
            ORDER BY sequence
            """
        return try rows(sql).map { WaitingEntry(sequence: $0[0], app: $0[1], thread: $0[2]) }
    }

    func entries(heldUntil time: UnixTime, limit: Int) throws -> [LedgerEntry] {
        let sql = """
            SELECT \(Self.columns) FROM notification
            WHERE held <= ? AND state IN ('decided', 'stored')
            ORDER BY sequence LIMIT ?
            """
        return try rows(sql, [time.milliseconds, limit]).map(entry)
    }

    func entries(endedBefore time: UnixTime, limit: Int) throws -> [LedgerEntry] {
        try rows(Self.endedEntries, [time.milliseconds, limit]).map(entry)
    }

    /// Finds what ended before a time.
    static let endedEntries = """
        SELECT \(columns) FROM notification INDEXED BY notification_ended
        WHERE ended < ? ORDER BY ended, sequence LIMIT ?
        """

    func storedEntries(of app: String?) throws -> [LedgerEntry] {
        let sql = """
            SELECT \(Self.columns) FROM notification INDEXED BY notification_stored
            WHERE state = 'stored' AND due IS NULL \(app == nil ? "" : "AND app = ?")
            ORDER BY sequence
            """
        return try rows(sql, app.map { [$0] } ?? []).map(entry)
    }

    func delayedSize(of app: String) throws -> LedgerSize {
        Self.size(try row(Self.delayedSize, [app]))
    }

    /// Counts an app's delayed pushes and their bytes, from an index alone.
    static let delayedSize = """
        SELECT count(*), coalesce(sum(byte_count), 0)
        FROM notification INDEXED BY notification_delayed
        WHERE app = ? AND state = 'stored' AND due IS NOT NULL
        """

    func nextHeld() throws -> UnixTime? {
        try time("SELECT held FROM notification WHERE held IS NOT NULL ORDER BY held LIMIT 1")
    }

    func listedCounts() throws -> [String: ListedCount] {
        try rows(Self.listedCounts).reduce(into: [:]) { counts, row in
            counts[row[0]] = ListedCount(total: row[1], unread: row[2])
        }
    }

    /// Counts the list by app, from an index alone.
    ///
    /// SQLite looks up each app's states there. Without the table of apps it would go through the whole
    /// index, which has the history as well.
    static let listedCounts = """
        SELECT app.identifier, count(*), sum(state = 'presented')
        FROM app CROSS JOIN notification INDEXED BY notification_app
            ON notification.app = app.identifier
        WHERE state IN ('presented', 'seen')
        GROUP BY app.identifier
        """

    func sizes() throws -> [String: LedgerSize] {
        let sql = "SELECT entry_count, byte_count, app FROM app_size WHERE entry_count > 0"
        return Dictionary(uniqueKeysWithValues: try rows(sql).map { ($0[2], Self.size($0)) })
    }

    func size(of app: String) throws -> LedgerSize {
        let sql = "SELECT entry_count, byte_count FROM app_size WHERE app = ?"
        return Self.size(try row(sql, [app]))
    }

    private static func size(_ row: Row?) -> LedgerSize {
        guard let row else { return LedgerSize() }
        return LedgerSize(entryCount: row[0], byteCount: row[1])
    }

    func forgetKeys(before time: UnixTime, beyond count: Int) throws {
        try execute(
            """
            DELETE FROM arrival
            WHERE (date < ? OR sequence <= (SELECT max(sequence) FROM arrival) - ?) AND NOT EXISTS
            (SELECT 1 FROM notification WHERE notification.sequence = arrival.sequence)
            """,
            [time.milliseconds, count]
        )
    }
}

extension [UInt8] {
    /// The bytes as a value of SQLite's; an empty array is an empty blob and not null.
    var blob: DatabaseValue { Data(self).databaseValue }
}
