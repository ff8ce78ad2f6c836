// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import GRDB

/// Events, sinks, tombstones and responses.
extension LedgerTransaction {
    // MARK: Events

    @discardableResult
    func append(_ event: CenterEvent) throws -> Int {
        try execute(
            "INSERT INTO event (kind, app, sequence, note, date) VALUES (?, ?, ?, ?, ?)",
            [
                event.kind.rawValue, event.app, event.sequence, event.note,
                event.date.milliseconds,
            ]
        )
        return Int(database.lastInsertedRowID)
    }

    func events(after cursor: Int, limit: Int) throws -> [CenterEvent] {
        let sql = """
            SELECT cursor, kind, app, sequence, note, date FROM event WHERE cursor > ?
            ORDER BY cursor LIMIT ?
            """
        return try rows(sql, [cursor, limit]).map(Self.event)
    }

    func events(of sequence: Int, limit: Int) throws -> [CenterEvent] {
        let sql = """
            SELECT cursor, kind, app, sequence, note, date FROM event WHERE sequence = ?
            ORDER BY cursor LIMIT ?
            """
        return try rows(sql, [sequence, limit]).map(Self.event)
    }

    private static func event(_ row: Row) throws -> CenterEvent {
        guard let kind = CenterEvent.Kind(rawValue: row[1]) else {
            throw CenterError(.damaged, "event \(row[0] as Int) is of an unknown kind")
        }
        var event = CenterEvent(
            kind,
            app: row[2],
            sequence: row[3],
            note: row[4],
            date: UnixTime(milliseconds: row[5])
        )
        event.cursor = row[0]
        return event
    }

    func lastCursor() throws -> Int {
        try number("SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }

    func lastEventDate() throws -> UnixTime? {
        try time("SELECT date FROM event ORDER BY cursor DESC LIMIT 1")
    }

    func trimEvents(through cursor: Int, before time: UnixTime, beyond count: Int) throws {
        try execute(
            """
            DELETE FROM event WHERE cursor <= ?
            AND (cursor < coalesce(
                (SELECT cursor FROM event WHERE date >= ? ORDER BY cursor LIMIT 1), ?
            ) OR cursor <= (SELECT max(cursor) FROM event) - ?)
            """,
            [cursor, time.milliseconds, Int.max, count]
        )
    }

    func sinkCursors() throws -> [String: Int] {
        var cursors: [String: Int] = [:]
        for row in try rows("SELECT name, cursor FROM sink") { cursors[row[0]] = row[1] }
        return cursors
    }

    func put(cursor: Int, ofSink sink: String) throws {
        try execute("INSERT OR REPLACE INTO sink VALUES (?, ?)", [sink, cursor])
    }

    // MARK: Tombstones

    func append(_ tombstone: Tombstone) throws {
        try execute(
            """
            INSERT INTO tombstone (app, subject, identifier, sequence, reason, note, date)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                tombstone.app, tombstone.subject.rawValue, tombstone.identifier,
                tombstone.sequence, tombstone.reason.rawValue, tombstone.note,
                tombstone.date.milliseconds,
            ]
        )
    }

    func tombstones(after number: Int, limit: Int) throws -> [Tombstone] {
        let sql = """
            SELECT number, app, subject, identifier, sequence, reason, note, date FROM tombstone
            WHERE number > ? ORDER BY number LIMIT ?
            """
        return try rows(sql, [number, limit]).map { row in
            guard let subject = Tombstone.Subject(rawValue: row[2]),
                let reason = Tombstone.Reason(rawValue: row[5])
            else {
                throw CenterError(.damaged, "tombstone \(row[0] as Int) has an unknown reason")
            }
            var tombstone = Tombstone(
                app: row[1],
                subject: subject,
                identifier: row[3],
                sequence: row[4],
                reason: reason,
                note: row[6],
                date: UnixTime(milliseconds: row[7])
            )
            tombstone.number = row[0]
            return tombstone
        }
    }

    func trimTombstones(before time: UnixTime, beyond count: Int) throws {
        try execute(
            """
            DELETE FROM tombstone WHERE date < ?
            OR number <= (SELECT max(number) FROM tombstone) - ?
            """,
            [time.milliseconds, count]
        )
    }

    // MARK: Responses

    func insert(_ response: UserResponse) throws -> Int {
        try execute(
            "INSERT INTO response (app, document) VALUES (?, ?)",
            [response.app, try ContentCoding.text(response)]
        )
        return Int(database.lastInsertedRowID)
    }

    func response(_ number: Int) throws -> UserResponse? {
        let sql = "SELECT number, document FROM response WHERE number = ?"
        return try row(sql, [number]).flatMap(Self.response)
    }

    func responses(of app: String) throws -> [UserResponse] {
        try rows("SELECT number, document FROM response WHERE app = ? ORDER BY number", [app])
            .compactMap(Self.response)
    }

    func update(_ response: UserResponse) throws {
        try execute(
            "UPDATE response SET document = ? WHERE number = ?",
            [try ContentCoding.text(response), response.number]
        )
    }

    func removeResponse(_ number: Int) throws {
        try execute("DELETE FROM response WHERE number = ?", [number])
    }

    /// The response of a row; nil for one that cannot be read, which stands in no other's way.
    private static func response(_ row: Row) -> UserResponse? {
        guard var response: UserResponse = try? ContentCoding.value(row[1]) else { return nil }
        response.number = row[0]
        return response
    }
}
