// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What an update, a removal and another app's identifiers do to an extension and to its files.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonUpdateTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    /// Makes an app whose extension is installed under an identifier of the test's.
    private func makeApp(
        _ fixture: borrowing DaemonFixture,
        _ name: String,
        identifier: String,
        extension claimed: String,
        from bundle: String = "CountsRuns"
    ) async throws -> String {
        let app = try await fixture.makeApp(name, extension: bundle, identifier: identifier)
        try Workshop.manifest(bundle, [:], identifier: claimed)
            .write(to: URL(fileURLWithPath: "\(app)/PlugIns/\(bundle).appex/Info.plist"))
        return app
    }

    private func install(_ app: String, in daemon: LiveDaemon) async throws -> LiveDaemon.Answer {
        try await daemon.request("POST", "/v1/apps", #"{"path":"\#(app)"}"#)
    }

    private func allow(_ app: String, in daemon: LiveDaemon) async throws {
        let path = "/v1/apps/\(app)/authorization"
        let answer = try await daemon.request("PUT", path, #"{"status":"authorized"}"#)
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Pushes to an app, and returns the title that was shown.
    private func title(
        of app: String,
        pushed payload: String = #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#,
        in daemon: LiveDaemon
    ) async throws -> String? {
        let answer = try await daemon.request("POST", "/v1/apps/\(app)/push", payload)
        guard case .number(let number)? = answer.object["sequence"], let sequence = number.int
        else {
            Issue.record("\(answer.text)")
            return nil
        }
        return try await title(of: sequence, in: daemon)
    }

    private func title(of sequence: Int, in daemon: LiveDaemon) async throws -> String? {
        _ = try await daemon.events(after: 0) { events in
            events.contains { $0.kind == "presented" && $0.sequence == sequence }
        }
        let entry = try await daemon.request("GET", "/v1/notifications/\(sequence)").object
        return entry["content"]?.object?["title"]?.string
    }

    @Test func `refuses an app that has an extension of another one's, and the other way round`()
        async throws
    {
        let fixture = try DaemonFixture()
        let rogue = try await makeApp(
            fixture,
            "Rogue",
            identifier: "com.bank",
            extension: "com.bank.chat.Service"
        )
        let victim = try await makeApp(
            fixture,
            "Victim",
            identifier: "com.bank.chat",
            extension: "com.bank.chat.Service"
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        for (first, second, removed) in [
            (rogue, victim, "com.bank"), (victim, rogue, "com.bank.chat"),
        ] {
            try #require(try await install(first, in: daemon).status == 201)
            let refused = try await install(second, in: daemon)
            #expect(refused.status == 409, "\(refused.text)")
            #expect(refused.code == "conflict")
            let message = refused.object["error"]?.object?["message"]?.string ?? ""
            #expect(message.contains("both have an extension com.bank.chat.Service"), "\(message)")
            let apps = daemon.state + "/apps"
            let left = try FileManager.default.contentsOfDirectory(atPath: apps).flatMap { name in
                try FileManager.default.contentsOfDirectory(atPath: "\(apps)/\(name)").map { _ in
                    name
                }
            }
            #expect(left == [removed])
            // The refused app's copy is gone, and the first one is updated as ever.
            #expect(try await install(first, in: daemon).status == 201)
            #expect(try await daemon.request("DELETE", "/v1/apps/\(removed)").status == 204)
        }
        let together = try await withThrowingTaskGroup(of: Int.self) { group in
            for app in [rogue, victim] {
                group.addTask { try await install(app, in: daemon).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(together.sorted() == [201, 409])
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses an app two of whose extensions have one identifier`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let plugIns = app + "/PlugIns"
        try FileManager.default.copyItem(
            atPath: plugIns + "/Completes.appex",
            toPath: plugIns + "/Other.appex"
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        let refused = try await install(app, in: daemon)
        #expect(refused.status == 422)
        #expect(refused.text.contains("which is Completes.appex's"), "\(refused.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `an extension's files stay with updates, and go with its app`() async throws {
        let fixture = try DaemonFixture()
        let identifier = DaemonFixture.app
        let app = try await makeApp(
            fixture,
            "Sample",
            identifier: identifier,
            extension: identifier + ".CountsRuns"
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        let data = "\(daemon.state)/storage/data"
        try #require(try await install(app, in: daemon).status == 201)
        try await allow(identifier, in: daemon)
        #expect(try await title(of: identifier, in: daemon) == "run 1")
        try Data("two".utf8).write(to: URL(fileURLWithPath: app + "/version"))
        try #require(try await install(app, in: daemon).status == 201)
        #expect(try await title(of: identifier, in: daemon) == "run 2")
        // An app whose files are missing is installed again.
        try FileManager.default.removeItem(atPath: "\(daemon.state)/apps/\(identifier)")
        try #require(try await install(app, in: daemon).status == 201)
        #expect(try await title(of: identifier, in: daemon) == "run 3")
        // A version that cannot be read any more is updated too.
        let versions = "\(daemon.state)/apps/\(identifier)"
        for version in try FileManager.default.contentsOfDirectory(atPath: versions) {
            let appex = "\(versions)/\(version)/Sample.app/PlugIns/CountsRuns.appex"
            try Data("none".utf8).write(to: URL(fileURLWithPath: appex + "/Info.plist"))
        }
        try Data("three".utf8).write(to: URL(fileURLWithPath: app + "/version"))
        try #require(try await install(app, in: daemon).status == 201)
        #expect(try await title(of: identifier, in: daemon) == "run 4")

        #expect(try await daemon.request("DELETE", Self.own).status == 204)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data) == [])
        // The very version that a worker was idle for.
        try #require(try await install(app, in: daemon).status == 201)
        try await allow(identifier, in: daemon)
        #expect(try await title(of: identifier, in: daemon) == "run 1")
        #expect(try await title(of: identifier, in: daemon) == "run 2")

        // What a daemon that was killed on the way has left.
        #expect(try await daemon.request("DELETE", Self.own).status == 204)
        let left = "\(data)/\(identifier).CountsRuns"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("7".utf8).write(to: URL(fileURLWithPath: left + "/count"))
        try #require(try await install(app, in: daemon).status == 201)
        try await allow(identifier, in: daemon)
        #expect(try await title(of: identifier, in: daemon) == "run 1")

        // A version without the extension.
        try FileManager.default.removeItem(atPath: app + "/PlugIns")
        try #require(try await install(app, in: daemon).status == 201)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data) == [])
        #expect(daemon.stop() == 0)
    }

    @Test func `processes what comes during an update, by the old version and the new one`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Naps", flags: ["-DNAP_MS=8000"])
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let versions = "\(daemon.state)/apps/\(DaemonFixture.app)"
        let old = try FileManager.default.contentsOfDirectory(atPath: versions)
        let first = try await fixture.push("first", to: daemon)
        try #require(first.status == 200, "\(first.text)")
        try FileManager.default.removeItem(atPath: app + "/PlugIns")
        _ = try await makeApp(
            fixture,
            "Sample",
            identifier: DaemonFixture.app,
            extension: DaemonFixture.app + ".Naps",
            from: "Completes"
        )
        try #require(try await install(app, in: daemon).status == 201)
        // The run has the old version's files for as long as it goes on.
        let entry = try await daemon.request("GET", "/v1/notifications/1").object
        try #require(entry["state"] == .string("running"))
        let both = try FileManager.default.contentsOfDirectory(atPath: versions)
        #expect(both.count == 2 && Set(both).isSuperset(of: old))
        #expect(try await title(of: DaemonFixture.app, in: daemon) == "changed")
        #expect(try await title(of: 1, in: daemon) == "rested")
        // The next change of the app removes them, once their runs' reports are there.
        try Data("three".utf8).write(to: URL(fileURLWithPath: app + "/version"))
        var digests: [String?] = []
        var left: [String] = []
        repeat {
            try #require(!Task.isCancelled)
            digests = [try await install(app, in: daemon).object["digest"]?.string]
            left = try FileManager.default.contentsOfDirectory(atPath: versions)
        } while left.count > 1
        #expect(left == digests)
        #expect(daemon.stop() == 0)
    }

    @Test func `a follower is told of each notification whose app is removed`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for name in ["one", "two"] { _ = try await fixture.push(name, to: daemon) }
        let before = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == 2
        }
        #expect(try await daemon.request("DELETE", Self.own).status == 204)
        let last = try #require(before.last).id
        let after = try await daemon.events(after: last) { $0.count == 3 }
        #expect(after.map(\.kind) == ["removed", "removed", "appChanged"])
        #expect(Set(after.prefix(2).map(\.sequence)) == [1, 2])
        #expect(daemon.stop() == 0)
    }

    @Test func `an extension changes local notifications and collapses where its manifest says so`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        for (isAsked, version) in zip([false, true], 1...) {
            let name = "Sample\(version)"
            let app = try await fixture.makeApp(
                name,
                extension: "Collapses",
                options: ["ModifyLocal": isAsked, "Collapsing": isAsked],
                identifier: DaemonFixture.app
            )
            let installed = try await install(app, in: daemon)
            try #require(installed.status == 201, "\(installed.text)")
            let identifier = DaemonFixture.app
            try await allow(identifier, in: daemon)
            let local = #"{"identifier":"l","content":{"title":"before"}}"#
            let path = "/v1/apps/\(identifier)/requests"
            #expect(try await daemon.request("POST", path, local).status == 201)
            let first = 3 * version - 2
            #expect(try await title(of: first, in: daemon) == (isAsked ? "changed" : "before"))
            // Both pushes say that they replace "talk"; only where that counts one of them is left.
            for _ in 1...2 { #expect(try await title(of: identifier, in: daemon) == "changed") }
            let query = "/v1/notifications?app=\(identifier)"
            let list = try await daemon.request("GET", query).object
            guard case .array(let entries)? = list["notifications"] else {
                throw CocoaError(.coderReadCorrupt)
            }
            let states = entries.compactMap { $0.object?["state"]?.string }
            #expect(states.filter { $0 == "presented" }.count == (isAsked ? 1 : 3), "\(states)")
            // The next one is another app of its identifiers.
            let removed = try await daemon.request("DELETE", "/v1/apps/\(identifier)")
            #expect(removed.status == 204)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `installs no app whose extension would find what an earlier one has kept`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder)
        let file = app + "/PlugIns/Completes.appex/Info.plist"
        let info = try Data(contentsOf: URL(fileURLWithPath: file))
        let read = try unsafe PropertyListSerialization.propertyList(from: info, format: nil)
        let name = try #require((read as? [String: Any])?["CFBundleIdentifier"] as? String)
        // A file cannot be removed as a directory is.
        let data = URL(fileURLWithPath: daemon.state + "/storage/data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let stuck = data.appendingPathComponent(".removed-\(name)")
        try Data().write(to: stuck)
        let refused = try await install(app, in: daemon)
        #expect((refused.status, refused.code) == (503, "storage"))
        #expect(refused.text.contains("is not installed") && refused.text.contains(name))
        #expect(try await daemon.request("GET", "/v1/apps").object["apps"] == .array([]))
        try FileManager.default.removeItem(at: stuck)
        #expect(try await install(app, in: daemon).status == 201)
        #expect(daemon.stop() == 0)
    }

    @Test func `an app begins without what an earlier one of its identifier has left`() async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let first = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        let file = "\(daemon.state)/app-tokens/\(DaemonFixture.app)"
        let token = try Data(contentsOf: URL(fileURLWithPath: file))
        // An update is the same app.
        try Data("two".utf8).write(to: URL(fileURLWithPath: app + "/version"))
        try #require(try await install(app, in: daemon).status == 201)
        #expect(
            try await daemon.request("GET", Self.own + "/token").object["token"]?.string == first
        )
        // What a daemon that is killed right after it has forgotten the app leaves.
        #expect(try await daemon.request("DELETE", Self.own).status == 204)
        try #require(FileManager.default.createFile(atPath: file, contents: token))
        try DaemonFixture.change(file, mode: 0o600)
        let log = "\(daemon.state)/app-logs/\(DaemonFixture.app)"
        try FileManager.default.createDirectory(
            atPath: "\(daemon.state)/app-logs",
            withIntermediateDirectories: true
        )
        try Data("of another app".utf8).write(to: URL(fileURLWithPath: log))
        try await fixture.install(app, in: daemon)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: log))
        let second = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        #expect(second != nil && second != first)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses U+0000 in what names something`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let trigger = #""trigger":{"kind":"timeInterval","seconds":600}"#
        let requests = Self.own + "/requests"
        let plain = try await daemon.request(
            "POST",
            requests,
            #"{"identifier":"x","content":{"title":"t"},\#(trigger)}"#
        )
        #expect(plain.status == 201, "\(plain.text)")
        let refused = try await daemon.request(
            "POST",
            requests,
            #"{"identifier":"x\u0000one","content":{"title":"t"},\#(trigger)}"#
        )
        #expect(refused.status == 400)
        #expect(refused.text.contains("U+0000"), "\(refused.text)")
        for (method, path) in [
            ("DELETE", requests + "/x%00one"), ("GET", Self.own + "%00x"),
            ("DELETE", Self.own + "%00x"),
        ] {
            let answer = try await daemon.request(method, path)
            #expect(answer.status == 400, "\(path): \(answer.text)")
            #expect(answer.text.contains("has a zero byte"), "\(answer.text)")
        }
        // Nothing was taken for what its first character names.
        let pending = try await daemon.request("GET", "/v1/requests").object["requests"]
        guard case .array(let left)? = pending else {
            Issue.record("no list")
            return
        }
        #expect(left.count == 1)
        #expect(daemon.stop() == 0)
    }
}
