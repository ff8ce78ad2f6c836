// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Requests to a daemon's port as a browser makes them, by curl: with a cookie and an origin.
struct WebVisitor {
    struct Answer {
        let status: Int
        let headers: String
        let body: String

        /// What a header holds; nil where it is absent.
        func header(_ name: String) -> String? {
            headers.split(whereSeparator: \.isNewline).lazy
                .filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
                .first
        }
    }

    /// Where the daemon's page is.
    let origin: String

    /// `NAME=VALUE`; nil before the visitor has signed in.
    var cookie: String?

    init(_ daemon: LiveDaemon) throws {
        let words = daemon.announcement.split(whereSeparator: { " ,\n".contains($0) })
        origin = String(try #require(words.first { $0.hasPrefix("http://127") }))
    }

    /// A code that signs a browser in.
    static func code(of daemon: LiveDaemon) async throws -> String {
        let answer = try await daemon.request("POST", "/v1/session-codes")
        let address = try #require(answer.object["address"]?.string, "\(answer.text)")
        return String(try #require(address.split(separator: "#").last))
    }

    /// Signs in, and keeps the cookie.
    mutating func signIn(to daemon: LiveDaemon) async throws {
        let body = #"{"code":"\#(try await Self.code(of: daemon))"}"#
        let answer = try await ask("POST", "/v1/session", body)
        let cookie = try #require(answer.header("Set-Cookie"), "\(answer.body)")
        self.cookie = cookie.split(separator: ";").first.map(String.init)
    }

    /// Makes a request of the page's own.
    ///
    /// - Parameters:
    ///   - method: Such as `GET`.
    ///   - path: What follows the origin.
    ///   - body: The body's text; nil for none.
    ///   - headers: Lines; one that names `Origin` stands in place of the page's own.
    ///   - user: As which user, for which the test has to be root; nil for its own.
    /// - Returns: The answer.
    /// - Throws: What keeps curl from being run.
    func ask(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String] = [],
        user: uid_t? = nil
    ) async throws -> Answer {
        var lines = headers
        if !headers.contains(where: { $0.hasPrefix("Origin") }) {
            lines.append("Origin: \(origin)")
        }
        if let cookie { lines.append("Cookie: \(cookie)") }
        var arguments = ["curl", "-sS", "-i", "--path-as-is", "-X", method, "-w", "\n%{http_code}"]
        if let body { arguments += ["--data-binary", body] }
        arguments += lines.flatMap { ["-H", $0] } + [origin + path]
        let account = user.map { ["setpriv", "--reuid=\($0)", "--clear-groups"] } ?? []
        let output = try await Command.run("/usr/bin/env", account + arguments).output
        let parts = output.replacing("\r\n", with: "\n").split(
            separator: "\n\n",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let rest = parts.dropFirst().joined().split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        return Answer(
            status: rest.last.flatMap { Int($0) } ?? 0,
            headers: parts.first.map(String.init) ?? "",
            body: rest.dropLast().joined(separator: "\n")
        )
    }
}
