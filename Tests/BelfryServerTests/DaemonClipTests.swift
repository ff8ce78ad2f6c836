// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// App Clips, which may notify for eight hours after each launch, on the running daemon.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonClipTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    private func install(_ app: String, in daemon: LiveDaemon) async throws -> JSONObject {
        let answer = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(app)"}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return answer.object
    }

    private func push(to daemon: LiveDaemon) async throws -> JSONObject {
        let payload = #"{"aps":{"alert":{"title":"x"}}}"#
        let answer = try await daemon.request("POST", Self.own + "/push", payload)
        guard case .number(let number)? = answer.object["sequence"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        _ = try await daemon.events(after: 0) { events in
            events.contains {
                ["presented", "dropped"].contains($0.kind)
                    && "\($0.sequence ?? 0)" == number.literal
            }
        }
        let path = "/v1/notifications/\(number.literal)/explanation"
        return try await daemon.request("GET", path).object
    }

    private func belfry(_ daemon: LiveDaemon, _ arguments: String...) async throws -> String {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments).output
    }

    @Test func `tells the SDK's calls, and knows the launch after a restart of the daemon`()
        async throws
    {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("OutlivesItsDaemon")
        let app = try await fixture.makeApp("Outlives", program: program)
        try fixture.makeClip(app)
        let first = try LiveDaemon(in: fixture.folder)
        let installed = try await install(app, in: first)
        #expect(installed["isEphemeral"] == .bool(true))
        #expect(installed["authorization"] == "notDetermined" && installed["ephemeralUntil"] == nil)
        func path(_ name: String) -> String { fixture.folder.appendingPathComponent(name).path }
        let command = [
            "BELFRY_SOCKET=\(first.socket)", "FOLDER=\(fixture.folder.path)",
            try fixture.program(of: "Outlives", in: first),
        ]
        async let running = Command.run("/usr/bin/env", command)
        while !FileManager.default.fileExists(atPath: path("asked")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let launched = try await first.request("GET", Self.own).object
        #expect(launched["authorization"] == "ephemeral")
        #expect(launched["ephemeralUntil"]?.string != nil)
        #expect(first.stop() == 0)
        let second = try LiveDaemon(in: fixture.folder)
        #expect(FileManager.default.createFile(atPath: path("gone"), contents: nil))
        let result = try await running
        let lines = ["before 4", "added", "after 4", #"pending ["kept"]"#]
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.errors)")
        let known = try await second.request("GET", Self.own).object
        #expect(known["ephemeralUntil"] == launched["ephemeralUntil"])
        #expect(second.stop() == 0)
    }

    @Test func `follows the clock, is explained, and is turned off by the user`() async throws {
        let fixture = try DaemonFixture()
        // Each of its calls is a process of its own, and none of them is a launch.
        let script = """
            #!/bin/sh
            ask() {
                curl -sS --unix-socket "$BELFRY_SOCKET" -H "Authorization: Bearer $BELFRY_APP_TOKEN" \\
                    http://localhost/v1/app/settings | grep -o '"authorizationStatus":"[a-zA-Z]*"' \\
                    >>"$FOLDER/app.log"
            }
            ask
            until [ -e "$FOLDER/later" ]; do sleep 0.05; done
            ask
            """
        let program = fixture.folder.appendingPathComponent("script").path
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try DaemonFixture.change(program, mode: 0o755)
        let app = try await fixture.makeApp("Clip", program: program)
        try fixture.makeClip(app)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--virtual-clock"],
            environment: ["FOLDER": fixture.folder.path]
        )
        #expect(try await belfry(daemon, "install", app).contains("next: belfry open"))

        let early = try await push(to: daemon)
        let outcome = early["outcome"]?.string ?? ""
        #expect(outcome.contains("is an App Clip that may notify for eight hours"), "\(outcome)")

        func open() async throws {
            let answer = try await daemon.request("POST", Self.own + "/open", "{}")
            #expect(answer.status == 200, "\(answer.text)")
        }
        func status() async throws -> JSONValue? {
            try await daemon.request("GET", Self.own).object["program"]?.object?["state"]
        }
        func log(_ count: Int) async throws -> [String] {
            try await fixture.appLog { $0.count >= count }.map { line in
                String(line.split(separator: "\"").last ?? "")
            }
        }
        try await open()
        #expect(try await log(1) == ["ephemeral"])
        let known = try await daemon.request("GET", Self.own).object
        let until = try #require(known["ephemeralUntil"]?.string)
        let shown = try await push(to: daemon)
        guard case .array(let rules)? = shown["rules"] else { throw CocoaError(.coderReadCorrupt) }
        let rule = try #require(rules.first { $0.object?["rule"] == "ephemeral" }?.object)
        #expect(rule["meaning"]?.string?.contains("App Clip") == true)
        #expect(try await belfry(daemon, "apps").contains("ephemeral"))
        let settings = try await belfry(daemon, "settings", DaemonFixture.app)
        #expect(settings.contains("ephemeral until \(until.prefix(19))Z"), "\(settings)")

        for (seconds, status) in [(28_799, "ephemeral"), (1, "notDetermined")] {
            _ = try await daemon.request("POST", "/v1/clock", #"{"advance":\#(seconds)}"#)
            let app = try await daemon.request("GET", Self.own).object
            #expect(app["authorization"] == .string(status))
        }
        let later = fixture.folder.path + "/later"
        #expect(FileManager.default.createFile(atPath: later, contents: nil))
        #expect(try await log(2) == ["ephemeral", "notDetermined"])

        while try await status() != "stopped" { try await Task.sleep(for: .milliseconds(20)) }
        try FileManager.default.removeItem(atPath: later)
        try await open()
        #expect(try await log(3).last == "ephemeral")
        #expect(try await belfry(daemon, "deny", DaemonFixture.app).contains("may not notify"))
        let denied = try await daemon.request("GET", Self.own).object
        #expect(denied["authorization"] == "denied" && denied["ephemeralUntil"] == nil)
        #expect(FileManager.default.createFile(atPath: later, contents: nil))
        #expect(try await log(4).last == "denied")
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: ["false", "string", "array"])
    func `takes a truth in a dictionary alone for the wish`(_ kind: String) async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Clip")
        let key = "NSAppClipRequestEphemeralUserNotification"
        let values: [String: Any] = [
            "false": [key: false], "string": [key: "true"], "array": [key],
        ]
        try fixture.describe(app, "NSAppClip", try #require(values[kind]))
        let daemon = try LiveDaemon(in: fixture.folder)
        #expect(try await install(app, in: daemon)["isEphemeral"] == .bool(false))
        #expect(daemon.stop() == 0)
    }
}
