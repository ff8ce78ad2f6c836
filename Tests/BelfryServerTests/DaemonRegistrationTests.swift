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
}
