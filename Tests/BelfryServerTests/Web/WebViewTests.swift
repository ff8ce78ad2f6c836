// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Notifications that a running `belfryd` has drawn by content extensions, while pages show them.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebViewTests {
    private static let app = DaemonFixture.app

    /// Starts a daemon with an app whose extension draws the category `invite`.
    static func daemon(in fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let app = try await fixture.makeApp("Sample")
        try await fixture.addDrawing("Draws", to: app)
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        try await setActions(of: daemon)
        return daemon
    }

    /// Has the category `invite` actions that the extension knows.
    static func setActions(of daemon: LiveDaemon) async throws {
        let token = try await daemon.request("GET", "/v1/apps/\(Self.app)/token").object["token"]
        let actions = ["stay", "close", "forward", "swap", "reply-forward"].map { action in
            let field =
                action.hasPrefix("reply") ? #","textInput":{"buttonTitle":"Send"}"# : ""
            return #"{"identifier":"\#(action)","title":"\#(action)"\#(field)}"#
        }
        let locked =
            #"{"identifier":"locked","title":"locked","options":["authenticationRequired"]}"#
        let answer = try await daemon.request(
            "PUT",
            "/v1/app/categories",
            #"[{"identifier":"invite","actions":[\#((actions + [locked]).joined(separator: ","))]}]"#,
            headers: ["Authorization: Bearer \(token?.string ?? "")"]
        )
        try #require(answer.status == 204, "\(answer.text)")
    }

    /// Pushes a notification that the extension draws.
    static func push(
        _ words: String = "",
        category: String = "invite",
        to daemon: LiveDaemon
    ) async throws {
        let aps = #"{"alert":{"title":"Party","body":"Will you come?"},"category":"\#(category)"}"#
        let answer = try await daemon.request(
            "POST",
            "/v1/apps/\(app)/push",
            #"{"aps":\#(aps),"does":"\#(words)"}"#
        )
        try #require(answer.status == 200, "\(answer.text)")
        let number = answer.object["sequence"]
        _ = try await daemon.events(after: 0) { events in
            events.contains { event in
                event.kind == "presented"
                    && event.sequence.map { .number(JSONNumber($0)) } == number
            }
        }
    }

    private func act(
        _ input: String,
        on view: String,
        by visitor: WebVisitor,
        headers: [String] = []
    ) async throws -> WebVisitor.Answer {
        try await visitor.ask("POST", "/v1/views/\(view)/input", input, headers: headers)
    }

    @Test func `draws, takes what the user does, and gives the app what is let through`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push(to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let center = try await visitor.ask("GET", "/v1/center")
        #expect(center.body.contains(#""isDrawn":true"#), "\(center.body)")
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        // What it draws may be told before that it is open.
        let drawn = try await follower.text(until: #""phase":"open""#)
        #expect(drawn.contains(#""text":"received""#), "\(drawn)")
        #expect(drawn.contains(#""width":320"#))
        let taken = try await act(#"{"input":"tap","view":3}"#, on: view, by: visitor)
        #expect(taken.status == 204, "\(taken.body)")
        #expect(taken.header("Belfry-Revision").flatMap { Int($0) } ?? 0 > 0)
        _ = try await follower.text(until: "tapped 1")
        let refused = try await act(#"{"input":"tap","view":99}"#, on: view, by: visitor)
        #expect(refused.status == 409, "\(refused.body)")
        // An action that the extension has made up is the app's too, once it is let through.
        #expect(
            try await act(#"{"input":"action","action":"swap"}"#, on: view, by: visitor).status
                == 204
        )
        _ = try await follower.text(until: #""title":"New""#)
        #expect(
            try await act(#"{"input":"action","action":"forward"}"#, on: view, by: visitor).status
                == 409
        )
        #expect(
            try await act(#"{"input":"action","action":"new"}"#, on: view, by: visitor).status
                == 204
        )
        _ = try await follower.text(until: #""text":"new""#)
        let entry = try await daemon.request("GET", "/v1/notifications/1")
        #expect(["presented", "seen"].contains(entry.object["state"]?.string), "\(entry.text)")
        #expect(daemon.stop() == 0)
        // The stream ends with the daemon.
        #expect(try await follower.text(until: "event: end").contains("event: end"))
    }

    @Test(arguments: [
        ("forward", #"{"input":"action","action":"forward"}"#, "forward"),
        ("reply", #"{"input":"action","action":"reply-forward","text":"I come"}"#, "reply-forward"),
        ("open", #"{"input":"open"}"#, "com.apple.UNNotificationDefaultActionIdentifier"),
        ("close", #"{"input":"action","action":"close"}"#, nil),
        ("dismiss", #"{"input":"dismiss"}"#, nil),
    ])
    func `a notification that is dealt with leaves the list`(
        _ name: String,
        _ input: String,
        _ action: String?
    ) async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push(to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        _ = try await follower.text(until: #""text":"received""#)
        #expect(try await act(input, on: view, by: visitor).status == 204)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "removed" } }
        let entry = try await daemon.request("GET", "/v1/notifications/1")
        #expect(entry.object["state"] == "removed", "\(entry.text)")
        let explanation = try await daemon.request("GET", "/v1/notifications/1/explanation")
        let response = explanation.object["response"]?.object
        #expect(response?["action"]?.string == action, "\(explanation.text)")
        #expect(try await follower.text(until: "event: end").hasSuffix("event: end\ndata: {}\n\n"))
        // It has one end: the view is gone, and with it its name.
        #expect(try await act(input, on: view, by: visitor).status == 404)
        #expect(daemon.stop() == 0)
    }

    @Test func `ends with the page, and has room for as many as there may be`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push(to: daemon)
        var visitors: [WebVisitor] = []
        for _ in 0..<3 {
            var visitor = try WebVisitor(daemon)
            try await visitor.signIn(to: daemon)
            visitors.append(visitor)
        }
        var followers: [ViewFollower] = []
        for visitor in visitors.prefix(2) {
            for _ in 0..<4 {
                let follower = try ViewFollower(of: 1, by: visitor)
                _ = try await follower.name()
                followers.append(follower)
            }
            // One browser's share is taken.
            let answer = try await visitor.ask("GET", "/v1/notifications/1/view")
            #expect(answer.status == 503, "\(answer.body)")
        }
        // And all there are.
        let full = try await visitors[2].ask("GET", "/v1/notifications/1/view")
        #expect(full.status == 503, "\(full.body)")
        let view = try await followers[0].name()
        // An extension that is being loaded takes nothing yet.
        _ = try await followers[0].text(until: "received")
        #expect(
            try await act(#"{"input":"tap","view":3}"#, on: view, by: visitors[0]).status == 204
        )
        // Nobody else may act on it.
        #expect(
            try await act(#"{"input":"tap","view":3}"#, on: view, by: visitors[1]).status == 404
        )
        for follower in followers { follower.end() }
        while try await act(#"{"input":"tap","view":3}"#, on: view, by: visitors[0]).status != 404 {
            try #require(!Task.isCancelled)
        }
        // The room is free again once the daemon has noticed.
        let next = try ViewFollower(of: 1, by: visitors[2])
        #expect(try await next.name().utf8.count == 64)
        #expect(daemon.stop() == 0)
    }

    @Test func `shows nothing that the device hides, and goes on hiding it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push(to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        _ = try await follower.text(until: #""text":"received""#)
        // On a locked device that shows previews it is drawn, but for what needs the user's own hand.
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        let locked = #"{"input":"action","action":"locked"}"#
        #expect(try await act(locked, on: view, by: visitor).status == 409)
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        // What is refused says how far the view is, and changes nothing in it.
        let refused = try await act(#"{"input":"tap","view":99}"#, on: view, by: visitor)
        let last = try #require(refused.header("Belfry-Revision").flatMap { Int($0) })
        _ = try await act(#"{"input":"tap","view":3}"#, on: view, by: visitor)
        let text = try await follower.text(until: "event: end")
        #expect(text.contains("event: end"))
        let revisions = text.matches(of: /"revision":(\d+)/).compactMap { Int($0.output.1) }
        #expect(!revisions.isEmpty && revisions.allSatisfy { $0 <= last }, "\(revisions), \(last)")
        #expect(!text.contains("tapped"))
        let answer = try await visitor.ask("GET", "/v1/notifications/1/view")
        #expect(answer.status == 409, "\(answer.body)")
        #expect(answer.body.contains(#""hidden""#))
        #expect(!(try await visitor.ask("GET", "/v1/center")).body.contains("isDrawn"))
        #expect(daemon.stop() == 0)
    }

    @Test func `takes no action on a locked device that the extension shows as one for any`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push("weak", to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        _ = try await follower.text(until: #""title":"Unlocked""#)
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        let locked = #"{"input":"action","action":"locked"}"#
        #expect(try await act(locked, on: view, by: visitor).status == 409)
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"unlocked"}"#)
        #expect(try await act(locked, on: view, by: visitor).status == 204)
        #expect(daemon.stop() == 0)
    }

    /// The extension closes the view by itself, or acts as if the user had opened the app before.
    @Test(arguments: ["bye", "unasked bye"])
    func `what the extension does unasked stays in the list, and the app is not told`(
        _ deeds: String
    ) async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push(deeds, to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let text = try await follower.text(until: "event: end")
        #expect(text.contains(#""phase":"closed""#), "\(text)")
        let entry = try await daemon.request("GET", "/v1/notifications/1")
        #expect(["presented", "seen"].contains(entry.object["state"]?.string), "\(entry.text)")
        let events = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        #expect(!events.contains { $0.kind == "responded" }, "\(events)")
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses other sites, other hosts and what is no input`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        try await Self.push("shown", to: daemon)
        try await Self.push(category: "other", to: daemon)
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let follower = try ViewFollower(of: 1, by: visitor)
        let view = try await follower.name()
        let path = "/v1/views/\(view)/input"
        let tap = #"{"input":"tap","view":3}"#
        let rows: [(method: String, path: String, body: String?, headers: [String], status: Int)] =
            [
                ("POST", path, tap, ["Origin: http://evil.example"], 403),
                ("POST", path, tap, ["Origin: http://127.0.0.1:1"], 403),
                ("POST", path, tap, ["Origin;"], 403),
                ("POST", path, tap, ["Host: evil.example"], 421),
                ("POST", path, #"{"input":"run"}"#, [], 400),
                ("POST", path, "<script>", [], 400),
                (
                    "POST", path,
                    #"{"input":"edit","view":5,"text":"\#(String(repeating: "x", count: 70_000))"}"#,
                    [], 413
                ),
                ("GET", path, nil, [], 403),
                ("POST", "/v1/views/\(String(repeating: "0", count: 64))/input", tap, [], 404),
                (
                    "GET", "/v1/notifications/1/view", nil,
                    ["Origin:", "Sec-Fetch-Site: same-site"], 403
                ),
                ("GET", "/v1/notifications/1/view", nil, ["Host: evil.example"], 421),
                ("GET", "/v1/notifications/1/view?width=9999", nil, [], 400),
                ("GET", "/v1/notifications/2/view", nil, [], 422),
                ("GET", "/v1/notifications/3/view", nil, [], 404),
                ("GET", "/v1/views/\(view)/pictures/none", nil, [], 404),
                ("GET", "/v1/views/\(view)/pictures/..%2F..%2Ftoken", nil, [], 404),
                (
                    "GET", "/v1/views/\(view)/pictures/none", nil,
                    ["Origin:", "Sec-Fetch-Site: cross-site"], 403
                ),
            ]
        for row in rows {
            let answer = try await visitor.ask(row.method, row.path, row.body, headers: row.headers)
            #expect(
                answer.status == row.status,
                "\(row.method) \(row.path) \(row.headers): \(answer.body)"
            )
        }
        let stranger = try WebVisitor(daemon)
        #expect(try await stranger.ask("GET", "/v1/notifications/1/view").status == 401)
        #expect(daemon.stop() == 0)
    }

    @Test func `a page that reads slowly holds nobody up`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await Self.daemon(in: fixture)
        for _ in 1...2 { try await Self.push(to: daemon) }
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let slow = try ViewFollower(of: 1, by: visitor, rate: 200)
        let slowView = try await slow.name()
        // More than the kernel holds for a reader: what is sent waits for this one. Until its extension is
        // there nothing is taken.
        for letter in "abcdefghijklmnopqrstuvwxyzabcdefghijklmn" {
            let text = String(repeating: letter, count: 16_000)
            let written = #"{"input":"edit","view":5,"text":"\#(text)"}"#
            while try await act(written, on: slowView, by: visitor).status != 204 {
                try #require(!Task.isCancelled)
            }
        }
        let follower = try ViewFollower(of: 2, by: visitor)
        let view = try await follower.name()
        _ = try await follower.text(until: #""text":"received""#)
        #expect(
            try await act(#"{"input":"action","action":"forward"}"#, on: view, by: visitor).status
                == 204
        )
        _ = try await daemon.events(after: 0) {
            $0.contains { $0.kind == "removed" && $0.sequence == 2 }
        }
        // Nor itself: what the user does there reaches the app before the page has read what came of it.
        #expect(
            try await act(#"{"input":"action","action":"forward"}"#, on: slowView, by: visitor)
                .status == 204
        )
        _ = try await daemon.events(after: 0) {
            $0.contains { $0.kind == "removed" && $0.sequence == 1 }
        }
        slow.end()
        #expect(daemon.stop() == 0)
    }
}
