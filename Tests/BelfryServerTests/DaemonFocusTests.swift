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
