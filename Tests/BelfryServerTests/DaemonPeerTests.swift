// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Who may use the daemon's socket: its own user and root.
@Suite(.timeLimit(.minutes(2)), .serialized) struct DaemonPeerTests {
    private static var isRoot: Bool { geteuid() == 0 }

    /// Runs a program as another user, without that user's groups and root's.
    private func run(as user: Int, _ arguments: [String]) async throws -> Command.Result {
        let identity = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        return try await Command.run("/usr/bin/env", ["setpriv"] + identity + arguments)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `makes its socket for its own user, in a directory of its own`() async throws {
        let fixture = try DaemonFixture()
        let parent = fixture.folder.appendingPathComponent("new")
        let daemon = try LiveDaemon(in: parent)
        #expect(try permissions(parent.path) == 0o700)
        #expect(try permissions(daemon.socket) == 0o600)
        #expect(try permissions(daemon.state) == 0o700)
        #expect(daemon.stop() == 0)
    }

    @Test(.enabled(if: isRoot, "only root can be another user"))
    func `refuses another user, whatever the mode of the socket is`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let request = ["curl", "-sS", "--unix-socket", daemon.socket, "http://localhost/v1/apps"]
        #expect(try await run(as: 65533, request).status == 7)

        // As a service manager might have made it.
        try DaemonFixture.change(fixture.folder.path, mode: 0o755)
        try DaemonFixture.change(daemon.socket, mode: 0o666)
        let refused = try await run(as: 65533, request + ["-w", "\n%{http_code}"])
        #expect(refused.output.hasSuffix("\n403"), "\(refused.output)\(refused.errors)")
        #expect(refused.output.contains("this daemon is user 0's, and you are user 65533"))
        let health = try await run(as: 65533, request.dropLast() + ["http://localhost/healthz"])
        #expect(health.output.contains("\"peer\""))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let told = try await run(as: 65533, [tool, "apps", "--socket", daemon.socket])
        #expect(told.status == 77, "\(told.errors)")
        #expect(told.errors.contains("you are user 65533"))
        #expect(told.errors.split(separator: "\n").count == 1)
        #expect(try await daemon.request("GET", "/v1/apps").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test(.enabled(if: isRoot, "only root can be another user"))
    func `lets root use the daemon of a user`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.appendingPathComponent("user")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try DaemonFixture.change(fixture.folder.path, mode: 0o755)
        try DaemonFixture.change(folder.path, owner: 65533)
        let daemon = try LiveDaemon(in: folder, as: 65533)
        #expect(try await daemon.request("GET", "/v1/apps").status == 200)
        try DaemonFixture.change(daemon.socket, mode: 0o666)
        try DaemonFixture.change(folder.path, mode: 0o755)
        let request = ["curl", "-sS", "--unix-socket", daemon.socket, "http://localhost/v1/apps"]
        #expect(try await run(as: 65533, request).output.contains("\"apps\""))
        #expect(try await run(as: 65532, request).output.contains("\"peer\""))
        #expect(daemon.stop() == 0)
    }

    /// Runs what follows as the first process of a PID namespace, in the session of this process.
    private static let inNamespace =
        ["unshare"] + (isRoot ? [] : ["--map-root-user"])
        + ["--pid", "--fork", "--kill-child", "--mount-proc"]

    private static func hasNamespaces() async throws -> Bool {
        try await Command.run("/usr/bin/env", inNamespace + ["true"]).status == 0
    }

    @Test(.enabled("the kernel makes no PID namespace here") { try await hasNamespaces() })
    func `knows callers whose session began outside of its PID namespace`() async throws {
        let fixture = try DaemonFixture()
        let socket = fixture.folder.appendingPathComponent("api").path
        let state = fixture.folder.appendingPathComponent("daemon").path
        let script = """
            "$0" --state "$1" --socket "$2" >&2 &
            exec curl -sS --retry 60 --retry-delay 1 --retry-all-errors -w '\n%{http_code}' \
                --unix-socket "$2" http://localhost/v1/apps
            """
        let words = ["sh", "-c", script, LiveDaemon.path, state, socket]
        let answer = try await Command.run("/usr/bin/env", Self.inNamespace + words)
        #expect(answer.output.hasSuffix("\n200"), "\(answer.output)\(answer.errors)")
    }
}
