// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter
internal import BelfrySystem
internal import Foundation
internal import GRDB
internal import Glibc

/// A store in a SQLite database that one process at a time has open.
///
/// Every commit is on the disk before it returns: the journal is a write-ahead log and
/// `synchronous` is `FULL`, so neither a crash nor a power loss takes back what was acknowledged.
package final class Ledger: CenterStore {
    /// How a ledger is opened.
    package struct Options: Sendable {
        /// Whether every page is looked at first; it reads the whole file.
        package var checksPages = true

        /// How hard a commit is waited for; only a test that has to fail wants another.
        package var synchronous = "FULL"

        /// Whether what is remembered of a notification is compared with its row each time it is
        /// asked for; tests do so.
        package var checksMemory = false

        /// The number after which events and responses go on in a ledger that has had none; nil for 0.
        ///
        /// Followers of the log and apps remember numbers of a ledger that was here before.
        package var numbersBegin: Int?

        package init() {}
    }

    /// The file.
    package let path: String

    /// Held while the ledger is open, so that a second process finds it taken.
    private var lock: LedgerLock?
    private let queue: DatabaseQueue
    private var open: Database?
    private let decoded: DecodedRows

    /// Opens a ledger, makes it where there is none, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: The file, in a directory that exists.
    ///   - options: How.
    /// - Throws: ``CenterError``: in use, damaged, of a newer version, or a failure of the disk;
    ///   nothing has changed then.
    package init(at path: String, options: Options = Options()) throws {
        self.path = path
        decoded = DecodedRows(checksRows: options.checksMemory)
        lock = try LedgerLock(path)
        do {
            if FileManager.default.fileExists(atPath: path) {
                try Self.inspect(path, options)
            }
            queue = try Self.connect(path, options)
            try LedgerSchema.migrate(queue)
            if let number = options.numbersBegin {
                try queue.write { try LedgerNumbers.begin(after: number, in: $0) }
            }
        } catch let error as DatabaseError {
            throw LedgerFault(error, path).error
        } catch let error as SystemError {
            throw LedgerFault(error, path).error
        }
    }

    // MARK: Transactions

    package func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try onQueue { database in
            try forgettingFailures {
                var value: Value?
                try database.inTransaction(.immediate) {
                    value = try body(LedgerTransaction(database, decoded))
                    return .commit
                }
                guard let value else { throw CenterError(.storage, "\(path) did not commit") }
                return value
            }
        }
    }

    package func nested<Value>(_ body: () throws -> Value) throws -> Value {
        guard let open else { return try body() }
        return try forgettingFailures { try Savepoint.perform(in: open, body) }
    }

    package func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try onQueue { try body(LedgerTransaction($0, decoded)) }
    }

    /// Does what is rolled back where it fails; what was remembered meanwhile is forgotten then.
    private func forgettingFailures<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            decoded.forgetAll()
            throw error
        }
    }

    private func onQueue<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.unsafeReentrantWrite { database in
                open = database
                defer { open = nil }
                return try body(database)
            }
        } catch let error as DatabaseError {
            throw LedgerFault(error, path).error
        }
    }

    // MARK: Upkeep

    /// Looks at every page and every reference.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/damaged`` and what is wrong.
    package func check() throws {
        try onQueue { database in
            try Self.checkPages(database, path, "integrity_check")
            guard try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil else {
                throw LedgerFault.damaged(path, "a row refers to one that is not there")
            }
        }
    }

    /// Writes a copy that can be opened by itself, while the ledger stays open.
    ///
    /// - Parameter path: A file that does not exist.
    /// - Throws: ``CenterError``; the ledger itself is as it was.
    package func backUp(to path: String) throws {
        try onQueue { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    }

    /// Closes the database, which another process may open then; after that every call fails.
    package func close() throws {
        try queue.close()
        lock = nil
    }

    deinit {
        // Before the lock goes. What cannot be closed now ends with the process.
        try? queue.close()
    }

    // MARK: Opening

    /// Opens the database, and has every commit wait for the disk.
    ///
    /// The order counts: GRDB sets `synchronous` to `NORMAL` itself where its configuration asks for a
    /// write-ahead log, and then a power loss takes back what was committed.
    private static func connect(_ path: String, _ options: Options) throws -> DatabaseQueue {
        // SQLite gives its other files the mode of this one.
        try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600).close()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = \(options.synchronous)")
        }
        return queue
    }

    /// Looks at a file before anything is written to it.
    private static func inspect(_ path: String, _ options: Options) throws {
        do {
            try inspect(path, readonly: true, options)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            // A process that was killed left a journal, which only a writer can roll back.
            try inspect(path, readonly: false, options)
        }
    }

    private static func inspect(_ path: String, readonly: Bool, _ options: Options) throws {
        var configuration = Configuration()
        configuration.readonly = readonly
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let kind = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            if tables == 0, version == 0, kind == 0 { return }
            try LedgerSchema.verify(database, path)
            if options.checksPages { try checkPages(database, path, "quick_check") }
        }
        try queue.close()
    }

    private static func checkPages(
        _ database: Database,
        _ path: String,
        _ pragma: String
    ) throws {
        let findings = try String.fetchAll(database, sql: "PRAGMA \(pragma)(1)")
        guard findings == ["ok"] else {
            throw LedgerFault.damaged(path, findings.first ?? "it cannot be checked")
        }
    }
}
