// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// An extension behind a notification server that keeps its name: it shows what programs send, and then
/// what the extension makes of that.
@Suite(
    .timeLimit(.minutes(3)),
    .serialized,
    .enabled(if: MockServer.isNeeded, Comment(rawValue: MockServer.isMissing))
) struct ResendTests {
    // MARK: What is shown

    @Test func `has the server show a change in place of the original, and keeps all else`()
        async throws
    {
        let stage = try await ResendStage()
        try stage.client.notify(
            "Koko",
            [
                "body": "<b>Bananas</b> &amp; figs", "actions": ["default", "Open"],
                "app": "Zoo", "icon": "zoo", "timeout": 700, "picture": 3,
                "hints": ["x-odd": ["a{sv}", [:]], "sound-name": ["s", "bell"]],
            ]
        )
        let number = try await stage.client.number("Koko")
        let record = try await stage.interception.record("Koko")
        #expect(record["verdict"] == "delivered" && record["shownTitle"] == "Koko, seen")
        #expect(record.number("number") == number && record["refused"] == nil)
        #expect(record["sender"]?.string == stage.client.name && record["app"] == "Zoo")
        try await stage.settle()
        let calls = try await stage.server.notifications(3)
        #expect(calls.map { $0["summary"] } == ["Koko", "Koko, seen", "same, at last"])
        #expect(calls[0]["replaces"] == 0 && calls[1].number("replaces") == number)
        for name in ["body", "app", "icon", "timeout", "actions"] {
            #expect(calls[0][name] == calls[1][name], "\(name)")
        }
        let hints = try #require(calls[1]["hints"]?.object)
        #expect(hints["x-odd"]?.object == ["type": "a{sv}", "value": [:]])
        #expect(hints["image-data"] == calls[0]["hints"]?.object?["image-data"])
        // It was heard once.
        #expect(hints["suppress-sound"]?.object == ["type": "b", "value": true])
        #expect(hints["sound-name"] == nil && calls[0]["hints"]?.object?["sound-name"] != nil)
        let heard = stage.client.log.lines.filter { $0["event"] == "signal" }
        #expect(heard.isEmpty, "\(heard)")
        // The extension was asked about what the program has sent alone.
        #expect(stage.interception.stop() == 0)
        let asked = stage.interception.log.lines.filter { $0["event"] == "notification" }
        #expect(asked.map { $0["title"] } == ["Koko", "same, at last"])
    }

    @Test func `says what it costs when it begins`() async throws {
        let stage = try await ResendStage()
        let began = try await stage.interception.isWatching()
        guard case .array(let costs)? = began["costs"] else {
            throw ClientError(description: "\(began)")
        }
        #expect(costs.contains { $0.string?.contains("shows as it came until") == true })
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let help = try await Command.run(tool, ["desktop", "intercept", "--help"])
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(costs.allSatisfy { words.contains($0.string ?? "nothing") })
    }

    @Test func `takes back what the extension drops, and its program hears of it`() async throws {
        let stage = try await ResendStage()
        try stage.client.notify("drop this")
        let number = try await stage.client.number("drop this")
        #expect(try await stage.server.closed(1) == [number])
        #expect(
            try await stage.client.signals("NotificationClosed", 1)
                == [[.of(number), 3]]
        )
        let record = try await stage.interception.record("drop this")
        #expect(record["verdict"] == "dropped" && record["reason"] == "unwanted")
        #expect(stage.screen.isEmpty)
    }

    @Test func `leaves what the extension does not change, or fails at`() async throws {
        let stage = try await ResendStage(options: ["--budget", "wall=1s"])
        for (title, verdict) in [
            ("same", "delivered"), ("crash", "fallback"), ("hang", "fallback"),
        ] {
            try stage.client.notify(title)
            let record = try await stage.interception.record(title)
            #expect(record["verdict"]?.string == verdict, "\(record)")
        }
        let body = String(repeating: "long ", count: 20_000)
        try stage.client.notify("long", ["body": .string(body)])
        #expect(try await stage.interception.record("long")["verdict"] == "passed")
        try await stage.settle()
        let titles = try await stage.server.notifications(5).map { $0["summary"]?.string }
        #expect(titles == ["same", "crash", "hang", "long", "same, at last"])
    }

    @Test func `has no part in what the server refuses`() async throws {
        let stage = try await ResendStage()
        try await stage.server.tell("refuse 1 org.example.Error.Busy")
        try stage.client.notify("refused")
        #expect(try await stage.client.error("refused") == "org.example.Error.Busy")
        let record = try await stage.interception.record("refused")
        #expect(record["error"] == "org.example.Error.Busy" && record["number"] == 0)
        try await stage.settle()
        #expect(stage.screen.values.sorted() == ["same, at last"])
    }

    // MARK: What else happens meanwhile

    @Test func `shows the newest of what a program replaces while belfry lags`() async throws {
        let stage = try await ResendStage(["--first", "40"])
        stage.interception.pause()
        try stage.client.notify("old")
        let number = try await stage.client.number("old")
        try stage.client.notify("same as new", ["replaces": .of(number)])
        _ = try await stage.client.number("same as new")
        stage.interception.goOn()
        _ = try await stage.interception.record("same as new")
        #expect(stage.screen == [40: "same as new"])
        stage.interception.pause()
        try stage.client.notify("newer", ["replaces": .of(number)])
        try stage.client.notify("newest", ["replaces": .of(number)])
        _ = try await stage.client.number("newest")
        stage.interception.goOn()
        _ = try await stage.interception.record("newest")
        #expect(stage.screen == [40: "newest, seen"])
    }

    @Test func `shows nothing again that the user or its program has closed`() async throws {
        let stage = try await ResendStage()
        stage.interception.pause()
        try stage.client.notify("dismissed")
        let dismissed = try await stage.client.number("dismissed")
        try await stage.server.tell("close \(dismissed) 2")
        try stage.client.notify("closed")
        let closed = try await stage.client.number("closed")
        try stage.client.send("close", ["tag": "close", "id": .of(closed)])
        _ = try await stage.client.answer("close")
        stage.interception.goOn()
        for title in ["dismissed", "closed"] {
            let record = try await stage.interception.record(title)
            #expect(record["reason"] == "closed", "\(record)")
        }
        try await stage.settle()
        #expect(Array(stage.screen.values) == ["same, at last"])
    }

    @Test func `tells nobody twice what the server tells all`() async throws {
        let stage = try await ResendStage(clientOptions: ["--any"])
        try stage.client.notify("one")
        let number = try await stage.client.number("one")
        _ = try await stage.interception.record("one")
        try await stage.server.tell("invoke \(number) no")
        try await stage.settle()
        let told = JSONValue.of(number)
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[told, "no"]])
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[told, 2]])
    }

    @Test func `hands on what a server tells it alone since it has changed a notification`()
        async throws
    {
        let stage = try await ResendStage(["--unicast"], clientOptions: ["--any"])
        let other = try await MockClient(
            on: stage.bus,
            in: stage.fixture.folder,
            "other",
            ["--any"]
        )
        try stage.client.notify("one")
        let number = try await stage.client.number("one")
        _ = try await stage.interception.record("one")
        try await stage.server.tell("reply \(number) At nine")
        let told = JSONValue.of(number)
        #expect(try await stage.client.signals("NotificationReplied", 1) == [[told, "At nine"]])
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[told, 2]])
        // Those are the interceptor's own words: it does not pretend to be the server.
        let senders = Set(stage.client.log.lines.compactMap { $0["sender"]?.string })
        #expect(senders.count == 1 && senders != [stage.client.name])
        #expect(other.log.lines.count == 1)
    }

    // MARK: Servers that guard what programs have sent

    @Test func `says when an extension's button is pressed, which no program is handed`()
        async throws
    {
        let stage = try await ResendStage(["--unicast"], clientOptions: ["--any"])
        try stage.client.notify("button", ["actions": ["default", "Open", "no", "No"]])
        let number = try await stage.client.number("button")
        _ = try await stage.interception.record("button")
        let shown = try await stage.server.notifications(2)
        #expect(shown[1]["actions"] == ["default", "Show", "belfry:copy", "Copy code"])
        try await stage.server.tell("raw ActionInvoked (us) [\(number), \"belfry:copy\"]")
        let pressed = try await stage.interception.log.line { $0["event"] == "pressed" }
        #expect(pressed["key"] == "copy" && pressed.number("number") == number)
        try await stage.server.tell("invoke \(number) default")
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[.of(number), "default"]])
        #expect(stage.interception.stop() == 0)
    }

    @Test func `leaves what the server lets no other program change, and says so`() async throws {
        let stage = try await ResendStage(["--guards"])
        for title in ["one", "drop that"] {
            try stage.client.notify(title)
            let record = try await stage.interception.record(title)
            #expect(record["refused"] == "org.freedesktop.DBus.Error.InvalidArgs", "\(record)")
            #expect(record["shownTitle"]?.string == title)
        }
        #expect(stage.screen == [1: "one", 2: "drop that"])
    }

    @Test func `changes by another name what the server guards by its own`() async throws {
        let name = "org.example.Shell"
        let stage = try await ResendStage(
            ["--guards", "--also", name],
            options: ["--server-name", name]
        )
        for title in ["one", "drop that", "two"] {
            try stage.client.notify(title)
            let record = try await stage.interception.record(title)
            #expect(record["refused"] == nil, "\(record)")
        }
        #expect(stage.screen == [1: "one, seen", 3: "two, seen"])
    }

    // MARK: Ends

    @Test func `leaves the original when it is killed or told to end`() async throws {
        let stage = try await ResendStage()
        try stage.client.notify("hang")
        let number = try await stage.client.number("hang")
        stage.interception.kill()
        try stage.client.notify("afterwards")
        let next = try await stage.client.number("afterwards")
        #expect(stage.screen == [number: "hang", next: "afterwards"])
        let second = try Interception(
            try await stage.fixture.bundle(),
            on: stage.bus,
            in: stage.fixture.folder,
            ["--resend"]
        )
        _ = try await second.isWatching()
        try stage.client.notify("hang again")
        let last = try await stage.client.number("hang again")
        #expect(second.stop() == 0)
        let record = try await second.record("hang again")
        #expect(record["verdict"] == "passed" && record["reason"] == "ending")
        #expect(stage.screen[last] == "hang again")
    }

    @Test func `goes on with the server that takes the place of another`() async throws {
        let stage = try await ResendStage()
        try stage.client.notify("one")
        _ = try await stage.interception.record("one")
        stage.server.kill()
        _ = try await stage.interception.log.line { $0["event"] == "serverLost" }
        let next = try await MockServer(
            on: stage.bus,
            in: stage.fixture.folder,
            log: "next.log",
            ["--keeps"]
        )
        _ = try await stage.interception.log.line { $0["event"] == "serverFound" }
        try stage.client.notify("two")
        let record = try await stage.interception.record("two")
        #expect(record["shownTitle"] == "two, seen")
        #expect(try await next.notifications(2).map { $0["summary"] } == ["two", "two, seen"])
    }

    @Test func `ends where the session bus lets nobody watch`() async throws {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(
            in: fixture.folder,
            denying: "org.freedesktop.DBus.Monitoring"
        )
        let server = try await MockServer(on: bus, in: fixture.folder, ["--keeps"])
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            ["--resend"]
        )
        #expect(try await interception.ended() == 77)
        #expect(interception.complaint.contains("org.freedesktop.DBus.Error.AccessDenied"))
        #expect(interception.complaint.contains("BecomeMonitor"))
        #expect(server.lines.count == 1)
    }

    @Test func `ends where there is no server`() async throws {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(in: fixture.folder)
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            ["--resend"]
        )
        #expect(try await interception.ended() == 69)
        #expect(interception.complaint.contains("there is no notification server"))
    }

    // MARK: Many

    @Test func `changes each of many`() async throws {
        let stage = try await ResendStage(manifest: ["ParallelRuns": 4])
        try stage.client.send(
            "flood",
            ["tag": "flood", "prefix": "f", "count": 500, "window": 500]
        )
        let flooded = try await stage.client.answer("flood")
        #expect(flooded["errors"] == 0 && flooded["distinct"] == 500)
        _ = try await stage.interception.log.lines { lines in
            lines.count { $0["event"] == "notification" } >= 500
        }
        #expect(Set(stage.screen.values) == Set((0..<500).map { "f\($0), seen" }))
        #expect(try await stage.server.notifications(1000).count == 1000)
    }
}
