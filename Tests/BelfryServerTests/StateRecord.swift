// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Testing

/// All that a daemon remembers: what its ledger says, and every other file of its state directory.
struct StateRecord: Equatable {
    /// The ledger as SQL, without the index of words, which is written behind it.
    private let rows: [Substring]

    /// The files by their paths within the directory.
    private let files: [String: Data]

    /// Reads what a daemon that runs has.
    init(of daemon: LiveDaemon) async throws {
        let dump = try await Command.run(
            "/usr/bin/env",
            ["sqlite3", "-readonly", daemon.state + "/center.sqlite", ".dump"]
        )
        try #require(dump.status == 0, "\(dump.errors)")
        rows = dump.output.split(separator: "\n").filter { line in
            !line.contains("notification_text") && !line.hasPrefix("INSERT INTO search ")
        }
        try #require(rows.contains { $0.hasPrefix("INSERT INTO event ") })
        // The ledger's own files change when SQLite moves its log into the database.
        files = try Self.files(in: daemon.state).filter { !$0.key.hasPrefix("center.sqlite") }
    }

    /// Reads the files of a directory whose ledger nobody has open, that ledger among them.
    init(of directory: String) throws {
        rows = []
        files = try Self.files(in: directory)
    }

    private static func files(in directory: String) throws -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String }
        var files: [String: Data] = [:]
        for name in names ?? [] {
            let path = "\(directory)/\(name)"
            // A directory is there, and has no bytes.
            files[name] = FileManager.default.contents(atPath: path) ?? Data()
        }
        try #require(!files.isEmpty, "nothing is in \(directory)")
        return files
    }
}
