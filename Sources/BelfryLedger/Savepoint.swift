// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import GRDB

/// A part of a transaction that can fail by itself.
///
/// GRDB's own (`inSavepoint`) compiles its statements each time, and every arrival has one.
enum Savepoint {
    /// Does something within a transaction, and takes back what it did where it fails.
    ///
    /// - Parameters:
    ///   - database: The database, in a transaction.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or SQLite's error. Where SQLite has rolled back the whole
    ///   transaction, as on a full disk, there is nothing left to take back.
    static func perform<Value>(in database: Database, _ body: () throws -> Value) throws -> Value {
        try execute("SAVEPOINT part", in: database)
        do {
            let value = try body()
            try execute("RELEASE part", in: database)
            return value
        } catch {
            if database.isInsideTransaction {
                try? execute("ROLLBACK TO part", in: database)
                try? execute("RELEASE part", in: database)
            }
            throw error
        }
    }

    private static func execute(_ sql: String, in database: Database) throws {
        try database.cachedStatement(sql: sql).execute()
    }
}
