// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryEgress
import BelfryModel
import BelfryReplay
import BelfryReport
import BelfryRuntime
import EndToEndSupport
import Foundation
import Testing

/// Extensions that a running `belfryd` runs again on what a notification was.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonTrialTests {
    private static let app = DaemonFixture.app

    private static func makeDaemon(
        in fixture: borrowing DaemonFixture,
        extension name: String? = "CountsRuns",
        _ arguments: [String] = []
    ) async throws -> LiveDaemon {
        let app = try await fixture.makeApp("Sample", extension: name)
        let daemon = try LiveDaemon(in: fixture.folder, arguments)
        try await fixture.install(app, in: daemon)
        return daemon
    }

    /// Pushes something, and returns once it is shown and its run's report is there.
    private static func push(_ extra: String = "", to daemon: LiveDaemon) async throws {
        let payload =
            #"{"aps":{"alert":{"title":"sent"},"mutable-content":1},"note":"\#(extra)"}"#
        let answer = try await daemon.request("POST", "/v1/apps/\(app)/push", payload)
        let number = try #require(answer.object["sequence"], "\(answer.text)")
        while true {
            let path = "/v1/notifications/\(number.text)/explanation"
            let explained = try await daemon.request("GET", path)
            guard case .array(let runs)? = explained.object["runs"],
                runs.first?.object?["report"] == nil
            else { return }
            try #require(!Task.isCancelled)
        }
    }

    private static func title(_ answer: LiveDaemon.Answer) -> String? {
        let report = answer.object["report"]?.object
        return report?["after"]?.object?["title"]?.string
    }

    /// All that the daemon says of the notification, the app and what has happened.
    private static func told(by daemon: LiveDaemon) async throws -> [String] {
        var told: [String] = []
        for path in ["/v1/center", "/v1/notifications/1", "/v1/notifications/1/explanation"] {
            var object = try await daemon.request("GET", path).object
            object["now"] = nil
            told.append(String(decoding: object.serialized(), as: UTF8.self))
        }
        return told
    }

    /// The files below a folder.
    private static func files(in folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (all ?? []).sorted()
    }

    @Test func `runs an extension again, and changes nothing by it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.makeDaemon(in: fixture)
        try await Self.push(to: daemon)
        let before = try await Self.told(by: daemon)
        let count = daemon.state + "/storage/data/org.example.CountsRuns/count"
        let stored = Self.files(in: daemon.state + "/storage")
        let counts = stored.filter { $0.hasSuffix("/count") }
        let path = daemon.state + "/storage/" + (try #require(counts.first, "\(stored), \(count)"))
        for _ in 1...2 {
            let answer = try await daemon.request("POST", "/v1/notifications/1/trial")
            #expect(answer.status == 200, "\(answer.text)")
            // It had what the extension kept, and each time the same.
            #expect(Self.title(answer) == "run 2")
            let verdict = answer.object["verdict"]?.object
            #expect(verdict?["kind"] == "delivered" && verdict?["reason"] == "completed")
            #expect(verdict?["meaning"]?.string?.isEmpty == false)
            let report = answer.object["report"]?.object
            #expect(report?["before"]?.object?["title"] == "sent")
            #expect(report?["budget"]?.object?["wallMilliseconds"] != nil)
            #expect(report?["center"]?.object?["badge"] == 2)
            #expect(answer.object["note"] == nil)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n")
        #expect(try await Self.told(by: daemon) == before)
        #expect(Self.files(in: daemon.state + "/storage") == stored)
        #expect(Self.files(in: daemon.state + "/trials").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `runs one at a time for each caller`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.makeDaemon(in: fixture)
        try await Self.push("slowly", to: daemon)
        async let first = daemon.request("POST", "/v1/notifications/1/trial")
        async let second = daemon.request("POST", "/v1/notifications/1/trial")
        let answers = try await [first, second]
        #expect(answers.map(\.status).sorted() == [200, 503], "\(answers)")
        #expect(answers.compactMap(\.code) == ["full"])
        // The place is free again.
        let third = try await daemon.request("POST", "/v1/notifications/1/trial")
        #expect(third.status == 200, "\(third.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `says why an extension cannot be run again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.makeDaemon(in: fixture)
        try await Self.push(to: daemon)
        for what in ["trial", "recording"] {
            let missing = try await daemon.request("POST", "/v1/notifications/9/\(what)")
            #expect(missing.status == 404, "\(missing.text)")
        }
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        for what in ["trial", "recording"] {
            let hidden = try await daemon.request("POST", "/v1/notifications/1/\(what)")
            #expect(hidden.status == 409 && hidden.code == "hidden", "\(hidden.text)")
        }
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"unlocked"}"#)
        let local = #"{"identifier":"local","content":{"title":"local"}}"#
        _ = try await daemon.request("POST", "/v1/apps/\(Self.app)/requests", local)
        _ = try await daemon.events(after: 0) { $0.filter { $0.kind == "presented" }.count >= 2 }
        let recorded = try await daemon.request("POST", "/v1/notifications/2/recording")
        #expect(recorded.status == 422 && recorded.code == "not_pushed", "\(recorded.text)")

        // The extension's files are gone, though the app is installed.
        let apps = daemon.state + "/apps/" + Self.app
        for name in Self.files(in: apps) where name.hasSuffix("CountsRuns.appex") {
            try FileManager.default.removeItem(atPath: "\(apps)/\(name)")
        }
        for what in ["trial", "recording"] {
            let gone = try await daemon.request("POST", "/v1/notifications/1/\(what)")
            #expect(gone.status == 422 && gone.code == "no_extension", "\(gone.text)")
            #expect(gone.text.contains("belfry install"), "\(gone.text)")
        }
        let plain = try await fixture.makeApp("Plain", identifier: "com.example.plain")
        _ = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(plain)"}"#)
        let status = #"{"status":"authorized"}"#
        _ = try await daemon.request("PUT", "/v1/apps/com.example.plain/authorization", status)
        let pushed = try await daemon.request(
            "POST",
            "/v1/apps/com.example.plain/push",
            #"{"aps":{"alert":"plain"}}"#
        )
        #expect(pushed.object["sequence"] == 3, "\(pushed.text)")
        let none = try await daemon.request("POST", "/v1/notifications/3/trial")
        #expect(none.status == 422 && none.code == "no_extension", "\(none.text)")
        #expect(Self.files(in: daemon.state + "/trials").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `records a run that belfry replay makes again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.makeDaemon(in: fixture, ["--port", "0"])
        try await Self.push(to: daemon)
        let answer = try await daemon.request("POST", "/v1/notifications/1/recording")
        #expect(answer.status == 200, "\(answer.text)")
        let file = fixture.folder.appendingPathComponent("one.run")
        try Data(answer.text.utf8).write(to: file)
        let recording = try RecordingFile.read(file.path)
        #expect(recording.result.verdict == .delivered)
        #expect(recording.request.payload.contains("sent"))
        // It has what the extension kept.
        let kept = recording.trace.folders.flatMap(\.entries).first { $0.path == "count" }
        #expect(kept?.content == .bytes(Array("1\n".utf8)))
        let program = Workshop.products.appendingPathComponent("belfry").path
        let replayed = try await Command.run(program, ["replay", file.path, "--times", "2"])
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.errors)")

        // A browser's session is not given what the extension keeps.
        var visitor = try WebVisitor(daemon)
        #expect(try await visitor.ask("POST", "/v1/notifications/1/recording").status == 401)
        try await visitor.signIn(to: daemon)
        let download = try await visitor.ask("POST", "/v1/notifications/1/recording")
        #expect(download.status == 200, "\(download.body)")
        #expect(
            download.header("Content-Disposition")
                == #"attachment; filename="notification-1.run""#
        )
        let redacted = try RecordingFile.parse(Array(download.body.utf8))
        #expect(redacted.redactions.contains("files"))
        let left = redacted.trace.folders.flatMap(\.entries).first { $0.path == "count" }
        #expect(left != nil && left?.content?.isKept == false)
        #expect(Self.files(in: daemon.state + "/trials").isEmpty)
        #expect(daemon.stop() == 0)
    }
}

extension JSONValue {
    /// A number as it is written.
    fileprivate var text: String { String(decoding: serialized(), as: UTF8.self) }
}
