// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// An extension before a desktop's notification server: programs, a private session bus, `belfry desktop
/// intercept`, and a server of GLib's behind it.
@Suite(
    .timeLimit(.minutes(5)),
    .serialized,
    .enabled(if: MockServer.isNeeded, Comment(rawValue: MockServer.isMissing))
) struct InterceptTests {
    // MARK: What passes

    @Test func `shows what the extension makes of a notification, and keeps all else`() async throws
    {
        let stage = try await InterceptStage.start()
        try stage.client.notify(
            "Koko",
            [
                "body": "<b>Bananas</b> &amp; figs", "actions": ["default", "Open", "no", "No"],
                "app": "Zoo", "icon": "zoo", "timeout": 700, "picture": 3,
                "hints": [
                    "urgency": ["y", 2], "x-odd": ["a{sv}", [:]],
                    "x-deep": ["(sa(ii))", ["a", [[1, 2]]]],
                    "category": ["s", "im"], "value": ["i", 50],
                ],
            ]
        )
        let shown = try #require(try await stage.server.notifications(1).first)
        #expect(shown["summary"] == "Koko, seen" && shown["body"] == "<b>Bananas</b> &amp; figs")
        #expect(shown["app"] == "Zoo" && shown["icon"] == "zoo" && shown["timeout"] == 700)
        #expect(shown["actions"] == ["default", "Open", "no", "No"] && shown["replaces"] == 0)
        let hints = try #require(shown["hints"]?.object)
        #expect(hints["urgency"]?.object == ["type": "y", "value": 2])
        #expect(hints["category"]?.object == ["type": "s", "value": "im"])
        #expect(hints["x-odd"]?.object == ["type": "a{sv}", "value": [:]])
        #expect(hints["x-deep"]?.object == ["type": "(sa(ii))", "value": ["a", [[1, 2]]]])
        let picture = try #require(hints["image-data"]?.object)
        #expect(picture["numbers"] == [3, 3, 12, 1, 8, 4] && picture["count"] == 36)
        #expect(try await stage.client.number("Koko") == shown.number("id"))
        let record = try await stage.interception.record("Koko")
        #expect(record["verdict"] == "delivered" && record["shownTitle"] == "Koko, seen")
        #expect(record["app"] == "Zoo" && record["sender"]?.string == stage.client.name)
    }

    @Test func `shows a picture that the extension adds in place of a program's`() async throws {
        let stage = try await InterceptStage.start()
        try stage.client.notify(
            "picture",
            ["picture": 3, "hints": ["image-path": ["s", "/x.png"]]]
        )
        let shown = try #require(try await stage.server.notifications(1).first)
        let hints = try #require(shown["hints"]?.object)
        let picture = try #require(hints["image-data"]?.object)
        #expect(picture["numbers"] == [1, 1, 4, 1, 8, 4] && picture["first"] == [10, 20, 30, 255])
        #expect(hints["image-path"] == nil)
    }

    @Test func `answers for what the server can do with the server's own words`() async throws {
        let stage = try await InterceptStage.start(["--capabilities", "body,x-odd"])
        try stage.client.send("call", ["tag": "can", "member": "GetCapabilities"])
        try stage.client.send("call", ["tag": "who", "member": "GetServerInformation"])
        try stage.client.send("call", ["tag": "nonsense", "member": "Nonsense"])
        #expect(try await stage.client.answer("can")["values"] == [["body", "x-odd"]])
        #expect(
            try await stage.client.answer("who")["values"] == ["mock", "Belfry", "1.0", "1.2"]
        )
        #expect(
            try await stage.client.error("nonsense") == "org.freedesktop.DBus.Error.UnknownMethod"
        )
        // A body that is not markup reaches the extension, and the server, as it is.
        try stage.client.notify("plain", ["body": "1 < 2 &amp;"])
        #expect(try await stage.server.notifications(1).first?["body"] == "1 < 2 &amp;")
    }

    @Test func `hands the server's errors on, and its answer to a malformed message`()
        async throws
    {
        let stage = try await InterceptStage.start()
        try await stage.server.tell("refuse 1 org.example.Error.Busy")
        try stage.client.notify("refused")
        #expect(try await stage.client.error("refused") == "org.example.Error.Busy")
        let record = try await stage.interception.record("refused")
        #expect(record["error"] == "org.example.Error.Busy" && record["number"] == 0)
        try stage.client.send(
            "raw",
            ["tag": "odd", "member": "Notify", "signature": "(si)", "arguments": ["x", 1]]
        )
        #expect(try await stage.client.error("odd") == "org.freedesktop.DBus.Error.InvalidArgs")
        try stage.client.send(
            "raw",
            ["tag": "close", "member": "CloseNotification", "signature": "(s)", "arguments": ["x"]]
        )
        #expect(try await stage.client.error("close") == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    @Test func `passes what no extension can be shown, and refuses what is no notification`()
        async throws
    {
        let stage = try await InterceptStage.start()
        let body = String(repeating: "long ", count: 20_000)
        try stage.client.notify("long", ["body": .string(body)])
        _ = try await stage.client.number("long")
        let shown = try #require(try await stage.server.notifications(1).first)
        #expect(shown["summary"] == "long" && shown["body"] == .string(body))
        #expect(try await stage.interception.record("long")["verdict"] == "passed")
        let many = JSONValue.array(Array(repeating: "x", count: 70_000))
        try stage.client.notify("many", ["hints": ["x-many": ["as", many]]])
        #expect(try await stage.client.error("many") == "org.freedesktop.DBus.Error.LimitsExceeded")
        try stage.client.notify("afterwards")
        _ = try await stage.client.number("afterwards")
    }

    @Test func `tells programs what the user has done`() async throws {
        let stage = try await InterceptStage.start()
        try stage.client.notify("one")
        let number = try await stage.client.number("one")
        for command in ["raw ActivationToken (us) [\(number), \"token\"]", "invoke \(number) no"] {
            try await stage.server.tell(command)
        }
        #expect(try await stage.client.signals("ActivationToken", 1) == [[.of(number), "token"]])
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[.of(number), "no"]])
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[.of(number), 2]])
        try stage.client.notify("two")
        let second = try await stage.client.number("two")
        try await stage.server.tell("reply \(second) Yes, at nine")
        #expect(
            try await stage.client.signals("NotificationReplied", 1)
                == [[.of(second), "Yes, at nine"]]
        )
    }

    @Test func `tells the program alone what a server tells its program alone`() async throws {
        let stage = try await InterceptStage.start(["--unicast"])
        let other = try await MockClient(on: stage.bus, in: stage.folder, "other")
        try stage.client.notify("one")
        try other.notify("two")
        let (one, two) = (try await stage.client.number("one"), try await other.number("two"))
        try await stage.server.tell("invoke \(one) no")
        try await stage.server.tell("invoke \(two) yes")
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[.of(one), "no"]])
        #expect(try await other.signals("ActionInvoked", 1) == [[.of(two), "yes"]])
    }

    // MARK: Order

    @Test func `replaces and closes what the server knows by the same number`() async throws {
        let stage = try await InterceptStage.start(["--first", "40"])
        try stage.client.notify("one")
        let number = try await stage.client.number("one")
        #expect(number == 40)
        try stage.client.notify("two", ["replaces": .of(number)])
        #expect(try await stage.client.number("two") == 40)
        try stage.client.notify("made up", ["replaces": 2593])
        #expect(try await stage.client.number("made up") == 2593)
        try stage.client.send("close", ["tag": "close", "id": .of(number)])
        #expect(try await stage.client.answer("close")["event"] == "answer")
        #expect(try await stage.server.closed(1) == [40])
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[40, 3]])
        let shown = try await stage.server.notifications(3)
        #expect(shown.map { $0.number("replaces") } == [0, 40, 2593])
    }

    @Test func `keeps a close behind the notification whose extension still runs`() async throws {
        let stage = try await InterceptStage.start(options: ["--budget", "wall=1s"])
        try stage.client.notify("one")
        let number = try await stage.client.number("one")
        try stage.client.notify("hang", ["replaces": .of(number)])
        try stage.client.send("close", ["tag": "close", "id": .of(number)])
        _ = try await stage.client.answer("close")
        let calls = try await stage.server.lines { $0.contains { $0["call"] == "close" } }
            .filter { ["notify", "close"].contains($0["call"]?.string) }
        #expect(calls.map { $0["summary"]?.string } == ["one, seen", "hang", nil])
        #expect(try await stage.interception.record("hang")["reason"] == "timeout")
    }

    @Test func `keeps the order of one program, and has no other wait for it`() async throws {
        let stage = try await InterceptStage.start(
            options: ["--budget", "wall=2s"],
            manifest: ["ParallelRuns": 3]
        )
        let other = try await MockClient(on: stage.bus, in: stage.folder, "other")
        for title in ["first", "hang", "same", "last"] { try stage.client.notify(title) }
        _ = try await stage.client.number("first")
        try other.notify("another's")
        _ = try await other.number("another's")
        _ = try await stage.client.number("last")
        let titles = try await stage.server.notifications(5).compactMap { $0["summary"]?.string }
        #expect(
            titles.filter { $0 != "another's, seen" } == [
                "first, seen", "hang", "same", "last, seen",
            ]
        )
        #expect(titles.firstIndex(of: "another's, seen") == 1, "\(titles)")
    }

    // MARK: The extension

    @Test func `shows a notification as it came where the extension fails`() async throws {
        let stage = try await InterceptStage.start(options: ["--budget", "wall=1s"])
        for (title, reason) in [("crash", "crash"), ("hang", "timeout")] {
            try stage.client.notify(title, ["body": "as it came"])
            _ = try await stage.client.number(title)
            let record = try await stage.interception.record(title)
            #expect(record["verdict"] == "fallback" && record["reason"]?.string == reason)
        }
        try stage.client.notify("same")
        _ = try await stage.client.number("same")
        let shown = try await stage.server.notifications(3)
        #expect(shown.map { $0["summary"] } == ["crash", "hang", "same"])
        #expect(shown[0]["body"] == "as it came")
    }

    @Test func `audits what the extension drops, and tells its program that it is closed`()
        async throws
    {
        let stage = try await InterceptStage.start()
        try stage.client.notify("drop this")
        let number = try await stage.client.number("drop this")
        #expect(
            try await stage.client.signals("NotificationClosed", 1) == [[.of(number), 4]]
        )
        let record = try await stage.interception.record("drop this")
        #expect(record["verdict"] == "dropped" && record["reason"] == "unwanted")
        // One that is dropped leaves what it would have replaced.
        try stage.client.notify("shown")
        let shown = try await stage.client.number("shown")
        try stage.client.notify("drop that", ["replaces": .of(shown)])
        #expect(try await stage.client.number("drop that") == shown)
        #expect(try await stage.server.notifications(1).count == 1)
        #expect(try await stage.client.signals("NotificationClosed", 1).count == 1)
    }

    @Test func `refuses an extension that is not for this machine's notifications`() async throws {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(in: fixture.folder)
        let interception = try Interception(
            try await fixture.bundle(["ModifyLocal": false]),
            on: bus,
            in: fixture.folder,
            ["--server", "true"]
        )
        #expect(try await interception.ended() == 78)
        #expect(interception.complaint.contains("BFExtension.ModifyLocal"))
    }
}

extension JSONValue {
    static func of(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
