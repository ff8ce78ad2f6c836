// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What the screen shows after the user has looked at the page, and while the device is locked.
extension DaemonDesktopTests {
    private static let settings = DesktopStage.app + "/settings"

    /// The hint of a name; nil for none.
    private func hint(_ name: String, _ call: JSONObject) -> JSONObject? {
        call["hints"]?.object?[name]?.object
    }

    /// A notification with all that a locked device hides.
    private func content(_ picture: URL) throws -> String {
        try #require(Data(base64Encoded: WebCenterTests.picture)).write(to: picture)
        return """
            {"title":"Result","subtitle":"Clinic","body":"It is <good>","sound":{"kind":"default"},\
            "attachments":[{"identifier":"p","path":"\(picture.path)"}]}
            """
    }

    // MARK: Seen on the page

    @Test func `takes from the screen what was looked at on the page, but for what is critical`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment) { app in
            try fixture.entitle(app, ["critical-alerts"])
        }
        for (name, level) in [("1", "active"), ("2", "critical"), ("3", "passive")] {
            try await stage.notify(name, #"{"title":"n\#(name)","interruptionLevel":"\#(level)"}"#)
        }
        let shown = try await server.notifications(3)
        #expect(shown.map { hint("urgency", $0)?["value"] } == [1, 2, 0])
        for sequence in [2, 3, 1] {
            let seen = try await stage.daemon.request("POST", "/v1/notifications/\(sequence)/seen")
            #expect(seen.status < 300, "\(seen.text)")
        }
        #expect(try await server.closed(2) == [3, 1])
        _ = try await stage.desktop { $0.number("shown") == 1 }
        // The list has all of them, and the critical one is put away where it stands.
        for sequence in 1...3 {
            _ = try await stage.notification(sequence) { $0["state"] == "seen" }
        }
        try await server.tell("close 2 2")
        try await stage.removed(2)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `takes away what was seen while there was no server, or before it has answered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.meetsServer()
        server.pause()
        try await stage.notify("1", #"{"title":"asked"}"#)
        _ = try await stage.desktop { $0.number("waiting") == 1 }
        _ = try await stage.notification(1) { $0["state"] == "presented" }
        let seen = try await stage.daemon.request("POST", "/v1/notifications/1/seen")
        #expect(seen.status < 300, "\(seen.text)")
        server.goOn()
        #expect(try await server.closed(1) == [1])
        bus.kill()
        _ = try await stage.desktop { $0["problem"] != nil }
        for number in 2...3 { try await stage.notify("\(number)", #"{"title":"n\#(number)"}"#) }
        _ = try await stage.notification(3) { $0["state"] == "presented" }
        let later = try await stage.daemon.request("POST", "/v1/notifications/2/seen")
        #expect(later.status < 300, "\(later.text)")
        try bus.start()
        let second = try await MockServer(on: bus, in: fixture.folder, log: "second.log")
        let after = try await second.notifications(1)
        _ = try await stage.desktop { $0.number("shown") == 1 && $0.number("waiting") == 0 }
        #expect(after.map { $0["summary"] } == ["n3"])
        #expect(second.lines.count { $0["call"] == "notify" } == 1)
        #expect(stage.daemon.stop() == 0)
    }

    // MARK: A locked device

    @Test func `hides on the screen what a locked device hides, and shows it again`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(
            on: bus,
            in: fixture.folder,
            ["--capabilities", "actions,body,body-markup,sound"]
        )
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.set(Self.settings, #"{"showPreviews":"whenAuthenticated"}"#)
        try await stage.notify("a", try content(fixture.folder.appendingPathComponent("p.png")))
        let first = try #require(try await server.notifications(1).first)
        #expect(
            first["summary"] == "Result" && first["body"] == "<b>Clinic</b>\nIt is &lt;good&gt;"
        )
        #expect(hint("image-data", first) != nil && hint("suppress-sound", first) == nil)
        _ = try await stage.desktop { $0.number("shown") == 1 && $0.number("waiting") == 0 }

        try await stage.set("/v1/device", #"{"lock":"locked"}"#)
        let hidden = try #require(try await server.notifications(2).last)
        #expect(hidden["summary"] == "Sample & Co" && hidden["body"] == "Notification")
        #expect(hidden["replaces"] == first["id"] && hint("image-data", hidden) == nil)
        // It was heard when it came.
        #expect(hint("suppress-sound", hidden)?["value"] == true)

        // What comes now is hidden from the first, and heard.
        try await stage.notify("b", #"{"title":"Secret","sound":{"kind":"default"}}"#)
        let arrived = try #require(try await server.notifications(3).last)
        #expect(arrived["summary"] == "Sample & Co" && arrived["body"] == "Notification")
        #expect(arrived["replaces"] == 0 && hint("suppress-sound", arrived) == nil)
        _ = try await stage.desktop { $0.number("shown") == 2 && $0.number("waiting") == 0 }

        try await stage.set("/v1/device", #"{"lock":"unlocked"}"#)
        let again = try await server.notifications(5).suffix(2)
        let texts = again.sorted { $0.number("id") ?? 0 < $1.number("id") ?? 0 }
        #expect(texts.map { $0["summary"] } == ["Result", "Secret"])
        #expect(texts.map { $0["replaces"] } == [first["id"], arrived["id"]])
        #expect(texts.first.flatMap { hint("image-data", $0) } != nil)
        #expect(again.allSatisfy { hint("suppress-sound", $0)?["value"] == true })
        // A click on what was drawn again is one on the notification.
        _ = try await stage.desktop { $0.number("shown") == 2 && $0.number("waiting") == 0 }
        try await server.tell("invoke \(first.number("id") ?? 0) default")
        try await stage.removed(1)
        #expect(server.lines.count { $0["call"] == "notify" } == 5)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `goes by the setting of each app, and before the first unlock hides all`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.notify("a", #"{"title":"Open"}"#)
        _ = try await stage.desktop { $0.number("shown") == 1 }
        // The user lets this app's texts be read while the device is locked.
        try await stage.set("/v1/device", #"{"lock":"locked"}"#)
        try await stage.notify("b", #"{"title":"Also open"}"#)
        _ = try await server.notifications(2)
        try await stage.set("/v1/device", #"{"lock":"beforeFirstUnlock"}"#)
        let hidden = try await server.notifications(4)
        #expect(
            hidden.map { $0["summary"] } == ["Open", "Also open", "Sample & Co", "Sample & Co"]
        )
        try await stage.set("/v1/device", #"{"lock":"unlocked"}"#)
        _ = try await server.notifications(6)
        _ = try await stage.desktop { $0.number("shown") == 2 && $0.number("waiting") == 0 }
        try await stage.set(Self.settings, #"{"showPreviews":"never"}"#)
        let never = try await server.notifications(8).suffix(2)
        #expect(never.map { $0["body"] } == ["Notification", "Notification"])
        _ = try await stage.desktop { $0.number("shown") == 2 && $0.number("waiting") == 0 }

        // The next daemon knows which texts the screen has, and draws nothing again that is right.
        #expect(stage.daemon.stop() == 0)
        let next = try await DesktopStage.start(fixture, on: bus.environment)
        try await next.meetsServer()
        try await next.set(Self.settings, #"{"showPreviews":"always"}"#)
        let last = try await server.notifications(10).suffix(2)
        #expect(Set(last.compactMap { $0["summary"]?.string }) == ["Open", "Also open"])
        #expect(server.lines.count { $0["call"] == "notify" } == 10)
        #expect(next.daemon.stop() == 0)
    }

    @Test func `draws again what is still on the screen, and nothing that has left it`()
        async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment) { app in
            try fixture.entitle(app, ["critical-alerts"])
        }
        try await stage.set(Self.settings, #"{"showPreviews":"whenAuthenticated"}"#)
        for (name, level) in [("1", "active"), ("2", "critical"), ("3", "active")] {
            try await stage.notify(name, #"{"title":"n\#(name)","interruptionLevel":"\#(level)"}"#)
        }
        _ = try await stage.desktop { $0.number("shown") == 3 && $0.number("waiting") == 0 }
        // Its time is over: it is in the list alone.
        try await server.tell("close 1 1")
        let seen = try await stage.daemon.request("POST", "/v1/notifications/2/seen")
        #expect(seen.status < 300, "\(seen.text)")
        _ = try await stage.desktop { $0.number("shown") == 2 }
        try await stage.set("/v1/device", #"{"lock":"locked"}"#)
        let drawn = try await server.notifications(5).suffix(2)
        // The critical one is on the screen although it was looked at, and its text is hidden too.
        #expect(Set(drawn.compactMap { $0.number("replaces") }) == [2, 3])
        #expect(drawn.allSatisfy { $0["body"] == "Notification" })
        _ = try await stage.desktop { $0.number("shown") == 2 && $0.number("waiting") == 0 }
        #expect(server.lines.count { $0["call"] == "notify" } == 5)
        #expect(stage.daemon.stop() == 0)
    }
}
