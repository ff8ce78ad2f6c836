// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
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
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, not pipes: a full pipe would stop a talkative program.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        try Data().write(to: files[1])
        try Data().write(to: files[2])
        let program = try start(path, arguments, files)
        // Not a stream, which ends at once in a task that is cancelled.
        let status = try await withCheckedThrowingContinuation {
            (end: CheckedContinuation<Int32, any Error>) in
            do {
                try SystemThread.start(named: "belfry-command") {
                    end.resume(returning: program.wait())
                }
            } catch {
                end.resume(throwing: error)
            }
        }
        return Result(
            status: status,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8)
        )
    }

    private static func start(
        _ path: String,
        _ arguments: [String],
        _ files: [URL]
    ) throws -> Program {
        let input = try FileHandle(forReadingFrom: files[0])
        let output = try FileHandle(forWritingTo: files[1])
        let errors = try FileHandle(forWritingTo: files[2])
        defer { for handle in [input, output, errors] { try? handle.close() } }
        return try Program(
            path,
            arguments,
            streams: (input.fileDescriptor, output.fileDescriptor, errors.fileDescriptor)
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
