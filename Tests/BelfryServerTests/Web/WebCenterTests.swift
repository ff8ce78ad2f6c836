// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What a running `belfryd` gives the page to draw.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebCenterTests {
    private static let app = DaemonFixture.app

    /// A picture of one pixel.
    static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """

    private func objects(_ value: JSONValue?) -> [JSONObject] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap(\.object)
    }

    private func push(_ aps: String, to daemon: LiveDaemon) async throws {
        let answer = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/push",
            #"{"aps":\#(aps)}"#
        )
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Waits until so many notifications were shown.
    private func shown(_ count: Int, by daemon: LiveDaemon) async throws {
        _ = try await daemon.events(after: 0) {
            $0.filter { $0.kind == "presented" }.count >= count
        }
    }

    @Test func `shows apps, threads and texts as one moment has them`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for number in 1...3 {
            try await push(
                #"{"alert":{"title":"a\#(number)"},"thread-id":"t","badge":\#(number)}"#,
                to: daemon
            )
        }
        try await push(#"{"alert":{"title":"b"}}"#, to: daemon)
        try await shown(4, by: daemon)
        let center = try await daemon.request("GET", "/v1/center").object
        #expect(
            objects(center["notifications"]).compactMap { $0["content"]?.object?["title"] } == [
                "b", "a3", "a2", "a1",
            ]
        )
        let known = try #require(objects(center["apps"]).first)
        #expect(known["badge"] == 3)
        let groups = objects(known["groups"])
        #expect(groups.map { $0["thread"] } == ["", "t"])
        #expect(groups.last?["sequences"] == [3, 2, 1])
        #expect(groups.last?["summary"] == "2 more notifications")
        let events = try await daemon.events(after: 0) { $0.count >= 8 }
        guard case .number(let cursor)? = center["cursor"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        #expect(cursor.int.map { $0 >= events.last?.id ?? 0 } == true)

        // The numbers are of the whole list, however little of it is asked for.
        _ = try await daemon.request("POST", "/v1/notifications/1/seen")
        let part = try await daemon.request("GET", "/v1/center?limit=1").object
        #expect(objects(part["notifications"]).count == 1)
        #expect(objects(part["apps"]).map { $0["listedCount"] } == [4])
        #expect(objects(part["apps"]).map { $0["unreadCount"] } == [3])

        _ = try await daemon.request("DELETE", "/v1/notifications/4")
        let history = try await daemon.request("GET", "/v1/center/history")
        #expect(objects(history.object["notifications"]).map { $0["reason"] } == ["removedByUser"])
        let older = try await daemon.request("GET", "/v1/center/history?before=4")
        #expect(older.object["notifications"] == [])
        #expect(daemon.stop() == 0)
    }

    @Test func `gives no text away that a locked device hides`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        try await push(#"{"alert":{"title":"secret"}}"#, to: daemon)
        try await push(#"{"alert":{"title":"secret"}}"#, to: daemon)
        try await shown(2, by: daemon)
        _ = try await daemon.request("DELETE", "/v1/notifications/1")
        for path in ["/v1/center", "/v1/center/history"] {
            #expect(try await daemon.request("GET", path).text.contains("secret"))
        }
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        for path in ["/v1/center", "/v1/center/history"] {
            let answer = try await daemon.request("GET", path)
            #expect(!answer.text.contains("secret"), "\(path)")
            #expect(answer.text.contains(#""body":"Notification""#), "\(answer.text)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `serves the pictures of notifications, and no other file`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let data = try #require(Data(base64Encoded: Self.picture))
        let file = fixture.folder.appendingPathComponent("a.png")
        try data.write(to: file)
        let hostile = "<img src=x>/../.."
        let content =
            #"{"title":"t","attachments":[{"identifier":"\#(hostile)","path":"\#(file.path)"}]}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":\#(content)}"#
        )
        #expect(added.status == 201, "\(added.text)")
        try await shown(1, by: daemon)
        var visitor = try WebVisitor(daemon)
        let path = "/v1/notifications/1/attachments/%3Cimg%20src=x%3E%2F..%2F.."
        #expect(try await visitor.ask("GET", path).status == 401)
        try await visitor.signIn(to: daemon)
        let answer = try await visitor.ask("GET", path)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.header("Content-Type") == "image/png")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Content-Length") == "\(data.count)")
        #expect(try await visitor.ask("GET", "/v1/notifications/1/attachments/none").status == 404)
        #expect(try await visitor.ask("GET", "/v1/notifications/2/attachments/none").status == 404)

        // What the store holds in its place is no picture any more, or leads elsewhere.
        let store = daemon.state + "/attachments"
        let names =
            FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
        let name = try #require(names.first { $0.hasSuffix(".png") && !$0.hasPrefix(".") })
        let stored = "\(store)/\(name)"
        try FileManager.default.removeItem(atPath: stored)
        try Data("<script>".utf8).write(to: URL(fileURLWithPath: stored))
        #expect(try await visitor.ask("GET", path).status == 404)
        try FileManager.default.removeItem(atPath: stored)
        try FileManager.default.createSymbolicLink(atPath: stored, withDestinationPath: file.path)
        #expect(try await visitor.ask("GET", path).status == 404)
        #expect(daemon.stop() == 0)
    }

    @Test func `says what a run used of its budget, and how to open the page`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        _ = try await fixture.push("x", to: daemon)
        try await shown(1, by: daemon)
        var runs: [JSONObject] = []
        // The report follows the notification.
        while runs.first?["report"] == nil {
            let answer = try await daemon.request("GET", "/v1/notifications/1/explanation")
            runs = objects(answer.object["runs"])
            try #require(runs.count == 1, "\(answer.text)")
        }
        let report = try #require(runs.first?["report"]?.object)
        #expect(report["budget"]?.object?["wallMilliseconds"] != nil)
        #expect(report["usage"]?.object?["peakByteCount"] != nil)

        let program = Workshop.products.appendingPathComponent("belfry").path
        let result = try await Command.run(
            "/usr/bin/env",
            ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)", program, "center"]
        )
        let visitor = try WebVisitor(daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("\(visitor.origin)/#"))
        let code = try #require(result.output.split(separator: "#").last).dropLast()
        let signedIn = try await visitor.ask("POST", "/v1/session", #"{"code":"\#(code)"}"#)
        #expect(signedIn.status == 204)
        #expect(daemon.stop() == 0)
    }
}
