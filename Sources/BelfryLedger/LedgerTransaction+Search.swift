// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import GRDB

/// The index of what notifications say.
///
/// It is written behind the arrivals, which never wait for it. The row of `search` says how far it is:
/// up to which notification there is one, and up to which event it has the decisions. Where the log has
/// lost events behind that, it is written anew.
extension LedgerTransaction {
    func search(
        _ query: SearchQuery,
        of apps: Set<String>?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> [LedgerEntry] {
        guard !states.isEmpty, apps?.isEmpty != true else { return [] }
        var arguments: LedgerArguments = [Self.match(query), sequence ?? Int.max]
        arguments += LedgerArguments(states.map(\.rawValue).sorted())
        if let apps { arguments += LedgerArguments(apps.sorted()) }
        arguments += [limit]
        let sequences = try rows(Self.search(states.count, ofApps: apps?.count), arguments)
        return try sequences.compactMap { try entry($0[0]) }
    }

    /// Finds the newest notifications with some words.
    ///
    /// The index has them in order, and SQLite goes no further than the limit.
    static func search(_ stateCount: Int, ofApps appCount: Int?) -> String {
        func marks(_ count: Int) -> String {
            Array(repeating: "?", count: count).joined(separator: ", ")
        }
        return """
            SELECT notification.sequence FROM notification_text
            CROSS JOIN notification ON notification.sequence = notification_text.rowid
            WHERE notification_text MATCH ? AND notification_text.rowid < ?
            AND state IN (\(marks(stateCount)))
            \(appCount.map { "AND notification.app IN (\(marks($0)))" } ?? "")
            ORDER BY notification_text.rowid DESC LIMIT ?
            """
    }

    /// What is looked for, as FTS5 reads it: each term is a string of words, the last of which may go on.
    ///
    /// A ``SearchText`` has neither a quotation mark nor any other sign.
    static func match(_ query: SearchQuery) -> String {
        query.terms.map { "\"\($0.words)\"*" }.joined(separator: " AND ")
    }

    // MARK: Writing

    func updateSearch(limit: Int) throws -> Bool {
        guard let row = try row("SELECT sequence, cursor FROM search") else { return false }
        let (known, read): (Int, Int) = (row[0], row[1])
        let lastEvent = try lastCursor()
        let firstEvent = try number("SELECT min(cursor) FROM event") ?? lastEvent + 1
        let start = firstEvent > read + 1 && lastEvent > read ? 0 : known
        let decided = try rows(
            """
            SELECT cursor, sequence FROM event
            WHERE cursor > ? AND kind = 'decided' AND sequence IS NOT NULL
            ORDER BY cursor LIMIT ?
            """,
            [read, limit]
        )
        // One that the index does not have yet comes with what is decided of it.
        for sequence in Set(decided.map { $0[1] as Int }) where sequence <= start {
            try index(sequence)
        }
        let added = try rows(
            "SELECT sequence FROM notification WHERE sequence > ? ORDER BY sequence LIMIT ?",
            [start, limit]
        ).map { $0[0] as Int }
        for sequence in added { try index(sequence) }
        let hasMore = decided.count == limit
        let cursor = hasMore ? (decided[limit - 1][0] as Int) : lastEvent
        let sequence = added.last ?? start
        if (sequence, cursor) != (known, read) {
            try execute("UPDATE search SET sequence = ?, cursor = ?", [sequence, cursor])
        }
        return hasMore || added.count == limit
    }

    /// A notification; nil where there is none, or its row cannot be read: it has no words to be found by.
    private func readable(_ sequence: Int) throws -> LedgerEntry? {
        do {
            return try entry(sequence)
        } catch let error as CenterError where error.code == .damaged {
            return nil
        }
    }

    private func index(_ sequence: Int) throws {
        try execute("DELETE FROM notification_text WHERE rowid = ?", [sequence])
        guard let entry = try readable(sequence) else { return }
        let texts = SearchedTexts(entry)
        try execute(
            "INSERT INTO notification_text (rowid, title, subtitle, body, app) VALUES (?, ?, ?, ?, ?)",
            [sequence, texts.title.words, texts.subtitle.words, texts.body.words, texts.app.words]
        )
    }
}
