// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Local requests with files: copied before they are acknowledged, removed with the notification.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonAttachmentTests {
    private static var isRoot: Bool { geteuid() == 0 }

    /// A picture of one pixel.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """

    private static let requests = "/v1/apps/\(DaemonFixture.app)/requests"

    private func makePicture(_ name: String, in folder: URL) throws -> String {
        let data = try #require(Data(base64Encoded: Self.picture))
        let file = folder.appendingPathComponent(name)
        try data.write(to: file)
        return file.path
    }

    /// A request that is due after a minute, and shows a file.
    private func request(_ identifier: String, _ path: String, after seconds: Int = 60) -> String {
        let attachment = #"{"identifier":"picture","path":"\#(path)"}"#
        let content = #"{"title":"t","attachments":[\#(attachment)]}"#
        let trigger = #"{"kind":"timeInterval","seconds":\#(seconds)}"#
        return #"{"identifier":"\#(identifier)","content":\#(content),"trigger":\#(trigger)}"#
    }

    /// The pictures that a daemon's store holds.
    private func stored(by daemon: LiveDaemon) -> [String] {
        let store = daemon.state + "/attachments"
        let names = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String }
        // `.owners` has empty files of the same names.
        return (names ?? []).filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }
            .map { "\(store)/\($0)" }
    }

    /// Where a notification's file is.
    private func shown(_ entry: JSONObject) -> String? {
        guard case .array(let files)? = entry["content"]?.object?["attachments"] else { return nil }
        return files.first?.object?["path"]?.string
    }

    @Test func `keeps a file from the request on, also once its notification is dismissed`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let first = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        try await fixture.install(app, in: first)
        let file = try makePicture("a.png", in: fixture.folder)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let added = try await first.request("POST", Self.requests, request("a", file))
        #expect(added.status == 201, "\(added.text)")
        try FileManager.default.removeItem(atPath: file)
        let copy = try #require(stored(by: first).first)
        first.kill()

        let second = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        #expect(try await second.request("POST", "/v1/clock", #"{"next":true}"#).status == 200)
        _ = try await second.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let entry = try await second.request("GET", "/v1/notifications/1").object
        #expect(shown(entry) == copy)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
        #expect(try await second.request("DELETE", "/v1/notifications/1").status == 204)
        // The history can put the notification back.
        #expect(stored(by: second) == [copy])
        #expect(second.stop() == 0)
    }

    @Test func `removes the file of a request that is removed or replaced`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let file = try makePicture("a.png", in: fixture.folder)
        // The same request again, with the same file: it has it still.
        for _ in 1...2 {
            let added = try await daemon.request("POST", Self.requests, request("a", file))
            #expect(added.status == 201, "\(added.text)")
            #expect(stored(by: daemon).count == 1)
        }
        #expect(try await daemon.request("DELETE", Self.requests + "/a").status == 204)
        #expect(stored(by: daemon).isEmpty)
        _ = try await daemon.request("POST", Self.requests, request("b", file))
        #expect(stored(by: daemon).count == 1)
        #expect(try await daemon.request("DELETE", "/v1/apps/\(DaemonFixture.app)").status == 204)
        #expect(stored(by: daemon).isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `check names files that are missing or not what was stored`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        try await fixture.install(app, in: daemon)
        for (name, seconds) in [("a", 60), ("b", 600), ("c", 60)] {
            let file = try makePicture(name + ".png", in: fixture.folder)
            let picture = try Data(contentsOf: URL(fileURLWithPath: file))
            try (picture + Data(name.utf8)).write(to: URL(fileURLWithPath: file))
            let body = request(name, file, after: seconds)
            #expect(try await daemon.request("POST", Self.requests, body).status == 201)
        }
        #expect(try await daemon.request("POST", "/v1/clock", #"{"next":true}"#).status == 200)
        _ = try await daemon.events(after: 0) { events in
            events.count { $0.kind == "presented" } == 2
        }
        #expect(try await daemon.request("DELETE", "/v1/notifications/2").status == 204)
        // The daemon may run.
        let sound = try await fixture.run(["check", "--state", daemon.state])
        #expect(sound.status == 0, "\(sound)")
        #expect(sound.output.contains("/attachments: 3 files, as stored\n"))

        for file in stored(by: daemon) {
            let isChanged =
                try Data(contentsOf: URL(fileURLWithPath: file)).last == UInt8(ascii: "a")
            try FileManager.default.removeItem(atPath: file)
            if isChanged { try Data("other".utf8).write(to: URL(fileURLWithPath: file)) }
        }
        let found = try await fixture.run(["check", "--state", daemon.state])
        #expect(found.status == 65)
        let app1 = DaemonFixture.app
        #expect(
            found.output.contains(
                ".png: its bytes are not those that were stored; shown by notification 1 of \(app1)\n"
            )
        )
        #expect(found.output.contains(#".png: missing; shown by the request "b" of \#(app1)\#n"#))
        // The third notification was removed: its file may go.
        #expect(found.output.split(separator: "\n").count == 3, "\(found.output)")
        #expect(found.errors.hasPrefix("belfryd: 2 of the files"))
        #expect(found.errors.contains(#"belfry remove 1, belfry remove \#(app1) "b""#))
        // Put back, it is in the list without the file.
        let restored = try await daemon.request("POST", "/v1/notifications/2/restore")
        #expect(restored.status == 200, "\(restored.text)")
        let again = try await fixture.run(["check", "--state", daemon.state])
        #expect(again.output == found.output)
        #expect(daemon.stop() == 0)
    }

    @Test func `adds nothing where a file cannot be taken`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let good = try makePicture("good.png", in: fixture.folder)
        let text = fixture.folder.appendingPathComponent("text.png").path
        try "no picture".write(toFile: text, atomically: true, encoding: .utf8)
        let closed = try makePicture("closed.png", in: fixture.folder)
        try DaemonFixture.change(closed, mode: 0)
        // Root may read it all the same.
        let unreadable = Self.isRoot ? [] : [(path: closed, word: "closed.png")]
        let rows: [(path: String, word: String)] = [
            (fixture.folder.path + "/none.png", "none.png"), (text, "text.png"),
            ("good.png", "absolute path"), (fixture.folder.path, "attachment"),
            ("/dev/zero", "attachment"),
        ]
        for row in rows + unreadable {
            let both = "[\(request("a", good)),\(request("b", row.path))]"
            let refused = try await daemon.request("POST", Self.requests, both)
            #expect(refused.status == 422, "\(refused.text)")
            #expect(refused.code == "attachment")
            #expect(refused.text.contains(row.word), "\(refused.text)")
            #expect(refused.text.split(separator: "\n").count == 1)
        }
        // What was copied for the first request is gone again.
        #expect(stored(by: daemon).isEmpty)
        #expect(try await daemon.request("GET", "/v1/requests").object["requests"] == .array([]))
        #expect(daemon.stop() == 0)
    }

    @Test(.enabled(if: isRoot, "only root can be another user"))
    func `refuses a file that the daemon may not read`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let folder = fixture.folder.appendingPathComponent("user")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try DaemonFixture.change(fixture.folder.path, mode: 0o755)
        try DaemonFixture.change(folder.path, owner: 65533)
        let daemon = try LiveDaemon(in: folder, as: 65533)
        try await fixture.install(app, in: daemon)
        let file = try makePicture("secret.png", in: fixture.folder)
        let before = try await StateRecord(of: daemon)
        // Another user's, and its own, which nobody may read.
        for (mode, owner) in [(0o600, 0), (0, 65533)] {
            try DaemonFixture.change(file, mode: mode, owner: owner)
            let refused = try await daemon.request("POST", Self.requests, request("a", file))
            #expect(refused.status == 422)
            #expect(refused.code == "attachment")
            #expect(refused.text.contains("secret.png"), "\(refused.text)")
            #expect(refused.text.split(separator: "\n").count == 1, "\(refused.text)")
            #expect(try await StateRecord(of: daemon) == before)
            let pending = try await daemon.request("GET", "/v1/requests").object["requests"]
            #expect(pending == .array([]))
        }
        try DaemonFixture.change(file, mode: 0o644)
        let added = try await daemon.request("POST", Self.requests, request("a", file))
        #expect(added.status == 201, "\(added.text)")
        #expect(daemon.stop() == 0)
    }
}
