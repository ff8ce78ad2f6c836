// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Apps that register themselves for pushes of the endpoint, on the running daemon.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonRegistrationTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"
    private static let path = "/v1/app/device-token"

    private func start(_ fixture: borrowing DaemonFixture) throws -> LiveDaemon {
        try LiveDaemon(in: fixture.folder, ["--apns-port", "0", "--any-provider"])
    }

    /// The header by which a process is the app whose program lies elsewhere.
    private func identity(_ daemon: LiveDaemon) async throws -> String {
        let token = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        return "Authorization: Bearer \(try #require(token))"
    }

    @Test func `gives the calling app its token, and tells senders when it unregisters`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try start(fixture)
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let sender = try await PushSender(daemon)
        let header = try await identity(daemon)
        func ask(_ method: String) async throws -> LiveDaemon.Answer {
            try await daemon.request(method, Self.path, headers: [header])
        }
        #expect(try await ask("GET").object["registration"] == .null)
        #expect(try await ask("DELETE").status == 204)

        let answer = try await ask("POST").object["registration"]?.object
        let token = try #require(answer?["token"]?.string)
        #expect(answer?["app"] == "com.example.fixture" && answer?["device"] == "main")
        #expect(answer?["environment"] == "development")
        #expect(try await ask("POST").object["registration"]?.object == answer)
        #expect(try await ask("GET").object["registration"]?.object == answer)
        #expect(try await sender.belfry("device", "token", DaemonFixture.app) == token)
        #expect(try await sender.push("first", to: token).status == "200")

        #expect(try await ask("DELETE").status == 204)
        #expect(try await ask("DELETE").status == 204)
        #expect(try await ask("GET").object["registration"] == .null)
        let refused = try await sender.push("second", to: token)
        #expect(refused.status == "410")
        let reason = try JSONValue.parse(Array(refused.reason.utf8)).object
        #expect(reason?["reason"] == "Unregistered")
        let tokens = try await daemon.request("GET", "/v1/device/tokens").object["tokens"]
        guard case .array(let rows)? = tokens, case .number(let time)? = reason?["timestamp"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        let ended = try #require(rows.first?.object?["ended"]?.string)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let date = try Date(ended, strategy: style)
        #expect(time.int == Int((date.timeIntervalSince1970 * 1000).rounded()))

        let next = try await ask("POST").object["registration"]?.object?["token"]?.string
        #expect(try #require(next) != token)
        #expect(try await sender.push("third", to: token).status == "410")
        #expect(try await sender.push("fourth", to: try #require(next)).status == "200")
        #expect(daemon.stop() == 0)
    }

    @Test func `registers an app that may show nothing, and that was never asked`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try start(fixture)
        let app = try await fixture.makeApp("Sample")
        let body = #"{"path":"\#(app)"}"#
        #expect(try await daemon.request("POST", "/v1/apps", body).status == 201)
        let header = try await identity(daemon)
        let first = try await daemon.request("POST", Self.path, headers: [header])
        let denied = #"{"status":"denied"}"#
        _ = try await daemon.request("PUT", Self.own + "/authorization", denied)
        let second = try await daemon.request("POST", Self.path, headers: [header])
        #expect(first.status == 200 && first.object == second.object, "\(first.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `changes nothing for a caller that is not the app`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try start(fixture)
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let sender = try await PushSender(daemon)
        let header = try await identity(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        let liars: [(headers: [String], status: Int, reason: String)] = [
            ([], 403, "is not an installed app's: start it with belfry open"),
            ([header + "0"], 401, "the app's token is wrong"),
            ([header, "Belfry-App: com.example.other"], 403, "claims to be"),
        ]
        for liar in liars {
            for method in ["GET", "POST", "DELETE"] {
                let answer = try await daemon.request(method, Self.path, headers: liar.headers)
                #expect(answer.status == liar.status && answer.text.contains(liar.reason))
            }
        }
        #expect(try await sender.push("still", to: token).status == "200")

        // An app that was removed has no token to take back, and gets none.
        #expect(try await daemon.request("DELETE", Self.own).status == 204)
        let before = try await daemon.request("GET", "/v1/device/tokens").text
        for method in ["GET", "POST", "DELETE"] {
            let answer = try await daemon.request(method, Self.path, headers: [header])
            #expect((400..<500).contains(answer.status), "\(method): \(answer.text)")
        }
        #expect(try await daemon.request("GET", "/v1/device/tokens").text == before)
        #expect(daemon.stop() == 0)
    }

    // MARK: Apps that link the SDK

    /// The tokens that the app's delegate was given, on the main thread, while it was registered.
    private func tokens(in lines: [String]) -> [String] {
        let prefix = "token true true "
        return lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Waits until the app's delegate was given a number of tokens.
    private func tokens(_ count: Int, in fixture: borrowing DaemonFixture) async throws -> [String]
    {
        tokens(in: try await fixture.appLog { tokens(in: $0).count >= count })
    }

    /// Has the app do something, by a push that needs no token.
    private func tell(_ daemon: LiveDaemon, _ does: String) async throws {
        let answer = try await daemon.request(
            "POST",
            Self.own + "/push",
            #"{"aps":{"content-available":1},"does":"\#(does)"}"#,
            headers: ["apns-push-type: background", "apns-priority: 5"]
        )
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test func `an app gets its token, pushes reach it, and none does after it unregistered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Registers")
        let daemon = try start(fixture)
        defer { daemon.killApps() }
        let app = try await fixture.makeApp("Registrant", program: program)
        try await fixture.install(app, in: daemon)
        #expect(try await daemon.request("POST", Self.own + "/open", "{}").status == 200)
        let token = try #require(try await tokens(1, in: fixture).first)
        #expect(token.utf8.count == 64)
        let sender = try await PushSender(daemon)
        #expect(try await sender.belfry("device", "token", DaemonFixture.app) == token)
        // Each registration is answered; that it was asked for one shows that it listens.
        try await tell(daemon, "register")
        #expect(try await tokens(2, in: fixture) == [token, token])
        let first = try await sender.push("in front", to: token)
        #expect(first.status == "200", "\(first)")
        _ = try await fixture.appLog { $0.contains("present in front") }
        // On a locked device no app is in front: nothing depends on how fast it answers.
        let locked = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        #expect(locked.status == 200)
        try await expectShown("on the lock screen", by: sender, to: token)

        try await tell(daemon, "unregister")
        _ = try await fixture.appLog { $0.contains("unregistered false") }
        let refused = try await sender.push("too late", to: token)
        #expect(refused.status == "410", "\(refused)")
        #expect(refused.reason.contains(#""reason":"Unregistered""#), "\(refused)")
        #expect(refused.reason.contains(#""timestamp":"#), "\(refused)")
        try await tell(daemon, "register")
        let next = try #require(try await tokens(3, in: fixture).last)
        #expect(next != token)
        try await expectShown("to the next", by: sender, to: next)
        #expect(try await daemon.request("GET", "/v1/notifications").text.contains("late") == false)
        #expect(daemon.stop() == 0)
    }

    /// Pushes an alert, and waits until it is in the list.
    private func expectShown(_ title: String, by sender: PushSender, to token: String) async throws
    {
        let answer = try await sender.push(title, to: token)
        try #require(answer.status == "200", "\(answer)")
        while true {
            let list = try await sender.daemon.request("GET", "/v1/notifications?state=delivered")
            if list.text.contains("\"\(title)\"") { return }
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test func `an app stays registered over its end and the daemon's`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Registers")
        let app = try await fixture.makeApp("Registrant", program: program)
        let first = try start(fixture)
        defer { first.killApps() }
        try await fixture.install(app, in: first)
        let open = Self.own + "/open"
        #expect(try await first.request("POST", open, "{}").status == 200)
        let token = try #require(try await tokens(1, in: fixture).first)
        #expect(try await fixture.appLog { _ in true }.first == "start false")
        #expect(first.stop() == 0)

        let second = try start(fixture)
        try await tell(second, "register")
        #expect(Set(try await tokens(2, in: fixture)) == [token])
        second.killApps()
        // Until the daemon has noticed the end, the app counts as one that listens.
        while try await !fixture.appLog(until: { _ in true }).contains("start true") {
            try #require(!Task.isCancelled)
            _ = try await second.request("POST", open, "{}")
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(Set(try await tokens(3, in: fixture)) == [token])
        let sender = try await PushSender(second)
        #expect(try await sender.push("to the same", to: token).status == "200")
        #expect(second.stop() == 0)
    }

    @Test func `an app that the user has denied everything gets its token`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Registers")
        let daemon = try start(fixture)
        defer { daemon.killApps() }
        let app = try await fixture.makeApp("Registrant", program: program)
        try await fixture.install(app, in: daemon)
        let denied = #"{"status":"denied"}"#
        let answer = try await daemon.request("PUT", Self.own + "/authorization", denied)
        #expect(answer.status == 200)
        _ = try await daemon.request("POST", Self.own + "/open", "{}")
        let token = try #require(try await tokens(1, in: fixture).first)
        let sender = try await PushSender(daemon)
        // What shows nothing reaches the app all the same.
        let headers = ["apns-push-type: background", "apns-priority: 5"]
        let pushed = try await sender.push(#"{"aps":{"content-available":1}}"#, headers, to: token)
        #expect(pushed.status == "200", "\(pushed)")
        _ = try await fixture.appLog { $0.contains("woken") }
        #expect(daemon.stop() == 0)
    }

    @Test func `tells an app's delegate in one line why it was not registered`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Registers")
        func run(_ socket: String, _ variables: String...) async throws -> Command.Result {
            let environment = ["BELFRY_SOCKET=\(socket)"] + variables
            return try await Command.run("/usr/bin/env", environment + [program])
        }
        let absent = fixture.folder.appendingPathComponent("none").path
        #expect(try await run(absent).status == 1)
        var lines = try await fixture.appLog { _ in true }
        let none = "failed true no belfryd listens on \(absent); start one with: belfryd"
        #expect(lines == ["start false", none])

        let daemon = try start(fixture)
        #expect(try await run(daemon.socket).status == 1)
        #expect(try await run(daemon.socket, "BELFRY_APP_TOKEN=0").status == 1)
        lines = try await fixture.appLog { _ in true }.filter { $0.hasPrefix("failed") }
        try #require(lines.count == 3, "\(lines)")
        #expect(lines[1].contains(" is not an installed app's: start it with belfry open APP"))
        #expect(lines[2].hasPrefix("failed true the app's token is wrong; belfry token APP prints"))
        let tokens = try await daemon.request("GET", "/v1/device/tokens").object["tokens"]
        #expect(tokens == .array([]))
        #expect(daemon.stop() == 0)
    }
}
