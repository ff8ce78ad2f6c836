// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc

/// `belfry desktop intercept` as a child of a test, and what it prints.
final class Interception: Sendable {
    let log: JSONLog
    private let program: Program

    /// Where its errors go.
    private let errors: URL

    /// Starts it.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - bus: The session bus.
    ///   - folder: Where its files are.
    ///   - options: Further arguments.
    /// - Throws: What keeps it from being started.
    init(
        _ bundle: String,
        on bus: PrivateBus,
        in folder: URL,
        _ options: [String]
    ) throws {
        let output = folder.appendingPathComponent("intercept.log")
        errors = folder.appendingPathComponent("intercept.errors")
        log = JSONLog(file: output)
        for file in [output, errors] { try Data().write(to: file) }
        let lines = try FileHandle(forWritingTo: output)
        let complaints = try FileHandle(forWritingTo: errors)
        // Both are open until the program has them.
        defer { for handle in [lines, complaints] { try? handle.close() } }
        var environment = bus.environment
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["NO_COLOR"] = "1"
        program = try Program(
            "/usr/bin/env",
            environment.map { "\($0.key)=\($0.value)" } + [
                Workshop.products.appendingPathComponent("belfry").path, "desktop", "intercept",
                bundle, "--json", "--state", folder.appendingPathComponent("state").path, "--store",
                folder.appendingPathComponent("store").path,
            ] + options,
            streams: (STDIN_FILENO, lines.fileDescriptor, complaints.fileDescriptor)
        )
    }

    /// Waits until it has the name.
    func isServing() async throws {
        _ = try await log.line { $0["event"] == "serving" }
    }

    /// Waits until it watches what programs send, and returns what it says then.
    func isWatching() async throws -> JSONObject {
        try await log.line { $0["event"] == "watching" }
    }

    /// What became of a notification, once it is known.
    func record(_ title: String) async throws -> JSONObject {
        try await log.line { $0["event"] == "notification" && $0["title"]?.string == title }
    }

    /// What it has said on standard error.
    var complaint: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Kills it.
    func kill() { program.end() }

    /// Tells it to end, and waits until it has.
    ///
    /// - Returns: Its exit status.
    func stop() -> Int32 { program.end(with: SIGTERM) }

    /// Stops it as a debugger would, or has it go on.
    func pause() { program.send(SIGSTOP) }
    func goOn() { program.send(SIGCONT) }

    /// Tells it to end, and does not wait.
    func tellToStop() { program.send(SIGTERM) }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: Its exit status.
    func ended() async throws -> Int32 {
        while !program.hasEnded {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
        return program.end(with: 0)
    }
}
