// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Subprocess
internal import SystemPackage

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
        let variables = environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
            output: .string(limit: 1 << 24),
            error: .currentStandardError
        )
        guard result.terminationStatus.isSuccess else {
            throw BenchmarkError(
                "\(path) \(arguments.joined(separator: " ")) ended: \(result.terminationStatus); "
                    + "what it said is above"
            )
        }
        return result.standardOutput
    }
}
