// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Do Not Disturb by a schedule, as the tool and the page of a running `belfryd` set and show it.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonFocusTests {
    private func belfry(
        _ daemon: LiveDaemon,
        _ arguments: String...
    ) async throws -> Command.Result {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "TZ=UTC", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments)
    }

    private static let clock = #"{"set":"2090-03-25T12:00:00Z"}"#

    @Test func `switches by the virtual clock, by hand until the next switch, over a restart`()
        async throws
    {
        let fixture = try DaemonFixture()
        let folder = fixture.folder
        let zone = ["TZ": "UTC"]
        let daemon = try LiveDaemon(in: folder, ["--virtual-clock"], environment: zone)
        #expect(try await daemon.request("POST", "/v1/clock", Self.clock).status == 200)
        #expect(try await belfry(daemon, "device").output.contains("schedule    none"))
        let set = try await belfry(
            daemon,
            "device",
            "--focus-schedule",
            "22:00-07:00",
            "--focus-day",
            "saturday",
            "--focus-day",
            "sunday"
        )
        #expect(set.status == 0, "\(set.errors)")
        #expect(set.output.contains("Do Not Disturb from 22:00 to 07:00, sunday, saturday"))
        // It counts as a due time.
        #expect(try await belfry(daemon, "clock").output.contains("2090-03-25T22:00:00Z"))
        #expect(try await belfry(daemon, "clock", "--next").status == 0)
        var device = try await daemon.request("GET", "/v1/device").object
        #expect(device["focus"]?.object?["name"] == "Do Not Disturb")
        #expect(device["focusSchedule"]?.object?["isOn"] == true)
        #expect(device["focusSchedule"]?.object?["next"] == "2090-03-26T07:00:00.000Z", "\(device)")
        #expect(try await belfry(daemon, "device", "--focus", "none").status == 0)
        #expect(daemon.stop() == 0)

        let second = try LiveDaemon(in: folder, ["--virtual-clock"], environment: zone)
        device = try await second.request("GET", "/v1/device").object
        #expect(device["focus"] == nil && device["focusSchedule"] != nil, "\(device)")
        for focus in [nil, "Do Not Disturb", nil] as [String?] {
            #expect(try await belfry(second, "clock", "--next").status == 0)
            device = try await second.request("GET", "/v1/device").object
            #expect(device["focus"]?.object?["name"]?.string == focus, "\(device)")
        }
        let log = try await belfry(second, "log").output
        #expect(log.ranges(of: "focusChanged").count == 4, "\(log)")
        let none = try await belfry(second, "device", "--focus-schedule", "none")
        #expect(none.output.contains("schedule    none"), "\(none.output)")
        #expect(second.stop() == 0)
    }

    @Test func `lets an app through as its settings say, whether the Focus is on or off`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let app = DaemonFixture.app
        @Sendable func rules(_ identifier: String) async throws -> String {
            let body = #"{"aps":{"alert":"\#(identifier)"}}"#
            let answer = try await daemon.request("POST", "/v1/apps/\(app)/push", body)
            guard case .number(let number)? = answer.object["sequence"],
                let sequence = Int(number.literal)
            else { throw CocoaError(.coderReadCorrupt) }
            _ = try await daemon.events(after: 0) { events in
                events.contains { $0.kind == "presented" && $0.sequence == sequence }
            }
            let entry = try await daemon.request("GET", "/v1/notifications/\(sequence)").object
            guard case .array(let rules)? = entry["presentation"]?.object?["rules"] else {
                return "none"
            }
            return rules.compactMap(\.string).joined(separator: " ")
        }
        let before = try await belfry(daemon, "settings", app)
        #expect(before.output.contains("comes through         none"), "\(before.output)")
        let set = try await belfry(
            daemon,
            "settings",
            app,
            "--through-focus",
            "Do Not Disturb",
            "--through-focus",
            "Work"
        )
        #expect(set.output.contains("comes through         Do Not Disturb, Work"), "\(set)")
        var device = try await belfry(daemon, "device").output
        #expect(device.contains("Do Not Disturb, once it is on, allows \(app)"), "\(device)")
        device = try await belfry(daemon, "device", "--focus", "Work").output
        #expect(device.contains("allows \(app)") && !device.contains("Work, once"), "\(device)")
        #expect(try await rules("at work") == "")
        // What is named counts from then on, and nothing else.
        _ = try await belfry(daemon, "device", "--focus", "Work", "--allow", "none")
        #expect(try await rules("no more") == "focus")
        _ = try await belfry(daemon, "device", "--focus", "Do Not Disturb")
        #expect(try await rules("by night") == "")
        let off = try await belfry(daemon, "settings", app, "--no-through-focus", "Do Not Disturb")
        #expect(off.output.contains("comes through         none"), "\(off)")
        #expect(try await rules("by night, no more") == "focus")
        // What the user has set is not the app's business.
        let token = try await daemon.request("GET", "/v1/apps/\(app)/token").object["token"]
        let header = "Authorization: Bearer \(token?.string ?? "")"
        let own = try await daemon.request("GET", "/v1/app", headers: [header])
        #expect(own.status == 200 && !own.text.contains("focus"), "\(own.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses a wrong setting of a Focus, and changes nothing`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let path = "/v1/apps/\(DaemonFixture.app)/settings"
        let long = String(repeating: "x", count: 129)
        let rows = [
            ("7", #"focus is a number; write an object such as {"Do Not Disturb": "enabled"}"#),
            (#"{"Work":true}"#, "Work is a boolean"),
            (#"{"Work":"notSupported"}"#, #"Work is "notSupported"; write one of "enabled""#),
            (#"{"Work":null}"#, #"focus "Work" is missing; write enabled or disabled"#),
            (#"{"":"enabled"}"#, "the name of a Focus has 0 bytes; write 1 to 128"),
            (#"{"\#(long)":"enabled"}"#, "the name of a Focus has 129 bytes; write 1 to 128"),
        ]
        for (focus, message) in rows {
            let body = #"{"sound":"disabled","focus":\#(focus)}"#
            let answer = try await daemon.request("PATCH", path, body)
            #expect(answer.status == 400, "\(focus)")
            #expect(answer.text.replacing("\\\"", with: "\"").contains(message), "\(answer.text)")
        }
        for name in ["", long] {
            let body = #"{"isMuted":true,"focus":{"name":"\#(name)"}}"#
            let answer = try await daemon.request("PATCH", "/v1/device", body)
            #expect(answer.status == 400, "\(name)")
            #expect(answer.text.contains("write 1 to 128"), "\(answer.text)")
        }
        let app = try await daemon.request("GET", "/v1/apps/\(DaemonFixture.app)").object
        let settings = app["settings"]?.object
        #expect(settings?["sound"] == "enabled", "\(app)")
        #expect(settings?["focus"] == ["Do Not Disturb": "disabled"], "\(app)")
        #expect(try await daemon.request("GET", "/v1/device").object["isMuted"] == false)
        let both = try await belfry(
            daemon,
            "settings",
            DaemonFixture.app,
            "--through-focus",
            "Work",
            "--no-through-focus",
            "Work"
        )
        #expect(both.status == 64 && both.errors.contains("or of --no-through-focus"), "\(both)")
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses what is no schedule, and says what one is`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let rows = [
            (#"{"from":"22:00"}"#, "to is missing"),
            (#"{"from":"24:00","to":"07:00"}"#, "from is \"24:00\"; write a time such as 22:00"),
            (#"{"from":"22:00","to":"22:00"}"#, "the same time"),
            (#"{"from":"22:00","to":"07:00","weekdays":["Monday"]}"#, "weekdays has \"Monday\""),
            (#"{"from":"22:00","to":"07:00","weekdays":[]}"#, "weekdays is empty"),
            (#"{"from":"22:00","to":"07:00","until":1}"#, "until"),
            ("7", "focusSchedule"),
        ]
        for (schedule, message) in rows {
            let answer = try await daemon.request(
                "PATCH",
                "/v1/device",
                #"{"lock":"locked","focusSchedule":\#(schedule)}"#
            )
            #expect(answer.status == 400, "\(schedule)")
            #expect(answer.text.replacing("\\\"", with: "\"").contains(message), "\(answer.text)")
        }
        let device = try await daemon.request("GET", "/v1/device").object
        #expect(device["lock"] == "unlocked" && device["focusSchedule"] == nil)
        for words in [["22:00"], ["22:00-"], ["-7:00"]] {
            let answer = try await belfry(daemon, "device", "--focus-schedule=\(words[0])")
            #expect(answer.status == 64, "\(words)")
            #expect(answer.errors.contains("FROM-TO, such as 22:00-07:00"), "\(answer.errors)")
        }
        let alone = try await belfry(daemon, "device", "--focus-day", "monday")
        #expect(alone.status == 64 && alone.errors.contains("--focus-schedule"))
        #expect(daemon.stop() == 0)
    }
}
