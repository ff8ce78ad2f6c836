// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

/// How an interception, the server behind it, and the one before it end.
extension InterceptTests {
    @Test func `leaves notifications to the server that the bus starts, once it is killed`()
        async throws
    {
        let stage = try await InterceptStage.start(isActivatable: true)
        let other = try await MockClient(on: stage.bus, in: stage.folder, "other")
        stage.server.pause()
        try stage.client.notify("in flight")
        try stage.client.notify("hang")
        try await stage.client.settle()
        stage.interception.kill()
        #expect(try await stage.client.error("in flight") == "org.freedesktop.DBus.Error.NoReply")
        #expect(try await stage.client.error("hang") == "org.freedesktop.DBus.Error.NoReply")
        try stage.client.notify("afterwards")
        try other.notify("another's")
        _ = try await stage.client.number("afterwards")
        _ = try await other.number("another's")
        let shown = try await stage.successor.notifications(2).compactMap { $0["summary"]?.string }
        #expect(Set(shown) == ["afterwards", "another's"])
        try await stage.server.isGone()
    }

    @Test func `has left a process that starts the server where the bus does not`() async throws {
        let stage = try await InterceptStage.start()
        try stage.client.notify("before")
        _ = try await stage.client.number("before")
        stage.interception.kill()
        // The command is the same: its log tells of a second server.
        _ = try await stage.server.lines { $0.count { $0["call"] == "owned" } == 2 }
        try stage.client.notify("afterwards")
        _ = try await stage.client.number("afterwards")
        let shown = try await stage.server.notifications(2).map { $0["summary"] }
        #expect(shown == ["before, seen", "afterwards"])
        stage.server.kill()
    }

    @Test func `shows what is under way, and gives the name back, when it is told to end`()
        async throws
    {
        let stage = try await InterceptStage.start(isActivatable: true)
        try stage.client.notify("hang")
        try stage.client.notify("behind it")
        try await stage.client.settle()
        #expect(stage.interception.stop() == 0)
        _ = try await stage.client.number("hang")
        _ = try await stage.client.number("behind it")
        let shown = try await stage.server.notifications(2).map { $0["summary"] }
        #expect(shown == ["hang", "behind it"])
        try stage.client.notify("afterwards")
        _ = try await stage.client.number("afterwards")
        #expect(try await stage.successor.notifications(1).map { $0["summary"] } == ["afterwards"])
    }

    @Test func `starts the server again that has ended, and shows what it has not answered`()
        async throws
    {
        let stage = try await InterceptStage.start()
        try stage.client.notify("before")
        let before = try await stage.client.number("before")
        stage.server.pause()
        try stage.client.notify("in flight")
        try await stage.client.settle()
        stage.server.kill()
        let number = try await stage.client.number("in flight")
        #expect(number != before)
        // What the ended server has shown is gone, as its program is told; and it may replace it.
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[.of(before), 4]])
        try stage.client.notify("again", ["replaces": .of(before)])
        #expect(try await stage.client.number("again") == before)
        let shown = try await stage.server.notifications(3)
        #expect(
            shown.map { $0["summary"] } == ["before, seen", "in flight, seen", "again, seen"]
        )
        #expect(shown.map { $0.number("replaces") } == [0, 0, 0])
        // The new server counts from 1 again, and no program is told another's number.
        #expect(shown.map { $0.number("id") } == [1, 1, 2])
        try await stage.server.tell("invoke 2 yes")
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[.of(before), "yes"]])
    }

    @Test func `leaves the name to the next server where its own cannot be started again`()
        async throws
    {
        let stage = try await InterceptStage.start(["--times", "1"], isActivatable: true)
        try stage.client.notify("before")
        _ = try await stage.client.number("before")
        stage.server.kill()
        try stage.client.notify("waits")
        _ = try await stage.client.number("waits")
        #expect(try await stage.successor.notifications(1).map { $0["summary"] } == ["waits"])
        #expect(try await stage.interception.ended() == 69)
        #expect(stage.interception.complaint.contains("the notification server has ended"))
    }

    @Test func `ends where another program is the server and keeps the name`() async throws {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder, ["--keeps"])
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            []
        )
        #expect(try await interception.ended() == 75)
        #expect(interception.complaint.contains("keeps that name"))
        #expect(server.lines.count == 1)
    }

    @Test func `stands before a server that lets its name be taken, and gives it back when killed`()
        async throws
    {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder, ["--stays"])
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            []
        )
        try await interception.isServing()
        let client = try await MockClient(on: bus, in: fixture.folder)
        try client.notify("one")
        let number = try await client.number("one")
        try await server.tell("invoke \(number) yes")
        #expect(try await client.signals("ActionInvoked", 1) == [[.of(number), "yes"]])
        interception.kill()
        try client.notify("two")
        _ = try await client.number("two")
        let shown = try await server.notifications(2).map { $0["summary"] }
        #expect(shown == ["one, seen", "two"])
    }

    @Test func `finds the server by another name`() async throws {
        let fixture = try InterceptStage.Fixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(
            on: bus,
            in: fixture.folder,
            ["--name", "org.example.Shown"]
        )
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            ["--server-name", "org.example.Shown"]
        )
        try await interception.isServing()
        let client = try await MockClient(on: bus, in: fixture.folder)
        try client.notify("one")
        _ = try await client.number("one")
        #expect(try await server.notifications(1).map { $0["summary"] } == ["one, seen"])
        #expect(interception.stop() == 0)
    }
}
