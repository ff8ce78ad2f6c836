// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfrySystem
package import Foundation
internal import Glibc

/// The program `belfryd` as a child of a test, and requests to its socket, made with curl.
package final class LiveDaemon: Sendable {
    /// The program.
    package static var path: String { Workshop.products.appendingPathComponent("belfryd").path }

    /// Where it keeps what it remembers.
    package let state: String

    /// Its socket.
    package let socket: String

    /// What it said until it was ready.
    package let announcement: String

    private let program: Program

    /// Starts it, and returns once it is ready.
    ///
    /// - Parameters:
    ///   - folder: Where its state and its socket are; an earlier one's are taken up.
    ///   - arguments: Further arguments.
    ///   - user: Whose process it is, for root; nil for this process's user.
    ///   - launcher: A program with its arguments that becomes the daemon; empty for none.
    ///   - environment: What its environment has besides this process's.
    ///   - errors: What its standard error is, and that of the apps that it starts.
    /// - Throws: What keeps it from being started; ``DaemonStartError`` where it
    ///   ends before it is ready, or is not within minutes.
    package init(
        in folder: URL,
        _ arguments: [String] = [],
        as user: Int? = nil,
        through launcher: [String] = [],
        environment: [String: String] = [:],
        errors: FileHandle = .standardError
    ) throws {
        state = folder.appendingPathComponent("daemon").path
        socket = folder.appendingPathComponent("api").path
        let ends = try Descriptor.pipe().split { ($0.release(), $1.release()) }
        let output = Descriptor(owning: ends.0)
        let written = Descriptor(owning: ends.1)
        let words = ["--state", state, "--socket", socket] + arguments
        let other = user.map {
            ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"]
        }
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let isPlain = other == nil && variables.isEmpty && launcher.isEmpty
        program = try Program(
            isPlain ? Self.path : "/usr/bin/env",
            (isPlain ? [] : variables + (other ?? []) + launcher + [Self.path]) + words,
            streams: (STDIN_FILENO, written.raw, errors.fileDescriptor)
        )
        try written.close()
        var text = ""
        let deadline = MonotonicTime.now + Program.patience
        while !text.contains("\n  next") {
            guard output.waitUntilReadable(until: deadline),
                case let bytes = try output.read(upTo: 4096), !bytes.isEmpty
            else { throw DaemonStartError(text: text, hasEnded: program.hasEnded) }
            text += String(decoding: bytes, as: UTF8.self)
        }
        announcement = text
    }

    /// Kills it.
    package func kill() {
        program.end()
    }

    /// Tells it to stop, and waits until it has.
    ///
    /// - Returns: Its exit status.
    package func stop() -> Int32 {
        program.end(with: SIGTERM)
    }

    /// Kills the apps that run from its state: they outlive it.
    package func killApps() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            let link = "/proc/\(name)/exe"
            guard let process = Int32(name),
                let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
                program.hasPrefix(state + "/apps/")
            else { continue }
            _ = Glibc.kill(process, SIGKILL)
        }
    }

    // MARK: Requests

    /// What it answered.
    package struct Answer: Sendable {
        /// The HTTP status; 0 where there was no answer.
        package let status: Int

        /// The body's text.
        package let text: String

        /// The body, where it is a JSON object.
        package var object: JSONObject {
            (try? JSONValue.parse(Array(text.utf8)))?.object ?? [:]
        }

        /// The error's code, where there is one.
        package var code: String? { object["error"]?.object?["code"]?.string }
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: Such as `GET`.
    ///   - path: What follows the origin.
    ///   - body: The body's text; nil for none.
    ///   - headers: Lines such as `apns-id: 1`.
    ///   - origin: Where; nil for the socket.
    /// - Returns: The answer.
    /// - Throws: What keeps curl from being run.
    package func request(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String] = [],
        origin: String? = nil
    ) async throws -> Answer {
        var arguments = ["curl", "-sS", "-X", method, "-w", "\n%{http_code}"]
        if origin == nil { arguments += ["--unix-socket", socket] }
        if let body { arguments += ["--data-binary", body] }
        arguments += headers.flatMap { ["-H", $0] } + [(origin ?? "http://localhost") + path]
        let result = try await Command.run("/usr/bin/env", arguments)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: lines.last.flatMap { Int($0) } ?? 0,
            text: lines.dropLast().joined(separator: "\n")
        )
    }

    /// Follows the log until a condition holds.
    ///
    /// - Parameters:
    ///   - cursor: The id of the last event that is known.
    ///   - isEnough: Is asked after each event.
    /// - Returns: The events, with their ids.
    /// - Throws: What keeps curl from being run, or an end of the stream before that.
    package func events(
        after cursor: Int,
        until isEnough: @escaping @Sendable ([LoggedEvent]) -> Bool
    ) async throws -> [LoggedEvent] {
        let output = Pipe()
        let follower = try Program(
            "/usr/bin/env",
            [
                "curl", "-sSN", "--unix-socket", socket, "-H", "Last-Event-ID: \(cursor)",
                "http://localhost/v1/events",
            ],
            streams: (STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        )
        defer { follower.end() }
        try output.fileHandleForWriting.close()
        // On a thread of its own: what brings an event about may need those of Swift's tasks. A test
        // that is out of time ends curl, and with it the reading.
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try SystemThread.start(named: "events") {
                        let stream = output.fileHandleForReading
                        continuation.resume(with: Result { try Self.read(stream, until: isEnough) })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            follower.end()
        }
    }

    private static func read(
        _ stream: FileHandle,
        until isEnough: ([LoggedEvent]) -> Bool
    ) throws -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        var rest = Data()
        while !isEnough(events) {
            let bytes = stream.availableData
            guard !bytes.isEmpty else { throw CocoaError(.fileReadUnknown) }
            rest += bytes
            while let end = rest.range(of: Data("\n\n".utf8)) {
                let frame = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                rest = Data(rest[end.upperBound...])
                if let event = LoggedEvent(frame) { events.append(event) }
            }
        }
        return events
    }
}

/// A daemon that did not come to be ready.
package struct DaemonStartError: Error, CustomStringConvertible {
    /// What it has said so far.
    let text: String

    /// Whether it has ended; otherwise it took too long.
    let hasEnded: Bool

    package var description: String {
        "belfryd \(hasEnded ? "ended" : "took too long") before it was ready; it said: \(text)"
    }
}

/// One event of the daemon's stream.
package struct LoggedEvent: Sendable {
    package let id: Int
    package let kind: String

    /// The notification that it is about.
    package let sequence: Int?

    /// Reads a frame; nil for a comment.
    init?(_ frame: String) {
        var fields: [Substring: Substring] = [:]
        for line in frame.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        guard let id = fields["id"].flatMap({ Int($0) }), let kind = fields["event"],
            let data = fields["data"]
        else { return nil }
        self.id = id
        self.kind = String(kind)
        let object = (try? JSONValue.parse(Array(data.utf8)))?.object
        sequence = object?["sequence"].flatMap { value in
            if case .number(let number) = value { number.int } else { nil }
        }
    }
}
