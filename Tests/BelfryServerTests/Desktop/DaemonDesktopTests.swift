// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Notifications on a desktop: a daemon, a private bus, and a notification server of GLib's.
@Suite(
    .timeLimit(.minutes(5)),
    .serialized,
    .enabled(if: MockServer.isNeeded, Comment(rawValue: MockServer.isMissing))
) struct DaemonDesktopTests {
    // MARK: What is shown

    @Test func `shows a notification with all that it has`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        #expect(stage.daemon.announcement.contains("desktop   shows notifications"))
        let picture = fixture.folder.appendingPathComponent("dot.png")
        try #require(Data(base64Encoded: WebCenterTests.picture)).write(to: picture)
        try await stage.notify(
            "a",
            """
            {"title":"T & <b>","subtitle":"S<","body":"1 < 2","categoryIdentifier":"invite",            "attachments":[{"identifier":"p","path":"\(picture.path)"}],            "interruptionLevel":"timeSensitive"}
            """
        )
        let shown = try #require(try await server.notifications(1).first)
        #expect(shown["app"] == "Sample & Co" && shown["summary"] == "T & <b>")
        #expect(shown["body"] == "<b>S&lt;</b>\n1 &lt; 2")
        #expect(
            shown["actions"]
                == ["default", "Open", "app:accept", "Accept", "app:wipe", "Wipe"]
        )
        #expect(shown["replaces"] == 0 && shown["timeout"] == -1 && shown["icon"] == "")
        let hints = try #require(shown["hints"]?.object)
        #expect(hints["urgency"]?.object == ["type": "y", "value": 1])
        #expect(hints["suppress-sound"]?.object == ["type": "b", "value": true])
        #expect(hints["value"] == nil)
        let image = try #require(hints["image-data"]?.object, "\(hints)")
        #expect(image["numbers"] == [1, 1, 4, 1, 8, 4] && image["count"] == 4)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `goes by the level, and leaves to the list what is quiet`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder, ["--capabilities", "body"])
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.notify("a", #"{"title":"passive","interruptionLevel":"passive"}"#)
        try await stage.notify("b", #"{"title":"critical","interruptionLevel":"critical"}"#)
        _ = try await server.notifications(2)
        let focus = #"{"focus":{"name":"Work","allowedApps":[]}}"#
        #expect(try await stage.daemon.request("PATCH", "/v1/device", focus).status == 200)
        try await stage.notify("c", #"{"title":"quiet"}"#)
        _ = try await stage.notification(3) { $0["state"] == "presented" }
        #expect(
            try await stage.daemon.request("PATCH", "/v1/device", #"{"focus":null}"#).status == 200
        )
        try await stage.notify("d", #"{"title":"loud"}"#)
        let shown = try await server.notifications(3)
        #expect(shown.map { $0["summary"] } == ["passive", "critical", "loud"])
        let urgencies = shown.map { $0["hints"]?.object?["urgency"]?.object?["value"] }
        // The app may not be critical.
        #expect(urgencies == [0, 1, 1])
        #expect(shown.allSatisfy { $0["actions"] == [] })
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `has a newer one take the place of an older one, and takes away what is gone`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder, ["--first", "40"])
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        for text in ["one", "two"] {
            try await stage.notify("a", #"{"title":"\#(text)"}"#)
            _ = try await server.notifications(text == "one" ? 1 : 2)
        }
        try await stage.notify("b", #"{"title":"three"}"#)
        try await stage.notify("c", #"{"title":"four"}"#)
        let shown = try await server.notifications(4)
        #expect(shown.map { $0.number("replaces") } == [0, 40, 0, 0])
        #expect(shown.map { $0.number("id") } == [40, 40, 41, 42])
        let removed = try await stage.daemon.request("DELETE", "/v1/notifications/2")
        #expect(removed.status == 204)
        #expect(try await server.closed(1) == [40])
        #expect(
            try await stage.daemon.request(
                "POST",
                "/v1/notifications/3/response",
                #"{"action":"default"}"#
            ).status == 201
        )
        #expect(try await server.closed(2) == [40, 41])
        // An app that is removed takes its notifications with it.
        #expect(try await stage.daemon.request("DELETE", DesktopStage.app).status < 300)
        #expect(try await server.closed(3) == [40, 41, 42])
        #expect(stage.daemon.stop() == 0)
    }

    // MARK: What the user does

    @Test func `takes clicks, answers and dismissals as the page's`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(
            on: bus,
            in: fixture.folder,
            ["--capabilities", "actions,body,inline-reply"]
        )
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        for number in 1...5 {
            try await stage.notify(
                "\(number)",
                #"{"title":"n\#(number)","categoryIdentifier":"invite"}"#
            )
        }
        let shown = try await server.notifications(5)
        #expect(
            shown.first?["actions"] == [
                "default", "Open", "inline-reply", "Reply", "app:accept", "Accept", "app:wipe",
                "Wipe",
            ]
        )
        let hints = shown.first?["hints"]?.object
        #expect(hints?["x-kde-reply-placeholder-text"]?.object?["value"] == "Enter…")
        #expect(hints?["x-kde-reply-submit-button-text"]?.object?["value"] == "Send")
        try await server.tell("invoke 1 app:accept")
        try await server.tell("reply 2 Ich komme & bleibe")
        try await server.tell("invoke 3 default")
        try await server.tell("close 4 2")
        // Its time is over: it stays in the list.
        try await server.tell("close 5 1")
        for sequence in 1...4 { try await stage.removed(sequence) }
        #expect(
            try await stage.responses() == [
                "accept -", "reply Ich komme & bleibe",
                "com.apple.UNNotificationDefaultActionIdentifier -",
            ]
        )
        let dismissed = try await stage.daemon.request("GET", "/v1/notifications/4").object
        #expect(dismissed["reason"] == "removedByUser" && dismissed["isRestorable"] == true)
        _ = try await stage.desktop { $0.number("shown") == 0 }
        let stays = try await stage.daemon.request("GET", "/v1/notifications/5").object
        #expect(stays["state"] == "presented")
        // Some servers leave on the screen what was acted on; what is closed is not closed again.
        #expect(try await server.closed(3) == [1, 2, 3])
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `does what a notification offers, and nothing else`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        for number in 1...4 {
            try await stage.notify(
                "\(number)",
                #"{"title":"n\#(number)","categoryIdentifier":"invite"}"#
            )
        }
        _ = try await server.notifications(4)
        _ = try await stage.desktop { $0.number("shown") == 4 }
        // Another process of the bus, which is not the server.
        try await bus.forge("ActionInvoked", "uint32:1", "string:app:accept")
        try await bus.forge("NotificationClosed", "uint32:1", "uint32:2")
        try await bus.forge("NotificationReplied", "uint32:1", "string:forged")
        // Numbers that are not ours, types that are not the specification's, unknown keys.
        try await server.tell(#"raw ActionInvoked (us) [99, "app:accept"]"#)
        try await server.tell(#"raw ActionInvoked (ss) ["1", "app:accept"]"#)
        try await server.tell(#"raw NotificationClosed (us) [1, "2"]"#)
        try await server.tell(#"raw NotificationClosed (i) [1]"#)
        try await server.tell(#"raw Unknown (u) [1]"#)
        try await server.tell("invoke 1 app:reply")
        try await server.tell("invoke 2 app:none")
        try await server.tell("invoke 3 app:accept")
        try await stage.removed(3)
        #expect(try await stage.responses() == ["accept -"])
        for sequence in [1, 2, 4] {
            let entry = try await stage.daemon.request("GET", "/v1/notifications/\(sequence)")
            #expect(entry.object["state"] == "presented", "\(entry.text)")
        }
        // A locked device takes no action that has to be unlocked for.
        let locked = try await stage.daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        #expect(locked.status == 200)
        try await server.tell("invoke 4 app:wipe")
        _ = try await stage.desktop { $0.number("shown") == 0 }
        while try stage.logged("is not done").count < 3 {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await stage.responses() == ["accept -"])
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `bears a server that lies about numbers, refuses and says nothing`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.meetsServer()
        let refusal = "org.freedesktop.Notifications.Error.ExcessNotificationGenerated"
        try await server.tell("refuse 2 \(refusal)")
        try await stage.notify("1", #"{"title":"again"}"#)
        #expect(try await server.notifications(1).first?["summary"] == "again")
        #expect(server.lines.count { $0["call"] == "refused" } == 2)
        try await server.tell("number 0")
        try await stage.notify("2", #"{"title":"none"}"#)
        _ = try await server.notifications(2)
        try await server.tell("number 1")
        try await stage.notify("3", #"{"title":"twice"}"#)
        _ = try await server.notifications(3)
        try await server.tell("silent 1")
        try await stage.notify("4", #"{"title":"silent"}"#)
        try await stage.notify("5", #"{"title":"last"}"#)
        #expect(try await server.notifications(5).last?["summary"] == "last")
        try await server.tell("invoke 1 default")
        try await stage.removed(3)
        let first = try await stage.daemon.request("GET", "/v1/notifications/1").object
        #expect(first["state"] == "presented")
        #expect(stage.daemon.stop() == 0)
    }

    // MARK: Buses and servers that go

    @Test func `shows each of a thousand once`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.push(1...1000, in: fixture.folder)
        let shown = try await server.notifications(1000)
        _ = try await stage.desktop { $0.number("shown") == 1000 && $0.number("waiting") == 0 }
        #expect(server.lines.count { $0["call"] == "notify" } == 1000)
        #expect(Set(shown.compactMap { $0["summary"]?.string }).count == 1000)
        #expect(Set(shown.compactMap { $0.number("id") }).count == 1000)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `shows after a bus was killed what was presented meanwhile, and nothing twice`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.push(1...100, in: fixture.folder)
        _ = try await server.notifications(100)
        _ = try await stage.desktop { $0.number("shown") == 100 }
        bus.kill()
        _ = try await stage.desktop { $0["problem"] != nil }
        try await stage.push(101...150, in: fixture.folder)
        _ = try await stage.notification(150) { $0["state"] == "presented" }
        #expect(
            try await stage.daemon.request("DELETE", "/v1/notifications/120").status == 204
        )
        try bus.start()
        let second = try await MockServer(on: bus, in: fixture.folder, log: "second.log")
        try await stage.push(151...160, in: fixture.folder)
        let after = try await second.notifications(59)
        _ = try await stage.desktop { $0.number("shown") == 59 && $0.number("waiting") == 0 }
        let titles = Set(after.compactMap { $0["summary"]?.string })
        #expect(titles == Set((101...160).filter { $0 != 120 }.map { "n\($0)" }))
        #expect(second.lines.count { $0["call"] == "notify" } == 59)
        #expect(after.allSatisfy { $0["replaces"] == 0 })
        // A number of the first server's is none of the second's.
        try await second.tell("invoke 100 default")
        try await second.tell("invoke 1 default")
        _ = try await stage.desktop { $0.number("shown") == 58 }
        #expect(try stage.logged("not shown on the desktop").count == 1)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `waits for a server that hangs, and asks it for nothing twice`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.meetsServer()
        server.pause()
        try await stage.push(1...400, in: fixture.folder)
        let listed = try await stage.daemon.request("GET", "/v1/notifications?limit=1000").object
        guard case .array(let entries)? = listed["notifications"] else { return }
        #expect(entries.count == 400)
        let waiting = try await stage.desktop { ($0.number("waiting") ?? 0) >= 256 }
        // The rest is in the log.
        #expect((waiting.number("waiting") ?? 0) < 400)
        server.goOn()
        let shown = try await server.notifications(400)
        _ = try await stage.desktop { $0.number("shown") == 400 && $0.number("waiting") == 0 }
        #expect(server.lines.count { $0["call"] == "notify" } == 400)
        #expect(Set(shown.compactMap { $0["summary"]?.string }).count == 400)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `goes over to another server, which is asked what the first has not answered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.notify("1", #"{"title":"shown"}"#)
        _ = try await stage.desktop { $0.number("shown") == 1 }
        server.pause()
        try await stage.notify("2", #"{"title":"asked"}"#)
        _ = try await stage.desktop { $0.number("waiting") == 1 }
        let second = try await MockServer(
            on: bus,
            in: fixture.folder,
            log: "second.log",
            ["--first", "70"]
        )
        let after = try await second.notifications(1)
        #expect(after.map { $0["summary"] } == ["asked"])
        _ = try await stage.desktop { $0.number("shown") == 1 && $0.number("waiting") == 0 }
        server.goOn()
        try await second.tell("invoke 70 default")
        try await stage.removed(2)
        let first = try await stage.daemon.request("GET", "/v1/notifications/1").object
        #expect(first["state"] == "presented")
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `knows after a restart what is on the screen`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        for number in 1...3 { try await stage.notify("\(number)", #"{"title":"n\#(number)"}"#) }
        _ = try await stage.desktop { $0.number("shown") == 3 }
        #expect(stage.daemon.stop() == 0)
        let again = try await DesktopStage.start(fixture, on: bus.environment)
        try await again.meetsServer()
        try await again.notify("2", #"{"title":"update"}"#)
        let shown = try await server.notifications(4)
        #expect(shown.last?.number("replaces") == 2)
        try await server.tell("invoke 1 default")
        try await again.removed(1)
        let removed = try await again.daemon.request("DELETE", "/v1/notifications/3")
        #expect(removed.status == 204)
        #expect(try await server.closed(2) == [1, 3])
        #expect(server.lines.count { $0["call"] == "notify" } == 4)
        #expect(again.daemon.stop() == 0)
        // Without a desktop nothing is noted for one that comes later.
        let plain = try LiveDaemon(in: fixture.folder)
        #expect(!FileManager.default.fileExists(atPath: plain.state + "/desktop.json"))
        #expect(plain.announcement.contains("desktop   shows nothing; --desktop"))
        #expect(plain.stop() == 0)
    }

    @Test func `does without a bus, with one warning`() async throws {
        let fixture = try DaemonFixture()
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(fixture.folder.path)/bus"]
        let stage = try await DesktopStage.startWithApp(fixture, on: environment)
        try await stage.notify("1", #"{"title":"early"}"#)
        _ = try await stage.notification(1) { $0["state"] == "presented" }
        let tried = try await stage.belfry("desktop", "test")
        #expect(tried.status == 75 && tried.errors.contains("session bus"), "\(tried)")
        let bus = try PrivateBus(in: fixture.folder)
        // A bus without a server.
        _ = try await stage.desktop { $0["problem"]?.string?.contains("no notification") == true }
        let server = try await MockServer(on: bus, in: fixture.folder)
        #expect(try await server.notifications(1).first?["summary"] == "early")
        #expect(try stage.logged("not shown on the desktop").count == 1)
        #expect(stage.daemon.stop() == 0)
    }

    // MARK: The trial

    @Test func `tries a desktop, and says what its server can do`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(
            on: bus,
            in: fixture.folder,
            ["--capabilities", "actions,body,body-markup,x-own"]
        )
        let stage = try await DesktopStage.start(fixture, on: bus.environment)
        let tried = try await stage.belfry("desktop", "test")
        #expect(tried.status == 0, "\(tried)")
        #expect(tried.output.hasPrefix("mock 1.0 (Belfry), specification 1.2\n"), "\(tried.output)")
        for line in [
            #/body-markup +yes/#, #/inline-reply +no/#, #/x-own +yes +not used/#,
            #/picture +yes/#, #/answer +no: the server has no inline-reply/#, #/update +yes/#,
        ] { #expect(tried.output.contains(line), "\(tried.output)") }
        let shown = try await server.notifications(8)
        #expect(shown.map { $0.number("replaces") } == [0, 0, 0, 0, 0, 0, 0, 7])
        #expect(shown[1]["body"] == "&lt;b&gt;Not bold&lt;/b&gt; &amp; &quot;as it is&quot;")
        let image = shown[2]["hints"]?.object?["image-data"]?.object
        #expect(
            image?["numbers"] == [64, 64, 256, 1, 8, 4] && image?["first"] == [255, 0, 0, 255]
        )
        // No app has sent them.
        try await server.tell("invoke 1 default")
        let list = try await stage.daemon.request("GET", "/v1/notifications").object
        #expect(list["notifications"] == [])
        try await server.tell("refuse 1 org.freedesktop.DBus.Error.InvalidArgs")
        let refused = try await stage.belfry("desktop", "test", "--json")
        #expect(refused.status == 69 && refused.errors.contains("text"), "\(refused)")
        #expect(refused.output.contains("InvalidArgs"))
        #expect(stage.daemon.stop() == 0)

        let plain = try LiveDaemon(in: fixture.folder)
        let closed = DesktopStage(daemon: plain, log: stage.log)
        let without = try await closed.belfry("desktop", "test")
        #expect(without.status == 65 && without.errors.contains("belfryd --desktop"), "\(without)")
        #expect(plain.stop() == 0)
    }
}
