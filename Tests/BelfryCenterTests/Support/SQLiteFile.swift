// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

/// A database that is changed from outside, with Debian's `sqlite3`.
enum SQLiteFile {
    static func execute(_ sql: String, in path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", path, sql]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "sqlite3 is missing, or refused \(sql)")
    }
}
