// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Subprocess
import Testing

/// A database that is changed from outside, with Debian's `sqlite3`.
enum SQLiteFile {
    static func execute(_ sql: String, in path: String) async throws {
        let sqlite = try await Subprocess.run(
            .name("sqlite3"),
            arguments: [path, sql],
            output: .discarded,
            error: .currentStandardError
        )
        try #require(sqlite.terminationStatus.isSuccess, "sqlite3 refused \(sql)")
    }

    /// How SQLite would answer a query (EXPLAIN QUERY PLAN), step by step.
    static func plan(_ sql: String, in path: String) async throws -> [String] {
        let sqlite = try await Subprocess.run(
            .name("sqlite3"),
            arguments: [path, "EXPLAIN QUERY PLAN \(sql)"],
            output: .string(limit: 1 << 16),
            error: .currentStandardError
        )
        try #require(sqlite.terminationStatus.isSuccess, "sqlite3 refused \(sql)")
        return sqlite.standardOutput.split(separator: "\n").map(String.init)
    }
}
