// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Foundation
internal import GRDB

/// Runs of extensions, and the files that notifications and requests own.
extension LedgerTransaction {
    func put(_ run: RunRecord) throws {
        try execute(
            """
            INSERT OR REPLACE INTO run
            VALUES (?1, ?, ?, ?, ?, ?, ?, ?, (SELECT app FROM notification WHERE sequence = ?1), ?, ?)
            """,
            [
                run.lease.sequence, run.lease.attempt, run.ended.milliseconds, run.verdict.word,
                run.verdict.reason, run.note, run.report?.count ?? 0, run.report?.blob,
                run.wall?.microseconds, run.wall?.limitMicroseconds,
            ]
        )
    }

    func runs(of sequence: Int) throws -> [RunRecord] {
        let sql = """
            SELECT attempt, ended, verdict, reason, note, report, wall, wall_limit FROM run
            WHERE sequence = ? ORDER BY attempt
            """
        return try rows(sql, [sequence]).map { row in
            RunRecord(
                ExtensionWork.Lease(sequence: sequence, attempt: row[0]),
                ended: UnixTime(milliseconds: row[1]),
                verdict: RecordedVerdict(word: row[2], reason: row[3]),
                note: row[4],
                report: (row[5] as Data?).map(Array.init),
                wall: (row[6] as Int?).map { microseconds in
                    RunRecord.Wall(microseconds: microseconds, limitMicroseconds: row[7] ?? 0)
                }
            )
        }
    }

    func reportByteCount() throws -> Int {
        try number("SELECT coalesce(sum(byte_count), 0) FROM run WHERE byte_count > 0") ?? 0
    }

    func removeRuns(before time: UnixTime, limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM run WHERE rowid IN
            (SELECT rowid FROM run WHERE ended < ? ORDER BY ended, sequence, attempt LIMIT ?)
            """,
            [time.milliseconds, limit]
        )
        return database.changesCount
    }

    func removeReports(limit: Int) throws -> Int {
        try execute(
            """
            UPDATE run SET report = NULL, byte_count = 0 WHERE rowid IN
            (SELECT rowid FROM run WHERE byte_count > 0 ORDER BY ended, sequence, attempt LIMIT ?)
            """,
            [limit]
        )
        return database.changesCount
    }

    // MARK: Files

    func own(_ file: String, by sequence: Int) throws {
        try execute("INSERT OR IGNORE INTO attachment VALUES (?, ?)", [file, sequence])
    }

    func own(_ file: String, byRequest generation: Int) throws {
        try execute("INSERT OR IGNORE INTO request_file VALUES (?, ?)", [file, generation])
    }

    func isOwned(_ file: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM attachment WHERE file = ?1)
            OR EXISTS (SELECT 1 FROM request_file WHERE file = ?1)
            """
        return try number(sql, [file]) == 1
    }

    func ownedFiles() throws -> Set<String> {
        let sql = """
            SELECT file FROM attachment JOIN notification USING (sequence) WHERE state <> 'removed'
            UNION SELECT file FROM request_file
            """
        return Set(try rows(sql).map { $0[0] })
    }

    func fileOwners(of app: String) throws -> [Int] {
        let sql = """
            SELECT DISTINCT sequence FROM attachment JOIN notification USING (sequence)
            WHERE app = ? ORDER BY sequence
            """
        return try rows(sql, [app]).map { $0[0] }
    }

    func disownFiles(of sequence: Int) throws -> [String] {
        let files: [String] = try rows(
            "SELECT file FROM attachment WHERE sequence = ? ORDER BY file",
            [sequence]
        ).map { $0[0] }
        guard !files.isEmpty else { return [] }
        try execute("DELETE FROM attachment WHERE sequence = ?", [sequence])
        return try files.filter { try !isOwned($0) }
    }

    func disownFiles(ofRequest generation: Int) throws -> [String] {
        let files: [String] = try rows(
            "SELECT file FROM request_file WHERE generation = ? ORDER BY file",
            [generation]
        ).map { $0[0] }
        guard !files.isEmpty else { return [] }
        try execute("DELETE FROM request_file WHERE generation = ?", [generation])
        return try files.filter { try !isOwned($0) }
    }
}
