// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Store and forward and the delivery log, with the daemon's program, curl and the tool.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonDeliveryTests {
    private static let options = ["--apns-port", "0", "--any-provider", "--virtual-clock"]

    @Test func `stores pushes for a device that is offline, over a kill, until it is back`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let first = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: first)
        var sender = try await PushSender(first)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        #expect(try await sender.belfry("device", "offline").contains("main    offline"))
        let old = try await sender.push("old", to: token)
        let new = try await sender.push("new", to: token)
        let once = try await sender.push("once", to: token, ["apns-expiration: 0"])
        #expect([old, new, once].map(\.status) == ["200", "200", "200"])
        first.kill()

        let next = try LiveDaemon(in: fixture.folder, Self.options)
        sender = try await PushSender(next)
        let list = try await sender.belfry("device", "list")
        #expect(list.contains("main    offline  charging  1"), "\(list)")
        #expect(try await sender.belfry("device", "online").contains("online"))
        _ = try await next.events(after: 0) { $0.contains { $0.kind == "presented" } }
        #expect(try await sender.steps(old) == ["stored offline", "discarded superseded"])
        #expect(try await sender.steps(new) == ["stored offline", "delivered"])
        #expect(try await sender.steps(once) == ["discarded oneAttempt"])
        // Its line has the extension's run, and the run's report.
        let line = try await next.request("GET", "/v1/push-log/\(new.known)").object
        guard case .array(let runs)? = line["runs"] else { throw CocoaError(.coderReadCorrupt) }
        #expect(runs.first?.object?["verdict"]?.object?["kind"] == "delivered")
        let screen = try await sender.belfry("push-log", new.known)
        #expect(screen.contains("presented") && screen.contains("1, delivered"), "\(screen)")
        #expect(next.stop() == 0)
    }

    @Test func `shows the texts of an app's tables where no extension is asked`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        try fixture.describe(app, "CFBundleDevelopmentRegion", "pl")
        let table = URL(fileURLWithPath: app + "/pl.lproj/Localizable.strings")
        try FileManager.default.createDirectory(
            at: table.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(#"HI = "Czesc %@"; "#.utf8).write(to: table)
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let alert = #"{"title-loc-key":"HI","title-loc-args":["Ann"],"loc-key":"NO"}"#
        let payload = #"{"aps":{"alert":\#(alert)}}"#
        // By the daemon's API, to a device of a sender, and by the push endpoint.
        for query in ["", "?device=main"] {
            let path = "/v1/apps/\(DaemonFixture.app)/push\(query)"
            let answer = try await daemon.request("POST", path, payload)
            #expect(answer.status == 200, "\(answer.text)")
        }
        let sender = try await PushSender(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        #expect(try await sender.push(payload, [], to: token).status == "200")
        _ = try await daemon.events(after: 0) {
            $0.filter { $0.kind == "presented" }.count == 3
        }
        for number in 1...3 {
            let shown = try await daemon.request("GET", "/v1/notifications/\(number)").object
            let content = try #require(shown["content"]?.object)
            #expect(content["title"] == "Czesc Ann" && content["body"] == "NO", "\(content)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `moves what is stored with the clock`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        _ = try await sender.belfry("clock", "--set", "2026-03-20T12:00:00Z")
        _ = try await sender.belfry("device", "power", "low")
        let minute = ["apns-expiration: 1774008060", "apns-priority: 5"]
        let expiring = try await sender.push("expiring", to: token, minute)
        let lasting = try await sender.push("lasting", to: token, ["apns-priority: 1"])
        #expect(try await sender.belfry("clock", "--next").contains("2026-03-20T12:01:00Z"))
        #expect(try await sender.steps(expiring) == ["stored power", "discarded expired"])
        _ = try await sender.belfry("device", "power", "charging")
        #expect(try await sender.steps(lasting) == ["stored power", "delivered"])
        #expect(daemon.stop() == 0)
    }

    @Test func `has devices with tokens of their own, and ends them`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let name = DaemonFixture.app
        #expect(try await sender.belfry("device", "add", "tablet").contains("tablet"))
        let main = try await sender.belfry("device", "token", name)
        let tablet = try await sender.belfry("device", "token", name, "--device", "tablet")
        #expect(main != tablet)
        let none = try await sender.attempt(["device", "token", name, "--device", "none"])
        #expect(none.status == 66 && none.errors.contains("belfry device list"))
        #expect(try await sender.attempt(["device", "add", "a b"]).status == 65)
        #expect(try await sender.attempt(["device", "remove", "main"]).status == 65)
        let push = try await sender.push("x", to: tablet)
        #expect(push.status == "200")
        let line = try await daemon.request("GET", "/v1/push-log/\(push.known)").object
        #expect(line["device"] == "tablet")
        #expect(try await sender.belfry("device", "remove", "tablet") == "tablet: removed")
        let gone = try await sender.push("y", to: tablet)
        #expect(gone.status == "410")
        #expect(gone.reason.hasPrefix(#"{"reason":"Unregistered","timestamp":1"#))
        let list = try await sender.belfry("push-log", "--app", name)
        #expect(list.contains("discarded: tokenInactive"), "\(list)")
        #expect(try await sender.push("z", to: main).status == "200")
        #expect(daemon.stop() == 0)
    }

    @Test func `sends a push through its own endpoint, and says what that answered`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        // Nobody but the daemon's own key may push.
        let daemon = try LiveDaemon(in: fixture.folder, ["--apns-port", "0"])
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let file = fixture.folder.appendingPathComponent("push.apns").path
        try #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let sent = try await sender.belfry("push", "--via-apns", DaemonFixture.app, file)
        #expect(sent.hasPrefix("notification 1: the push endpoint answered 200"), "\(sent)")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let shown = try await daemon.request("GET", "/v1/notifications/1").object
        #expect(shown["content"]?.object?["title"] == "changed", "\(shown)")
        let refused = try await sender.attempt([
            "push", "--via-apns", DaemonFixture.app, file, "--priority", "7",
        ])
        #expect(refused.status == 65)
        #expect(refused.output.contains("answered 400 BadPriority"), "\(refused.output)")
        let voip = try await sender.belfry(
            "push",
            "--via-apns",
            DaemonFixture.app,
            file,
            "--push-type",
            "voip",
            "--json"
        )
        #expect(voip.contains(#""status" : 200"#) || voip.contains(#""status": 200"#), "\(voip)")
        let unsigned = try await sender.push("x", to: String(repeating: "0", count: 64))
        #expect(unsigned.reason == #"{"reason":"MissingProviderToken"}"#)
        #expect(try await sender.belfry("provider", "list").hasPrefix("Nobody may push"))
        #expect(
            try await sender.attempt(["push", DaemonFixture.app, file, "--device", "x"]).status
                == 64
        )
        #expect(daemon.stop() == 0)
        let closed = try LiveDaemon(in: fixture.folder)
        let answer = try await closed.request(
            "POST",
            "/v1/apps/\(DaemonFixture.app)/apns-push",
            "{}"
        )
        #expect(answer.status == 409 && answer.text.contains("--apns-port"))
        #expect(closed.stop() == 0)
    }

    @Test func `answers InternalServerError for a fault of its own, and goes on`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        func setPower(_ power: String) async throws {
            let ledger = daemon.state + "/center.sqlite"
            let sql = "UPDATE push_device SET power = '\(power)'"
            let result = try await Command.run("/usr/bin/env", ["sqlite3", ledger, sql])
            try #require(result.status == 0, "\(result.errors)")
        }
        try await setPower("steam")
        let broken = try await sender.push("x", to: token)
        #expect(broken.status == "500")
        #expect(broken.reason == #"{"reason":"InternalServerError"}"#)
        try await setPower("charging")
        #expect(try await sender.push("x", to: token).status == "200")
        #expect(daemon.stop() == 0)
    }

    @Test func `prints a command that sends a push of the log again`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        let hostile = "it's $(touch owned) `x` \\\\ é"
        let push = try await sender.push(hostile, to: token, ["apns-collapse-id: a'b"])
        let command = try await sender.belfry("push-log", "--curl", push.known)
        let again = try await Command.run("/bin/sh", ["-c", command + " -sS -w '%{http_code}'"])
        #expect(again.output == "200", "\(command): \(again.output) \(again.errors)")
        let pushes = try await daemon.request("GET", "/v1/push-log").object["pushes"]
        guard case .array(let lines)? = pushes else { throw CocoaError(.coderReadCorrupt) }
        #expect(lines.count == 2)
        var payloads: [JSONValue?] = []
        for line in lines {
            let known = line.object?["uniqueID"]?.string ?? ""
            let object = try await daemon.request("GET", "/v1/push-log/\(known)").object
            payloads.append(object["payload"])
            #expect(object["collapseID"] == "a'b")
        }
        #expect(payloads.count == 2 && payloads[0] == payloads[1])
        // With what no terminal may get, the payload is one word still, in any shell.
        let odd = try await sender.push("\u{202E}'; touch owned #", to: token)
        let escaped = try await sender.belfry("push-log", "--curl", odd.known)
        #expect(escaped.utf8.allSatisfy { $0 < 0x7f }, "\(escaped)")
        for shell in ["/bin/sh", "/bin/bash"] {
            let words = escaped.replacing("curl ", with: "printf '%s\\n' ", maxReplacements: 1)
            let script = "cd \(fixture.folder.path) && \(words)"
            let output = try await Command.run(shell, ["-c", script]).output
            #expect(output.contains("touch owned #"), "\(shell): \(output)")
        }
        let owned = fixture.folder.appendingPathComponent("owned").path
        #expect(!FileManager.default.fileExists(atPath: owned))
        let none = try await sender.attempt(["push-log", "--curl", "none"])
        #expect(none.status == 66)
        // What was answered 410 is sent again with a payload that its user has.
        _ = try await sender.belfry("device", "unregister", DaemonFixture.app)
        #expect(try await sender.push("gone", to: token).status == "410")
        let newest = try await daemon.request("GET", "/v1/push-log?limit=1").object["pushes"]
        guard case .array(let rows)? = newest, let gone = rows.first?.object?["uniqueID"]?.string
        else { throw CocoaError(.coderReadCorrupt) }
        let exported = try await sender.attempt(["push-log", "--curl", gone])
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(exported.output.contains(" --data-binary '@push.json' "), "\(exported.output)")
        #expect(exported.errors.contains("has no payload of this push"), "\(exported.errors)")
        #expect(daemon.stop() == 0)
    }
}
