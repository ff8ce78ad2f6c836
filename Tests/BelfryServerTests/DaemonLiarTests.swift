// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Apps' processes that ask for what is not theirs: each is refused on one line, and nothing changes.
///
/// Their program is curl, so that they can say whatever a liar would.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonLiarTests {
    private static let other = "com.example.other"
    private static let add = #"{"identifier":"x","content":{"title":"forged"}}"#

    /// Two installed apps that may notify; the first one's program is curl.
    private func start(_ fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let curl = try await Command.run("/usr/bin/env", ["which", "curl"]).output
        let program = URL(fileURLWithPath: curl.trimmingCharacters(in: .newlines))
            .resolvingSymlinksInPath().path
        let apps = [
            try await fixture.makeApp("Liar", program: program),
            try await fixture.makeApp("Other", identifier: Self.other, program: program),
        ]
        let daemon = try LiveDaemon(in: fixture.folder)
        for app in apps { try await fixture.install(app, in: daemon) }
        let answer = #"{"status":"authorized"}"#
        _ = try await daemon.request("PUT", "/v1/apps/\(Self.other)/authorization", answer)
        return daemon
    }

    /// Has a program make a request, as curl does.
    private func ask(
        _ program: String,
        _ daemon: LiveDaemon,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String] = []
    ) async throws -> (status: Int, text: String) {
        var arguments = ["-sS", "-X", method, "-w", "\n%{http_code}"]
        arguments += ["--unix-socket", daemon.socket, "http://localhost\(path)"]
        if let body { arguments += ["--data-binary", body] }
        let result = try await Command.run(program, arguments + headers.flatMap { ["-H", $0] })
        let lines = result.output.split(separator: "\n")
        return (lines.last.flatMap { Int($0) } ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    private func token(_ app: String, _ daemon: LiveDaemon) async throws -> String {
        let answer = try await daemon.request("GET", "/v1/apps/\(app)/token").object
        return try #require(answer["token"]?.string)
    }

    /// What the daemon holds of the apps.
    private func state(_ daemon: LiveDaemon) async throws -> [String] {
        let paths = ["/v1/apps", "/v1/requests", "/v1/notifications", "/v1/device"]
        var state: [String] = []
        for path in paths { state.append(try await daemon.request("GET", path).text) }
        return state
    }

    @Test func `refuses an app that claims to be another`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let theirs = "Authorization: Bearer \(try await token(Self.other, daemon))"
        let before = try await state(daemon)
        let name = "Belfry-App: \(Self.other)"
        for headers in [[theirs], [name], [theirs, name]] {
            let path = "/v1/app/requests"
            let refused = try await ask(liar, daemon, "POST", path, Self.add, headers: headers)
            #expect(refused.status == 403, "\(refused.text)")
            #expect(refused.text.contains("identity"))
            let claim = #"is \"\#(DaemonFixture.app)\" and claims to be \"\#(Self.other)\""#
            #expect(refused.text.contains(claim), "\(refused.text)")
            #expect(refused.text.split(separator: "\n").count == 1)
        }
        #expect(try await state(daemon) == before)
        // Its own name and its own token are no lie.
        let own = [
            "Belfry-App: \(DaemonFixture.app)",
            "Authorization: Bearer \(try await token(DaemonFixture.app, daemon))",
        ]
        let taken = try await ask(liar, daemon, "POST", "/v1/app/requests", Self.add, headers: own)
        #expect(taken.status == 204, "\(taken.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `lets an app use no path but its own`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let before = try await state(daemon)
        let rows: [(method: String, path: String, body: String?)] = [
            ("GET", "/v1/apps", nil), ("DELETE", "/v1/apps/\(Self.other)", nil),
            ("POST", "/v1/apps/\(Self.other)/requests", Self.add),
            ("GET", "/v1/apps/\(Self.other)/token", nil), ("GET", "/v1/notifications", nil),
            ("PUT", "/v1/apps/\(DaemonFixture.app)/authorization", #"{"status":"denied"}"#),
            ("PATCH", "/v1/device", #"{"isMuted":true}"#), ("GET", "/v1/events", nil),
            ("GET", "/v1/app/../apps", nil), ("GET", "/v1/application", nil),
        ]
        for row in rows {
            let refused = try await ask(liar, daemon, row.method, row.path, row.body)
            #expect(refused.status == 403, "\(row.path): \(refused.text)")
            #expect(refused.text.contains("which may use /v1/app alone"), "\(refused.text)")
        }
        #expect(try await state(daemon) == before)
        #expect(try await ask(liar, daemon, "GET", "/healthz").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses wrong tokens, and those of removed apps`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let right = try await token(DaemonFixture.app, daemon)
        let name = DaemonFixture.app
        let path = "/v1/app"
        for wrong in [
            "", "x", name, "\(name):", String(right.dropLast()), right + "0", ":\(right)",
            "\(Self.other):\(right.split(separator: ":")[1])", "../token:x", ".:x", "none:x",
            String(repeating: "x", count: 9000),
        ] {
            let answer = try await daemon.request(
                "GET",
                path,
                headers: ["Authorization: Bearer \(wrong)"]
            )
            #expect([401, 403].contains(answer.status), "\(wrong.prefix(80)): \(answer.text)")
        }
        let header = "Authorization: Bearer \(right)"
        #expect(try await daemon.request("GET", path, headers: [header]).status == 200)
        _ = try await daemon.request("DELETE", "/v1/apps/\(name)")
        #expect(try await daemon.request("GET", path, headers: [header]).status == 401)
        #expect(try await daemon.request("GET", "/v1/apps/\(name)/token").status == 404)
        // A token of the removed app's is none of the next one's either.
        let again = #"{"path":"\#(fixture.folder.path)/Liar.app"}"#
        #expect(try await daemon.request("POST", "/v1/apps", again).status == 201)
        #expect(try await daemon.request("GET", path, headers: [header]).status == 401)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses a process of a version that was replaced`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let old = try fixture.program(of: "Liar", in: daemon)
        let copy = fixture.folder.appendingPathComponent("kept").path
        // A file of two names: the program that the process runs keeps the old version's.
        #expect(try await ask(old, daemon, "GET", "/v1/app").status == 200)
        let folder = URL(fileURLWithPath: old).deletingLastPathComponent().path
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try Data("new".utf8).write(
            to: fixture.folder.appendingPathComponent("Liar.app/version")
        )
        try await fixture.install("\(fixture.folder.path)/Liar.app", in: daemon)
        #expect(!FileManager.default.fileExists(atPath: old))
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: folder).deletingLastPathComponent().path,
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(atPath: copy, toPath: folder)
        let refused = try await ask(old, daemon, "GET", "/v1/app")
        #expect(refused.status == 403)
        #expect(refused.text.contains("was replaced; end it, and start the app again"))
        #expect(daemon.stop() == 0)
    }

    @Test func `lets no more than four calls of an app wait for the user`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let answer = #"{"status":"notDetermined"}"#
        for app in [DaemonFixture.app, Self.other] {
            _ = try await daemon.request("PUT", "/v1/apps/\(app)/authorization", answer)
        }
        let path = "/v1/app/authorization"
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...12 {
                group.addTask { try await self.ask(liar, daemon, "POST", path, "{}").status }
            }
            var statuses: [Int] = []
            while statuses.count < 8, let status = try await group.next() {
                statuses.append(status)
            }
            // Those that wait are answered once the user answers.
            let yes = #"{"status":"authorized"}"#
            _ = try await daemon.request("PUT", "/v1/apps/\(DaemonFixture.app)/authorization", yes)
            for try await status in group { statuses.append(status) }
            return statuses
        }
        #expect(statuses.filter { $0 == 429 }.count == 8, "\(statuses)")
        #expect(statuses.filter { $0 == 200 }.count == 4, "\(statuses)")
        #expect(daemon.stop() == 0)
    }

    @Test func `takes no app at its word over loopback`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let line = try #require(daemon.announcement.firstMatch(of: /http:\/\/127.0.0.1:\d+/))
        let key = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
        let secrets = [
            key.trimmingCharacters(in: .newlines), try await token(DaemonFixture.app, daemon),
        ]
        let statuses = [403, 401]
        for (secret, status) in zip(secrets, statuses) {
            let answer = try await daemon.request(
                "GET",
                "/v1/app",
                headers: ["Authorization: Bearer \(secret)"],
                origin: String(line.output)
            )
            #expect(answer.status == status, "\(answer.text)")
        }
        #expect(daemon.stop() == 0)
    }
}
