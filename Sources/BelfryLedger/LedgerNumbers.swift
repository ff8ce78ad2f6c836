// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import GRDB

/// The last numbers that a ledger has given to events, notifications and responses.
///
/// Followers of the log, apps and people remember them. One that is given a second time, after a backup
/// was restored, would be taken for what they have seen already.
struct LedgerNumbers {
    /// How far the numbers go on where it is not known which were given since the backup.
    ///
    /// Less than the number of events and of pushes that a ledger remembers, which it counts by them.
    private static let leap = 100_000

    private static let tables = ["event", "response", "notification"]

    /// By the names of their tables.
    private let last: [String: Int]

    init(in database: Database) throws {
        last = try Self.tables.reduce(into: [:]) { last, table in
            last[table] =
                try Int.fetchOne(
                    database,
                    sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                    arguments: [table]
                ) ?? 0
        }
    }

    /// Has a ledger give numbers above one, unless it has given some.
    ///
    /// - Parameters:
    ///   - number: The last one that is not given.
    ///   - database: The ledger, of this version.
    /// - Throws: The database's error.
    static func begin(after number: Int, in database: Database) throws {
        for table in ["event", "response"] {
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence SELECT ?, ?
                    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)
                    """,
                arguments: [table, number, table]
            )
        }
    }

    /// Has a backup give numbers that are higher than its own and than those of the ledger that it
    /// replaces.
    ///
    /// One number of each kind stays out, by which a follower of the log notices that it has missed
    /// something. Who compares the version of an app's categories finds another one.
    ///
    /// - Parameters:
    ///   - backup: The backup's copy, of this version.
    ///   - replaced: The numbers of the ledger that it replaces; nil where they cannot be read.
    /// - Throws: The database's error.
    static func advance(_ backup: Database, beyond replaced: LedgerNumbers?) throws {
        for (table, own) in try LedgerNumbers(in: backup).last {
            let next = replaced.map { max(own, $0.last[table] ?? 0) + 1 } ?? own + leap
            try backup.execute(
                sql: "DELETE FROM sqlite_sequence WHERE name = ?",
                arguments: [table]
            )
            try backup.execute(
                sql: "INSERT INTO sqlite_sequence VALUES (?, ?)",
                arguments: [table, next]
            )
        }
        try backup.execute(sql: "UPDATE category SET version = version + \(leap)")
    }
}
