// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import Foundation
internal import GRDB
internal import Glibc

/// A ledger as a file: looked at and copied beside the process that has it open, and replaced when
/// none has.
package struct LedgerFile: Sendable {
    private let path: String

    /// - Parameter path: The file.
    package init(_ path: String) {
        self.path = path
    }

    /// Looks at every page and every reference.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/damaged`` and what is wrong, with
    ///   ``CenterError/Code/newerSchema``, or with ``CenterError/Code/notFound``.
    package func check() throws {
        try reading(path) { database in
            let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
            guard findings == ["ok"] else {
                throw LedgerFault.damaged(path, findings.first ?? "it cannot be checked")
            }
            guard try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil else {
                throw LedgerFault.damaged(path, "a row refers to one that is not there")
            }
        }
    }

    /// The stored files that notifications and pending requests show, once for each that shows it.
    ///
    /// - Throws: ``CenterError``.
    package func ownedFiles() throws -> [OwnedFile] {
        var files: [OwnedFile] = []
        try reading(path) { database in
            // A ledger of an early version has neither.
            guard try database.tableExists("request_file") else { return }
            let shown = """
                SELECT file, app, sequence, state = 'removed' OR sequence IN (
                    SELECT sequence FROM tombstone
                    WHERE subject = 'notification' AND reason = 'removedByUser'
                ) AS was_dismissed
                FROM attachment JOIN notification USING (sequence)
                """
            files += try Row.fetchAll(database, sql: shown).map { row in
                OwnedFile(
                    path: row["file"],
                    app: row["app"],
                    owner: .notification(row["sequence"], wasDismissed: row["was_dismissed"])
                )
            }
            let pending = """
                SELECT file, app, identifier FROM request_file JOIN request USING (generation)
                """
            files += try Row.fetchAll(database, sql: pending).map { row in
                OwnedFile(path: row["file"], app: row["app"], owner: .request(row["identifier"]))
            }
        }
        return files
    }

    /// Looks whether the ledger can be opened, by its lock and its header alone, and makes no file.
    ///
    /// - Throws: ``CenterError``: in use, of a newer version, or a database of something else.
    package func checkCanOpen() throws {
        try LedgerLock.check(path)
        try checkHeader()
    }

    /// Looks at the header of the file: SQLite would make files beside it.
    ///
    /// What is no database at all, and what only the journal says, the opening finds.
    ///
    /// - Throws: ``CenterError`` for a ledger of a newer version, and a database of something else.
    private func checkHeader() throws {
        let header = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(
            upToCount: 100
        )
        guard let header, header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8))
        else { return }
        // Fields of the header (the page "Database File Format" of SQLite).
        func number(at offset: Int) -> Int {
            header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let (kind, version) = (number(at: 68), number(at: 60))
        // A ledger whose process was killed early has all that in its journal alone.
        guard kind != 0 || version != 0 else { return }
        try LedgerSchema.verify(kind: kind, version: version, path)
    }

    /// Writes a copy that can be opened by itself: what was committed until now.
    ///
    /// - Parameter copy: A file that does not exist.
    /// - Throws: ``CenterError``; then there is no copy.
    package func backUp(to copy: String) throws {
        guard !FileManager.default.fileExists(atPath: copy) else {
            throw CenterError(
                .storage,
                "\(copy) is there already; name a file that is not, or remove it"
            )
        }
        do throws(SystemError) {
            // Nobody else may read it.
            try Descriptor.open(copy, O_RDWR | O_CREAT | O_EXCL).close()
        } catch {
            throw LedgerFault(error, copy).error
        }
        do {
            try reading(path) { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            try synchronize(copy)
            try keepName(of: copy)
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error
        }
    }

    /// Puts a backup in the ledger's place, when no process has the ledger open.
    ///
    /// - Parameter backup: A file that ``backUp(to:)`` wrote; it is checked first, and stays.
    /// - Returns: Where the old ledger is now; nil where there was none.
    /// - Throws: ``CenterError``; the ledger is as it was then.
    package func restore(from backup: String) throws -> String? {
        try restore(from: backup, holding: try LedgerLock(path))
    }

    private func restore(from backup: String, holding lock: consuming LedgerLock) throws -> String?
    {
        try LedgerFile(backup).check()
        let staged = path + ".restoring"
        do {
            try stage(backup, as: staged)
        } catch {
            Self.remove(staged)
            throw error
        }
        let kept = try keepOld()
        try keepName(of: path)
        // A journal would be played into whatever has its ledger's name, so it goes first, for good.
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try keepName(of: path)
        do throws(SystemError) {
            // One step: at any moment there is a ledger, the old one or the new one.
            try checked("rename", staged) { unsafe rename(staged, path) }
        } catch {
            let journal = kept.map { $0 + "-wal" }
            if let journal {
                try? FileManager.default.linkItem(atPath: journal, toPath: path + "-wal")
            }
            throw LedgerFault(error, path).error
        }
        try keepName(of: path)
        return kept
    }

    /// Makes the copy that is to be the ledger.
    private func stage(_ backup: String, as staged: String) throws {
        Self.remove(staged)
        try LedgerFile(backup).backUp(to: staged)
        // Opening it brings an older version up to date, and refuses a newer one.
        try Ledger(at: staged).close()
        try advanceNumbers(of: staged)
        guard !FileManager.default.fileExists(atPath: staged + "-wal") else {
            throw CenterError(
                .full,
                "\(staged) could not be written whole, as on a full disk; nothing was changed; free "
                    + "some room and try again"
            )
        }
        for suffix in ["-shm", ".lock"] {
            try? FileManager.default.removeItem(atPath: staged + suffix)
        }
    }

    private static func remove(_ ledger: String) {
        for suffix in ["", "-wal", "-shm", ".lock"] {
            try? FileManager.default.removeItem(atPath: ledger + suffix)
        }
    }

    /// Has a backup go on with numbers that were never given.
    private func advanceNumbers(of backup: String) throws {
        var replaced: LedgerNumbers?
        // A ledger that is damaged, or is not there, says nothing.
        try? reading(path, ofAnyVersion: true) { replaced = try LedgerNumbers(in: $0) }
        try reading(backup) { database in
            try database.inTransaction {
                try LedgerNumbers.advance(database, beyond: replaced)
                return .commit
            }
        }
    }

    /// Gives the ledger a second name, under which it stays with its journal.
    private func keepOld() throws -> String? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return nil }
        // What is only in the journal goes into the file, so that it is whole without it. Where that
        // fails, as on a full disk or for a damaged file, it is whole under its second name alone.
        try? reading(path, ofAnyVersion: true) {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var number = 1
        while files.fileExists(atPath: "\(path).old-\(number)") { number += 1 }
        let kept = "\(path).old-\(number)"
        for suffix in ["-wal", ""] where files.fileExists(atPath: path + suffix) {
            do {
                try files.linkItem(atPath: path + suffix, toPath: kept + suffix)
            } catch {
                // A file system without hard links.
                try files.copyItem(atPath: path + suffix, toPath: kept + suffix)
            }
        }
        return kept
    }

    // MARK: Reading

    private func reading(
        _ path: String,
        ofAnyVersion isAny: Bool = false,
        _ body: (Database) throws -> Void
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CenterError(.notFound, "there is no ledger \(path)")
        }
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            try queue.inDatabase { database in
                try LedgerSchema.verify(database, path, ofAnyVersion: isAny)
                try body(database)
            }
        } catch let error as DatabaseError {
            throw LedgerFault(error, path).error
        }
    }

    private func synchronize(_ path: String) throws {
        do throws(SystemError) {
            try Descriptor.open(path, O_RDONLY).synchronize(path)
        } catch {
            throw LedgerFault(error, path).error
        }
    }

    private func keepName(of path: String) throws {
        do throws(SystemError) {
            try Descriptor.synchronizeParent(of: path)
        } catch {
            throw LedgerFault(error, path).error
        }
    }
}
