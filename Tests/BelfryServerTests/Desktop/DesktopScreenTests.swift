// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Real notification servers on a screen in memory, and clicks on what they draw.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DesktopScreenTests {
    private static let dunst = "/usr/bin/dunst"
    private static let xfce =
        "/usr/lib/\(machine)-linux-gnu/xfce4/notifyd/xfce4-notifyd"

    private static var machine: String {
        #if arch(arm64)
        "aarch64"
        #else
        "x86_64"
        #endif
    }

    private static let content = """
        {"title":"Lunch <now> & here","subtitle":"Canteen","body":"Soup < 3 €",        "categoryIdentifier":"invite"}
        """

    /// Clicks on a window again and again, until it has been heard.
    private func click(
        _ screen: VirtualScreen,
        _ search: (String, String),
        button: Int,
        until isHeard: () async throws -> Bool,
        at point: (Int) -> (x: Int, y: Int)
    ) async throws {
        while try await !isHeard() {
            try Task.checkCancellation()
            if let window = try await screen.window(search.0, search.1) {
                let (x, y) = point(try await screen.height(of: window))
                try await screen.click(button, at: x, y, in: window)
            }
            try await Task.sleep(for: .milliseconds(300))
        }
    }

    private func isRemoved(_ sequence: Int, in stage: DesktopStage) async throws -> Bool {
        try await stage.daemon.request("GET", "/v1/notifications/\(sequence)").object["state"]
            == "removed"
    }

    private func awaitWindow(
        _ screen: VirtualScreen,
        _ search: (String, String),
        _ isThere: Bool
    ) async throws {
        while try await (screen.window(search.0, search.1) != nil) != isThere {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// What both servers are tried with.
    private func tryServer(
        _ name: String,
        _ words: [String],
        _ search: (String, String),
        starting services: [String] = [],
        clicks: [(action: String?, button: Int, point: (Int) -> (x: Int, y: Int))]
    ) async throws {
        let fixture = try DaemonFixture()
        let screen = try VirtualScreen()
        let bus = try PrivateBus(in: fixture.folder, starting: services, screen: screen.name)
        let log = fixture.folder.appendingPathComponent("server.log")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        let server = try Program(
            "/usr/bin/env",
            bus.environment.map { "\($0.key)=\($0.value)" } + words,
            streams: (STDIN_FILENO, output.fileDescriptor, output.fileDescriptor)
        )
        let stage = try await DesktopStage.startWithApp(
            fixture,
            on: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
        let met = try await stage.desktop { $0["server"] != nil }
        #expect(met["server"]?.object?["name"] == .string(name))
        var expected: [String] = []
        for (index, click) in clicks.enumerated() {
            let sequence = index + 1
            try await stage.notify("\(sequence)", Self.content)
            _ = try await stage.desktop { $0.number("shown") == 1 }
            try await awaitWindow(screen, search, true)
            if index == 0 { try await screen.keepPicture(name.replacing(" ", with: "-")) }
            try await self.click(
                screen,
                search,
                button: click.button,
                until: { try await isRemoved(sequence, in: stage) },
                at: click.point
            )
            if let action = click.action { expected.append("\(action) -") }
            try await awaitWindow(screen, search, false)
        }
        #expect(try await stage.responses() == expected)
        // What is removed elsewhere goes from the screen, and an update is one notification.
        let last = clicks.count + 1
        try await stage.notify("last", Self.content)
        try await awaitWindow(screen, search, true)
        try await stage.notify("last", #"{"title":"Update"}"#)
        _ = try await stage.notification(last) { $0["state"] == "collapsed" }
        _ = try await stage.desktop { $0.number("shown") == 1 && $0.number("waiting") == 0 }
        try await screen.keepPicture(name.replacing(" ", with: "-") + "-update")
        let removed = try await stage.daemon.request("DELETE", "/v1/notifications/\(last + 1)")
        #expect(removed.status == 204)
        try await awaitWindow(screen, search, false)
        let tried = try await stage.belfry("desktop", "test")
        #expect(tried.status == 0, "\(tried)")
        try await screen.keepPicture(name.replacing(" ", with: "-") + "-test")
        #expect(stage.daemon.stop() == 0)
        server.end()
    }

    @Test(.enabled(if: VirtualScreen.has(dunst), Comment(rawValue: VirtualScreen.isMissing)))
    func `is shown by dunst, and hears clicks there`() async throws {
        let workshop = try Workshop()
        let file = workshop.folder.appendingPathComponent("dunstrc")
        try """
        [global]
            mouse_left_click = do_action
            mouse_right_click = close_current
            width = 400
            origin = top-right
            markup = full
            format = "<b>%s</b>\\n%b"
        """.write(to: file, atomically: true, encoding: .utf8)
        try await tryServer(
            "dunst",
            [Self.dunst, "-config", file.path],
            ("--class", "[Dd]unst"),
            clicks: [
                ("com.apple.UNNotificationDefaultActionIdentifier", 1, { _ in (40, 20) }),
                (nil, 3, { _ in (40, 20) }),
            ]
        )
    }

    @Test(.enabled(if: VirtualScreen.has(xfce), Comment(rawValue: VirtualScreen.isMissing)))
    func `is shown by xfce4-notifyd, and hears clicks there`() async throws {
        try await tryServer(
            "Xfce Notify Daemon",
            [Self.xfce],
            ("--name", "xfce4-notifyd"),
            starting: ["org.xfce.Xfconf"],
            clicks: [
                // Its buttons are in a row at the bottom: Open, Accept, Wipe.
                ("accept", 1, { height in (148, height - 31) }),
                (nil, 1, { _ in (20, 20) }),
            ]
        )
    }

    // MARK: Behind an extension

    /// Has an extension stand before a server, and a program of Debian's ask for a click.
    private func tryBehindExtension(
        _ name: String,
        _ command: String,
        _ search: (String, String),
        starting services: [String] = [],
        at point: (Int) -> (x: Int, y: Int)
    ) async throws {
        let fixture = try InterceptStage.Fixture()
        let screen = try VirtualScreen()
        let bus = try PrivateBus(in: fixture.folder, starting: services, screen: screen.name)
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            ["--server", command]
        )
        try await interception.isServing()
        let output = fixture.folder.appendingPathComponent("notify-send.log")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        let sender = try Program(
            "/usr/bin/env",
            bus.environment.map { "\($0.key)=\($0.value)" } + [
                "notify-send", "--wait", "--action=yes=Yes", "picture of a click", "a <i>body</i>",
            ],
            streams: (STDIN_FILENO, handle.fileDescriptor, STDERR_FILENO)
        )
        try await awaitWindow(screen, search, true)
        let record = try await interception.record("picture of a click")
        #expect(record["shownTitle"] == "picture of a click, seen")
        try await screen.keepPicture("behind-an-extension-\(name)")
        try await click(screen, search, button: 1, until: { sender.hasEnded }, at: point)
        #expect(try String(contentsOf: output, encoding: .utf8) == "yes\n")
        #expect(interception.stop() == 0)
    }

    @Test(.enabled(if: VirtualScreen.has(dunst), Comment(rawValue: VirtualScreen.isMissing)))
    func `dunst shows what an extension has made, and its clicks reach the program`() async throws {
        let workshop = try Workshop()
        let file = workshop.folder.appendingPathComponent("dunstrc")
        try "[global]\n    mouse_left_click = do_action\n".write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
        try await tryBehindExtension(
            "dunst",
            "\(Self.dunst) -config \(file.path)",
            ("--class", "[Dd]unst"),
            at: { _ in (40, 20) }
        )
    }

    @Test(.enabled(if: VirtualScreen.has(xfce), Comment(rawValue: VirtualScreen.isMissing)))
    func `xfce4-notifyd shows what an extension has made, and its clicks reach the program`()
        async throws
    {
        try await tryBehindExtension(
            "xfce4-notifyd",
            Self.xfce,
            ("--name", "xfce4-notifyd"),
            at: { height in (150, height - 31) }
        )
    }

    @Test(.enabled(if: VirtualScreen.has(dunst), Comment(rawValue: VirtualScreen.isMissing)))
    func `dunst shows once what an extension has changed after it was shown`() async throws {
        let fixture = try InterceptStage.Fixture()
        let screen = try VirtualScreen()
        let bus = try PrivateBus(in: fixture.folder, screen: screen.name)
        let server = try Program(
            "/usr/bin/env",
            bus.environment.map { "\($0.key)=\($0.value)" } + [Self.dunst, "-config", "/dev/null"],
            streams: (STDIN_FILENO, STDERR_FILENO, STDERR_FILENO)
        )
        let client = try await MockClient(on: bus, in: fixture.folder)
        // Until dunst has the name, there is nobody to watch.
        for turn in 1... {
            try client.send("call", ["tag": .string("\(turn)"), "member": "GetServerInformation"])
            if try await client.answer("\(turn)")["event"] == "answer" { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        let interception = try Interception(
            try await fixture.bundle(),
            on: bus,
            in: fixture.folder,
            ["--resend"]
        )
        _ = try await interception.isWatching()
        try client.notify("drop this")
        #expect(try await interception.record("drop this")["refused"] == nil)
        try await awaitWindow(screen, ("--class", "[Dd]unst"), false)
        try client.notify("one", ["timeout": 0])
        let record = try await interception.record("one")
        #expect(record["shownTitle"] == "one, seen" && record["refused"] == nil)
        try await awaitWindow(screen, ("--class", "[Dd]unst"), true)
        try await screen.keepPicture("dunst-resend")
        // It is one notification: closing its number takes all away.
        let number = try await client.number("one")
        try client.send("close", ["tag": "close", "id": .of(number)])
        _ = try await client.answer("close")
        try await awaitWindow(screen, ("--class", "[Dd]unst"), false)
        #expect(interception.stop() == 0)
        server.end()
    }
}
