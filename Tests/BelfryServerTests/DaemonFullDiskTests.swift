// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// The program `belfryd` whose state is on a disk that is full, and has room again.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonFullDiskTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    /// A daemon on a small disk.
    private struct Stage: ~Copyable {
        let fixture: DaemonFixture
        let disk: SmallDisk
        private(set) var daemon: LiveDaemon

        /// What the daemons write to their standard error.
        private let errors: FileHandle

        init() async throws {
            let fixture = try DaemonFixture()
            let said = fixture.folder.appendingPathComponent("errors")
            try Data().write(to: said)
            let errors = try FileHandle(forUpdating: said)
            let state = fixture.folder.appendingPathComponent("daemon").path
            try FileManager.default.createDirectory(
                atPath: state,
                withIntermediateDirectories: true
            )
            let disk = try SmallDisk(at: state, byteCount: 8 << 20)
            let daemon = try Self.start(fixture.folder, disk, errors)
            let app = try await fixture.makeApp("Sample")
            try await fixture.addDrawing("Draws", to: app)
            try await fixture.install(app, in: daemon)
            self.fixture = fixture
            self.disk = disk
            self.errors = errors
            self.daemon = daemon
        }

        private static func start(
            _ folder: URL,
            _ disk: SmallDisk,
            _ errors: FileHandle
        ) throws -> LiveDaemon {
            try LiveDaemon(
                in: folder,
                ["--port", "0", "--apns-port", "0", "--any-provider", "--inlet-port", "0"],
                through: disk.launcher,
                errors: errors
            )
        }

        /// Kills the daemon and starts another on the same disk.
        mutating func restart() throws {
            daemon.kill()
            daemon = try Self.start(fixture.folder, disk, errors)
        }

        /// What the daemons have written to their standard error.
        func said() throws -> String {
            try errors.seek(toOffset: 0)
            return String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
        }

        /// Registers the app for pushes, and returns its token.
        func register() async throws -> String {
            let device = #"{"environment":"development"}"#
            let path = DaemonFullDiskTests.own + "/token"
            let registered = try await daemon.request("POST", path, device)
            return try #require(registered.object["token"]?.string, "\(registered.text)")
        }

        /// Pushes through the endpoint, as a sender does.
        ///
        /// - Parameters:
        ///   - identifier: The push's `apns-id`.
        ///   - token: Of the app.
        /// - Returns: The answer's body and status, in two lines.
        /// - Throws: What keeps curl from being run.
        func send(_ identifier: String, to token: String) async throws -> String {
            let endpoint = try await daemon.request("GET", "/v1/apns").object
            guard case .number(let port)? = endpoint["port"] else {
                throw CocoaError(.coderReadCorrupt)
            }
            return try await Command.run(
                "/usr/bin/env",
                disk.launcher + [
                    "curl", "-sS", "--http2", "--cacert", endpoint["authority"]?.string ?? "",
                    "-w", "\n%{http_code}", "-H", "apns-topic: \(DaemonFixture.app)",
                    "-H", "apns-id: \(identifier)", "-d",
                    #"{"aps":{"alert":{"title":"\#(identifier)"}}}"#,
                    "https://localhost:\(port.literal)/3/device/\(token)",
                ]
            ).output
        }

        /// Pushes a notification of two kilobytes.
        func push(_ name: String) async throws -> LiveDaemon.Answer {
            let padding = String(repeating: "x", count: 2000)
            return try await daemon.request(
                "POST",
                "\(DaemonFullDiskTests.own)/push",
                #"{"aps":{"alert":{"title":"\#(name)"}},"padding":"\#(padding)"}"#,
                headers: ["apns-id: \(name)"]
            )
        }

        /// Fills the disk and pushes until the daemon refuses one.
        ///
        /// - Returns: How many it has taken, and what it says of the next one.
        func pushUntilRefused() async throws -> (taken: Int, refusal: LiveDaemon.Answer) {
            try disk.fill()
            for number in 0... {
                let answer = try await push("full \(number)")
                guard answer.status == 200 else { return (number, answer) }
                // What the ledger makes room for by itself ends some time.
                try #require(number < 4000)
            }
            throw CocoaError(.featureUnsupported)
        }

        /// The titles in the list once so many are there, each as often as it is there.
        func titles(_ count: Int) async throws -> [String] {
            while true {
                let list = try await daemon.request(
                    "GET",
                    "/v1/notifications?state=delivered&limit=1000"
                )
                guard case .array(let entries)? = list.object["notifications"] else {
                    throw CocoaError(.coderReadCorrupt)
                }
                if entries.count >= count {
                    return entries.compactMap {
                        $0.object?["content"]?.object?["title"]?.string
                    }
                }
                try #require(!Task.isCancelled)
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    @Test func `refuses with 503 what it cannot keep, and goes on when there is room`()
        async throws
    {
        let stage = try await Stage()
        let daemon = stage.daemon
        let token = try await stage.register()
        let senders = (1...2).map { "123e4567-e89b-12d3-a456-00000000000\($0)" }
        #expect(try await stage.send(senders[0], to: token) == "\n200")
        for number in 0..<5 {
            #expect(try await stage.push("early \(number)").status == 200)
        }
        let (taken, refusal) = try await stage.pushUntilRefused()
        #expect(refusal.status == 503 && refusal.code == "full", "\(refusal.text)")
        // What needs no room works: it lives, it is read, its log is followed.
        for path in ["/healthz", "/readyz", "/metrics", "/v1/notifications", "/v1/center"] {
            #expect(try await daemon.request("GET", path).status == 200, "\(path)")
        }
        let unavailable = #"{"reason":"ServiceUnavailable"}"#
        #expect(try await stage.send(senders[1], to: token) == unavailable + "\n503")
        let payload = stage.fixture.folder.appendingPathComponent("push.apns").path
        try #"{"aps":{"alert":{"title":"by the tool"}}}"#
            .write(toFile: payload, atomically: true, encoding: .utf8)
        let tool = try await Command.run(
            "/usr/bin/env",
            [
                "BELFRY_SOCKET=\(daemon.socket)",
                Workshop.products.appendingPathComponent("belfry").path, "push", DaemonFixture.app,
                payload,
            ]
        )
        #expect(tool.status == 75, "\(tool)")

        try stage.disk.makeRoom()
        let again = try await stage.push("full \(taken)")
        #expect(again.status == 200, "\(again.text)")
        #expect(again.object["duplicate"] == false, "\(again.text)")
        let kept =
            [senders[0]] + (0..<5).map { "early \($0)" } + (0...taken).map { "full \($0)" }
        #expect(try await stage.titles(kept.count).sorted() == kept.sorted())
        // What the endpoint refused is there once it was sent again.
        #expect(try await stage.send(senders[1], to: token) == "\n200")
        let all = kept + [senders[1]]
        #expect(try await stage.titles(all.count).sorted() == all.sorted())
        #expect(daemon.stop() == 0)
        let said = try stage.said()
        #expect(said.contains("no room on the disk"), "\(said)")
    }

    @Test func `a file for the inlet that the disk has no room for leaves it as it was`()
        async throws
    {
        let stage = try await Stage()
        let daemon = stage.daemon
        let topic = try await daemon.request(
            "POST",
            "/v1/topics",
            #"{"name":"alerts","app":"\#(DaemonFixture.app)"}"#
        )
        let token = try #require(topic.object["token"]?.string, "\(topic.text)")
        let topics = try await daemon.request("GET", "/v1/topics").object
        guard case .number(let port)? = topics["port"] else { throw CocoaError(.coderReadCorrupt) }
        let picture = stage.fixture.folder.appendingPathComponent("cat.png")
        // By its first bytes a picture.
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        let room = try stage.disk.room()
        // One as long as the disk, and one that leaves half of what the ledger needs.
        for count in [8 << 20, room.freeByteCount - room.reserve / 2] {
            try Data(signature + Array(repeating: 0, count: count)).write(to: picture)
            let answer = try await Command.run(
                "/usr/bin/env",
                [
                    "curl", "-sS", "-T", picture.path, "-w", "\n%{http_code}",
                    "-H", "Authorization: Bearer \(token)",
                    "http://127.0.0.1:\(port.literal)/alerts",
                ]
            )
            #expect(answer.output.hasSuffix("\n503"), "\(answer)")
            #expect(answer.output.contains("no room on the disk for the file"), "\(answer)")
        }
        #expect(try await stage.push("after").status == 200)
        #expect(try await stage.titles(1) == ["after"])
        #expect(daemon.stop() == 0)
    }

    @Test func `a response through a content extension is kept, or refused and kept later`()
        async throws
    {
        let stage = try await Stage()
        let daemon = stage.daemon
        try await WebViewTests.setActions(of: daemon)
        try await WebViewTests.push(to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        _ = try await follower.text(until: #""text":"received""#)
        _ = try await stage.pushUntilRefused()
        let refused = try await visitor.ask(
            "POST",
            "/v1/views/\(view)/input",
            #"{"input":"action","action":"forward"}"#
        )
        #expect(refused.status == 503, "\(refused.body)")
        #expect(refused.body.contains(#""full""#), "\(refused.body)")
        // The page is gone before there is room.
        follower.end()
        try stage.disk.makeRoom()
        _ = try await daemon.events(after: 0) {
            $0.contains { $0.kind == "removed" && $0.sequence == 1 }
        }
        let explanation = try await daemon.request("GET", "/v1/notifications/1/explanation")
        let response = explanation.object["response"]?.object
        #expect(response?["action"] == "forward", "\(explanation.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `has after a kill on a full disk what it had acknowledged, each once`() async throws
    {
        var stage = try await Stage()
        #expect(try await stage.push("early").status == 200)
        let (taken, _) = try await stage.pushUntilRefused()
        stage.daemon.kill()
        try stage.disk.makeRoom()
        try stage.restart()
        let expected = ["early"] + (0..<taken).map { "full \($0)" }
        #expect(try await stage.titles(expected.count).sorted() == expected.sorted())
        let check = try await Command.run(
            "/usr/bin/env",
            stage.disk.launcher + [LiveDaemon.path, "check", "--state", stage.daemon.state]
        )
        #expect(check.status == 0, "\(check)")
        #expect(stage.daemon.stop() == 0)
    }
}
