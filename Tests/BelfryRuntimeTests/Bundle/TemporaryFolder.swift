// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc

/// A folder for one test, removed with everything in it when the test lets go of it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let made =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-runtime-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        path = try Self.canonical(made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file into the folder, and the folders it lies in.
    func write(_ text: String, to name: String) throws {
        try makeFolder((name as NSString).deletingLastPathComponent)
        try text.write(toFile: self(name), atomically: false, encoding: .utf8)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: self(name),
            withIntermediateDirectories: true
        )
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: self(name),
            withDestinationPath: target
        )
    }

    func makeFifo(_ name: String) throws {
        try checked("mkfifo") { unsafe mkfifo(self(name), 0o600) }
    }

    func setMode(_ mode: mode_t, of name: String) throws {
        try checked("chmod") { unsafe chmod(self(name), mode) }
    }

    private static func canonical(_ path: String) throws -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw SystemError(call: "realpath", subject: path, errno: errno)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
