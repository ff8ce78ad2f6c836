// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// A sender that pushes to a daemon with curl, and the user of that daemon.
struct PushSender {
    let daemon: LiveDaemon
    let app: String
    let port: Int
    let authority: String

    /// Takes a daemon whose push endpoint is open, and the app to push to.
    init(_ daemon: LiveDaemon, to app: String = DaemonFixture.app) async throws {
        self.daemon = daemon
        self.app = app
        let document = try await daemon.request("GET", "/v1/apns").object
        guard case .number(let number)? = document["port"], let port = number.int else {
            throw CocoaError(.coderReadCorrupt)
        }
        self.port = port
        authority = try #require(document["authority"]?.string)
    }

    /// Runs `belfry`, and has it succeed.
    func belfry(_ arguments: String...) async throws -> String {
        let result = try await attempt(arguments)
        try #require(result.status == 0, "belfry \(arguments): \(result.errors)")
        return result.output.trimmingCharacters(in: .newlines)
    }

    func attempt(_ arguments: [String]) async throws -> Command.Result {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments)
    }

    /// What a sender was answered.
    struct Answer {
        let status: String
        let reason: String

        /// The header `apns-unique-id`; empty where there is none.
        let known: String
    }

    /// Pushes an alert.
    ///
    /// - Parameters:
    ///   - title: The alert's title.
    ///   - token: The device token.
    ///   - headers: Further headers.
    /// - Returns: The answer.
    /// - Throws: What keeps curl from being answered.
    func push(_ title: String, to token: String, _ headers: [String] = []) async throws -> Answer {
        let body = #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1}}"#
        return try await push(body, headers, to: token)
    }

    /// Pushes a payload.
    ///
    /// - Parameters:
    ///   - body: The payload.
    ///   - headers: Further headers.
    ///   - token: The device token.
    /// - Returns: The answer.
    /// - Throws: What keeps curl from being answered.
    func push(_ body: String, _ headers: [String], to token: String) async throws -> Answer {
        let fields = ["apns-topic: \(app)"] + headers
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--http2", "--cacert", authority, "-w",
                "\n%{http_code} %header{apns-unique-id}", "-d", body,
                "https://localhost:\(port)/3/device/\(token)",
            ] + fields.flatMap { ["-H", $0] }
        )
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.last?.split(separator: " ").map(String.init) ?? []
        return Answer(
            status: words.first ?? "",
            reason: lines.dropLast().joined(),
            known: words.count > 1 ? words[1] : ""
        )
    }

    /// What the delivery log says of a push, step by step.
    func steps(_ answer: Answer) async throws -> [String] {
        let object = try await daemon.request("GET", "/v1/push-log/\(answer.known)").object
        guard case .array(let steps)? = object["steps"] else { return [] }
        return steps.map { step in
            let object = step.object ?? [:]
            return [object["outcome"]?.string, object["reason"]?.string].compactMap(\.self)
                .joined(separator: " ")
        }
    }
}
