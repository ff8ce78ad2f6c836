// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// The list on the session bus, as programs with any D-Bus library ask for it.
extension DaemonDesktopTests {
    /// Calls a method by gdbus, with its arguments as it reads them.
    private func call(
        _ bus: PrivateBus,
        _ method: String,
        _ arguments: String...,
        path: String = "/org/belfry/Center1"
    ) async throws -> Command.Result {
        try await Command.run(
            "/usr/bin/env",
            [
                "DBUS_SESSION_BUS_ADDRESS=\(bus.address)", "gdbus", "call", "--session", "--dest",
                "org.belfry.Center1", "--object-path", path, "--method", method,
            ] + arguments
        )
    }

    private func list(_ bus: PrivateBus) async throws -> String {
        let listed = try await call(bus, "org.belfry.Center1.ListNotifications")
        try #require(listed.status == 0, "\(listed.errors)")
        return listed.output
    }

    @Test(.enabled(if: InterceptTests.Senders.areNeeded))
    func `lists and removes notifications over the session bus`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        try await stage.meetsServer()
        #expect(try await list(bus) == "(@aa{sv} [],)\n")
        try await stage.notify("a", #"{"title":"One","subtitle":"S","body":"B\u0001 1"}"#)
        try await stage.notify("b", #"{"title":"Two"}"#)
        _ = try await server.notifications(2)
        let all = try await list(bus)
        for word in [
            "'sequence': <uint32 1>", "'title': <'One'>", "'subtitle': <'S'>", "'body': <'B 1'>",
            "'app': <'com.example.fixture'>", "'identifier': <'b'>", "'seen': <false>",
            "'hidden': <false>", "'presented': <int64 ",
        ] { #expect(all.contains(word), "\(word): \(all)") }
        // The newest comes first.
        let order = all.matches(of: #/'title': <'(One|Two)'>/#).map(\.output.1)
        #expect(order == ["Two", "One"])

        let seen = try await stage.daemon.request("POST", "/v1/notifications/2/seen")
        #expect(seen.status == 200)
        try await stage.set(DesktopStage.app + "/settings", #"{"showPreviews":"never"}"#)
        let hidden = try await list(bus)
        #expect(hidden.contains("'seen': <true>") && hidden.contains("'hidden': <true>"))
        #expect(!hidden.contains("One") && hidden.contains("'body': <'Notification'>"), "\(hidden)")

        let removed = try await call(bus, "org.belfry.Center1.RemoveNotification", "1")
        #expect(removed.status == 0 && removed.output == "()\n", "\(removed.errors)")
        try await stage.removed(1)
        // It is the user's doing, as on the page: the screen loses it too.
        #expect(try await server.closed(2).contains(1))
        #expect(try await list(bus).contains("uint32 1") == false)
        let again = try await call(bus, "org.belfry.Center1.RemoveNotification", "1")
        #expect(again.status != 0 && again.errors.contains("DBus.Error.Failed"), "\(again.errors)")
        #expect(stage.daemon.stop() == 0)
    }

    @Test(.enabled(if: InterceptTests.Senders.areNeeded))
    func `refuses on the session bus what it does not know, by its name`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        while try await call(bus, "org.freedesktop.DBus.Peer.Ping").status != 0 {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
        for (method, argument, error) in [
            ("org.belfry.Center1.Nonsense", nil, "UnknownMethod"),
            ("org.example.Other.ListNotifications", nil, "UnknownMethod"),
            ("org.belfry.Center1.RemoveNotification", "string:x", "InvalidArgs"),
            ("org.belfry.Center1.RemoveNotification", nil, "InvalidArgs"),
            ("org.belfry.Center1.ListNotifications", "uint32:1", "InvalidArgs"),
        ] {
            let words = [
                "DBUS_SESSION_BUS_ADDRESS=\(bus.address)", "dbus-send", "--session",
                "--print-reply", "--dest=org.belfry.Center1", "/org/belfry/Center1", method,
            ]
            let refused = try await Command.run(
                "/usr/bin/env",
                words + [argument].compactMap(\.self)
            )
            #expect(refused.status != 0 && refused.errors.contains(error), "\(method) \(refused)")
        }
        let elsewhere = try await call(
            bus,
            "org.belfry.Center1.ListNotifications",
            path: "/org/other"
        )
        #expect(elsewhere.errors.contains("UnknownMethod"), "\(elsewhere.errors)")
        let described = try await Command.run(
            "/usr/bin/env",
            [
                "DBUS_SESSION_BUS_ADDRESS=\(bus.address)", "gdbus", "introspect", "--session",
                "--dest", "org.belfry.Center1", "--object-path", "/", "--recurse",
            ]
        )
        #expect(described.output.contains("ListNotifications(out aa{sv} notifications);"))
        #expect(described.output.contains("RemoveNotification(in  u sequence);"))
        #expect(stage.daemon.stop() == 0)
    }

    @Test(.enabled(if: InterceptTests.Senders.areNeeded))
    func `leaves its name on the bus to the daemon that has it, and says so`() async throws {
        let first = try DaemonFixture()
        let bus = try PrivateBus(in: first.folder)
        let stage = try await DesktopStage.startWithApp(first, on: bus.environment)
        while try await call(bus, "org.belfry.Center1.ListNotifications").status != 0 {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
        let second = try DaemonFixture()
        let other = try await DesktopStage.startWithApp(second, on: bus.environment)
        while try other.logged("org.belfry.Center1").isEmpty {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try stage.logged("org.belfry.Center1").isEmpty)
        #expect(other.daemon.stop() == 0)
        #expect(try await list(bus) == "(@aa{sv} [],)\n")
        #expect(stage.daemon.stop() == 0)
    }
}
