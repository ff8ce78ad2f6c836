// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A program that is run to its end.
///
/// By Foundation's `Process`: the SDK's package may depend on no other, swift-subprocess among them,
/// as that would be compiled beside the SDK's `os` and `Security`.
struct Command {
    let status: Int32
    let output: String

    /// Runs a program and waits without holding a thread.
    init(_ executable: URL, _ arguments: [String]) async throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        for await _ in ends {}
        status = process.terminationStatus
        self.output = String(decoding: output, as: UTF8.self)
    }
}
