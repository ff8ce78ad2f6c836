// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import EndToEndSupport
import Foundation
import Testing

/// A script that a test runs beside the daemon, and reads the lines of.
final class PythonScript: Sendable {
    private let program: Program
    private let stream: FileHandle
    private let input: Pipe

    /// Starts it; its standard input is open for as long as this is there.
    init(_ text: String, _ arguments: [String]) throws {
        let output = Pipe()
        input = Pipe()
        stream = output.fileHandleForReading
        program = try Program(
            "/usr/bin/env",
            ["python3", "-c", text] + arguments,
            streams: (
                input.fileHandleForReading.fileDescriptor,
                output.fileHandleForWriting.fileDescriptor, STDERR_FILENO
            )
        )
        try output.fileHandleForWriting.close()
    }

    deinit { program.end() }

    /// Kills it.
    func end() { program.end() }

    /// Waits for the next line; a test that is out of time ends the script, and with it the line.
    func line() async throws -> Data {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    // On a thread of its own: what brings it about may need those of Swift's tasks.
                    try SystemThread.start(named: "script") { [stream] in
                        var line = Data()
                        while line.last != UInt8(ascii: "\n") {
                            guard let byte = try? stream.read(upToCount: 1), !byte.isEmpty else {
                                break
                            }
                            line += byte
                        }
                        continuation.resume(returning: line)
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            program.end()
        }
    }
}

extension LiveDaemon {
    /// The number of the daemon's process; nil where it has ended.
    var process: Int? {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.lazy.compactMap { Int($0) }.first { number in
            let words = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
            return words?.hasPrefix("\(Self.path)\0--state\0\(state)\0") == true
        }
    }
}
