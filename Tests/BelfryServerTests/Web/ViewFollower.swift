// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import EndToEndSupport
import Foundation
import Synchronization
import Testing

/// The stream of a notification that its content extension draws, as a page reads it; curl reads it here.
final class ViewFollower: Sendable {
    private let program: Program
    private let stream: FileHandle
    private let read = Mutex("")

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - visitor: Whose browser it is.
    ///   - rate: How many bytes are read in a second; nil for as many as come.
    /// - Throws: What keeps curl from being run.
    init(of sequence: Int, by visitor: WebVisitor, rate: Int? = nil) throws {
        let output = Pipe()
        stream = output.fileHandleForReading
        program = try Program(
            "/usr/bin/env",
            ["curl", "-sSN"] + (rate.map { ["--limit-rate", "\($0)"] } ?? [])
                + [
                    "-H", "Cookie: \(visitor.cookie ?? "")", "-H", "Sec-Fetch-Site: same-origin",
                    "\(visitor.origin)/v1/notifications/\(sequence)/view?width=320",
                ],
            streams: (STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        )
        try output.fileHandleForWriting.close()
    }

    deinit { program.end() }

    /// Goes away, as a page that is closed.
    func end() { program.end() }

    /// Waits until all that has come holds a text, or until the stream has ended.
    ///
    /// - Returns: All that has come.
    func text(until part: String) async throws -> String {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    // On a thread of its own: what brings it about may need those of Swift's tasks.
                    try SystemThread.start(named: "view") { [self] in
                        while !read.withLock({ $0.contains(part) }) {
                            let bytes = stream.availableData
                            if bytes.isEmpty { break }
                            read.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                        }
                        continuation.resume(returning: read.withLock(\.self))
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            program.end()
        }
    }

    /// The name of the view, by which the page says what the user does.
    func name() async throws -> String {
        let text = try await text(until: "\n\n")
        let quoted = text.split(separator: "\"")
        return String(try #require(quoted.first { $0.utf8.count == 64 }, "\(text)"))
    }
}
