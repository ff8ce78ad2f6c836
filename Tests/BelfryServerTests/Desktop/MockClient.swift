// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc

/// A program that shows notifications, `notification_client.py` of `Tests/Conformance/Desktop`, and what
/// it is told.
final class MockClient: Sendable {
    let log: JSONLog
    private let input: Pipe
    private let program: Program

    /// Its connection on the bus.
    let name: String

    /// Starts it, and returns once it is on the bus.
    init(
        on bus: PrivateBus,
        in folder: URL,
        _ name: String = "client",
        _ options: [String] = []
    ) async throws {
        let file = folder.appendingPathComponent("\(name).log")
        log = JSONLog(file: file)
        input = Pipe()
        let script = Workshop.root
            .appendingPathComponent("Tests/Conformance/Desktop/notification_client.py").path
        program = try Program(
            "/usr/bin/env",
            bus.environment.map { "\($0.key)=\($0.value)" } + [
                MockServer.python, script, file.path,
            ] + options,
            streams: (input.fileHandleForReading.fileDescriptor, STDERR_FILENO, STDERR_FILENO)
        )
        self.name = try await log.line { $0["event"] == "began" }["name"]?.string ?? ""
    }

    /// Has it do something, and does not wait.
    func send(_ command: String, _ wish: JSONObject) throws {
        let line = "\(command) " + String(decoding: wish.serialized(), as: UTF8.self) + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    }

    /// Shows a notification, and does not wait; the tag is its title's.
    func notify(_ title: String, _ rest: JSONObject = [:]) throws {
        var wish = rest
        wish["tag"] = .string(title)
        wish["summary"] = .string(title)
        try send("notify", wish)
    }

    /// What it was told of the call with a tag, once it was: the values of the answer, or an error.
    func answer(_ tag: String) async throws -> JSONObject {
        try await log.line { line in
            ["answer", "error", "flooded"].contains(line["event"]?.string)
                && line["tag"]?.string == tag
        }
    }

    /// The number that it was given for a notification.
    func number(_ tag: String) async throws -> Int {
        let answer = try await answer(tag)
        guard case .array(let values)? = answer["values"], case .number(let number)? = values.first,
            let whole = Int(number.literal)
        else { throw ClientError(description: "\(tag) was answered with \(answer)") }
        return whole
    }

    /// The name of the error that it was told.
    func error(_ tag: String) async throws -> String {
        try await answer(tag)["name"]?.string ?? ""
    }

    /// The signals of a name that it has heard, once there are so many: their values.
    func signals(_ member: String, _ count: Int) async throws -> [JSONValue] {
        let lines = try await log.lines { lines in
            lines.count { $0["member"]?.string == member } >= count
        }
        return lines.filter { $0["member"]?.string == member }.compactMap { $0["arguments"] }
    }

    /// Waits until whoever has the server's name has read all that it was sent, which the server need not
    /// have heard of.
    func settle(_ tag: String = "settled") async throws {
        let interface: JSONValue = "org.freedesktop.DBus.Peer"
        try send("call", ["tag": .string(tag), "member": "Ping", "interface": interface])
        _ = try await answer(tag)
    }
}

struct ClientError: Error, CustomStringConvertible {
    let description: String
}
