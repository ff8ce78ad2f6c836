// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Runs a program to its end.
package enum Command {
    /// How a program ended and what it said.
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Waits without holding one of the few threads that Swift's tasks share, a host's among them.
    package static func run(
        _ path: String,
        _ arguments: [String],
        input: String = ""
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, not pipes: a full pipe would stop a talkative program.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        try Data().write(to: files[1])
        try Data().write(to: files[2])
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        // Not a stream, which ends at once in a task that is cancelled.
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8)
        )
    }
}

/// A program that did not do what it was run for.
package struct CommandError: Error, CustomStringConvertible {
    /// The program's name and what it said.
    package let description: String

    package init(_ program: String, _ result: Command.Result) {
        description = "\(program) ended with \(result.status): \(result.errors)\(result.output)"
    }
}
