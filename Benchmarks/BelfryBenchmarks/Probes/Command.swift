// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A program that is run to its end.
enum Command {
    /// Runs a program and waits without holding a thread.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: What is in its environment besides ours.
    /// - Returns: What it printed on standard output.
    /// - Throws: ``BenchmarkError`` when it cannot be started or does not end with status 0.
    static func output(
        of path: String,
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
        let pipe = Pipe()
        process.standardOutput = pipe
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        for await _ in ends {}
        guard process.terminationStatus == 0 else {
            throw BenchmarkError(
                "\(path) \(arguments.joined(separator: " ")) ended with status "
                    + "\(process.terminationStatus); what it said is above"
            )
        }
        return String(decoding: output, as: UTF8.self)
    }
}
