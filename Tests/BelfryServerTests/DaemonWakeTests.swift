// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Apps that background pushes wake.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonWakeTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    private func start(_ fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let program = try await fixture.workshop.appProgram("Wakes")
        let app = try await fixture.makeApp("Waker", program: program)
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        return daemon
    }

    /// Pushes something that shows nothing, and returns its notification's number.
    private func push(_ daemon: LiveDaemon, _ number: Int, _ does: String = "") async throws -> Int
    {
        let answer = try await daemon.request(
            "POST",
            Self.own + "/push",
            #"{"aps":{"content-available":1},"number":\#(number),"does":"\#(does)"}"#,
            headers: ["apns-push-type: background", "apns-priority: 5"]
        )
        try #require(answer.status == 200, "\(answer.text)")
        guard case .number(let sequence)? = answer.object["sequence"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        return try #require(sequence.int)
    }

    private func waitFor(
        _ line: String,
        _ count: Int = 1,
        in fixture: borrowing DaemonFixture
    ) async throws -> [String] {
        try await fixture.appLog { lines in lines.filter { $0 == line }.count >= count }
    }

    @Test func `starts an app for a background push, and gives it each once`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        _ = try await push(daemon, 1)
        _ = try await waitFor("push 1 true", in: fixture)
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        _ = try await push(daemon, 2)
        let lines = try await waitFor("push 2 true", in: fixture)
        #expect(try await daemon.endedResponses(2) == ["acknowledged", "acknowledged"])
        #expect(Array(lines.dropFirst()) == ["push 1 true", "push 2 true"])
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1)
        // Nothing is shown, and nothing comes to the front.
        let list = try await daemon.request("GET", "/v1/notifications?state=delivered")
        #expect(list.object["notifications"] == .array([]))
        let device = try await daemon.request("GET", "/v1/device").object
        #expect(device["foregroundApp"] != .string(DaemonFixture.app))
        #expect(daemon.stop() == 0)
    }

    @Test func `gives a background push to an app that is slow to start once it has started`()
        async throws
    {
        let fixture = try DaemonFixture()
        try Data().write(to: fixture.folder.appendingPathComponent("slow"))
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        _ = try await push(daemon, 1)
        let lines = try await waitFor("push 1 true", in: fixture)
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        #expect(lines.count == 2)
        #expect(daemon.stop() == 0)
    }

    @Test func `wakes an app again that was killed with the push`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        _ = try await push(daemon, 1, "crash")
        let lines = try await waitFor("push 1 true", 2, in: fixture)
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 2)
        #expect(daemon.stop() == 0)
    }

    @Test func `says of a push that the app still works on it, over a killed daemon`()
        async throws
    {
        let fixture = try DaemonFixture()
        let first = try await start(fixture)
        defer { first.killApps() }
        let sequence = try await push(first, 1, "hang")
        _ = try await waitFor("push 1 true", in: fixture)
        first.kill()
        let second = try LiveDaemon(in: fixture.folder)
        let path = "/v1/notifications/\(sequence)/explanation"
        let wake = try await second.request("GET", path).object["wake"]?.object
        #expect(wake?["deliveries"] != nil, "\(String(describing: wake))")
        _ = try await push(second, 2)
        let lines = try await waitFor("push 2 true", in: fixture)
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("push 1") }.count == 1, "\(lines)")
        #expect(try await second.endedResponses(1) == ["acknowledged"])
        #expect(second.stop() == 0)
    }
}
