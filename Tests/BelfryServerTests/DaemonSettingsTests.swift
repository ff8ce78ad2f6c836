// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What the user sets for an app over the daemon's API, and what that changes.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonSettingsTests {
    private static let settings = "/v1/apps/\(DaemonFixture.app)/settings"

    private func set(_ change: String, in daemon: LiveDaemon) async throws -> JSONObject {
        let answer = try await daemon.request("PATCH", Self.settings, change)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.object["settings"]?.object ?? [:]
    }

    /// The rules that were applied to a notification with a content, and what it played.
    private func shown(
        _ aps: String,
        in daemon: LiveDaemon
    ) async throws -> (rules: [String], sound: JSONValue?, volume: Double?) {
        let answer = try await daemon.request(
            "POST",
            "/v1/apps/\(DaemonFixture.app)/push",
            #"{"aps":\#(aps)}"#
        )
        guard case .number(let number)? = answer.object["sequence"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        let sequence = number.literal
        _ = try await daemon.events(after: 0) { events in
            events.contains { $0.kind == "presented" && $0.sequence == Int(sequence) }
        }
        let why = try await daemon.request("GET", "/v1/notifications/\(sequence)/explanation")
        guard case .array(let rules)? = why.object["rules"] else { return ([], nil, nil) }
        for rule in rules { #expect(rule.object?["meaning"] != "", "\(rule)") }
        let presentation = why.object["notification"]?.object?["presentation"]?.object
        return (
            rules.compactMap { $0.object?["rule"]?.string }, presentation?["sound"],
            presentation?["volume"].flatMap {
                if case .number(let number) = $0 { number.double } else { nil }
            }
        )
    }

    @Test func `turns the settings that an entitlement brings, and explains them`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let activities = ["INSendMessageIntent"]
        try fixture.entitle(
            app,
            ["critical-alerts", "time-sensitive", "communication"],
            activities: activities
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let alert = #"{"alert":"x","sound":{"critical":1,"name":"default","volume":0.25}}"#
        let loud = try await shown(alert, in: daemon)
        #expect(loud.rules.isEmpty && loud.sound == "defaultCritical" && loud.volume == 0.25)
        let off = try await set(
            #"{"criticalAlert":"disabled","timeSensitive":"disabled","directMessages":"disabled"}"#,
            in: daemon
        )
        for key in ["criticalAlert", "timeSensitive", "directMessages"] {
            #expect(off[key] == "disabled", "\(key)")
        }
        let ordinary = try await shown(alert, in: daemon)
        #expect(ordinary.rules == ["criticalOff"] && ordinary.sound == "default")
        #expect(ordinary.volume == nil)
        let soon = #"{"alert":"y","interruption-level":"time-sensitive"}"#
        #expect(try await shown(soon, in: daemon).rules == ["timeSensitiveOff"])
        #expect(
            try await set(#"{"timeSensitive":"enabled"}"#, in: daemon)["timeSensitive"] == "enabled"
        )
        #expect(try await shown(soon, in: daemon).rules.isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `groups an app's notifications as the user wants`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for thread in ["a", "b"] {
            _ = try await shown(#"{"alert":"x","thread-id":"\#(thread)"}"#, in: daemon)
        }
        for (grouping, count) in [("automatic", 2), ("byApp", 1), ("off", 2)] {
            let settings = try await set(#"{"grouping":"\#(grouping)"}"#, in: daemon)
            #expect(settings["grouping"] == .string(grouping))
            let center = try await daemon.request("GET", "/v1/center").object
            guard case .array(let apps)? = center["apps"],
                case .array(let groups)? = apps.first?.object?["groups"]
            else { throw CocoaError(.coderReadCorrupt) }
            #expect(groups.count == count, "\(grouping)")
        }
        let wrong = try await daemon.request("PATCH", Self.settings, #"{"grouping":"by thread"}"#)
        #expect(wrong.status == 400, "\(wrong.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `filters what comes through a Focus`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let name = DaemonFixture.app
        let change = #"{"focus":{"name":"Work","filters":{"\#(name)":["work"]}}}"#
        let device = try await daemon.request("PATCH", "/v1/device", change)
        let focus = device.object["focus"]?.object
        #expect(focus?["filters"]?.object?[name] == ["work"], "\(device.text)")
        #expect(focus?["allowedApps"] == [.string(name)], "\(device.text)")
        let work = #"{"alert":"x","filter-criteria":"work"}"#
        #expect(try await shown(work, in: daemon).rules.isEmpty)
        #expect(try await shown(#"{"alert":"y"}"#, in: daemon).rules == ["focusFilter"])
        for wrong in [#"["x"]"#, #"{"a":null}"#, #"{"a":"work"}"#] {
            let body = #"{"focus":{"name":"Work","filters":\#(wrong)}}"#
            #expect(try await daemon.request("PATCH", "/v1/device", body).status == 400, "\(wrong)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `tells an app each of its settings by its own name`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        try fixture.entitle(
            app,
            ["critical-alerts", "time-sensitive", "communication"],
            activities: ["INSendMessageIntent"]
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let path = "/v1/apps/\(DaemonFixture.app)"
        let token = try await daemon.request("GET", path + "/token").object["token"]?.string
        let header = "Authorization: Bearer \(try #require(token))"
        func told() async throws -> JSONObject {
            try await daemon.request("GET", "/v1/app/settings", headers: [header]).object
        }
        let names = [
            "sound", "badge", "alert", "notificationCenter", "lockScreen", "criticalAlert",
            "timeSensitive", "directMessages", "scheduledDelivery",
        ]
        var before = try await told()
        for name in names {
            let isOn = before[name + "Setting"] == "enabled"
            _ = try await set(#"{"\#(name)":"\#(isOn ? "disabled" : "enabled")"}"#, in: daemon)
            let after = try await told()
            let others = after.keys.filter { after[$0] != before[$0] }
            #expect(others == [name + "Setting"], "\(name): \(after)")
            before = after
        }
        for (name, value) in [("alertStyle", "alert"), ("showPreviews", "never")] {
            _ = try await set(#"{"\#(name)":"\#(value)"}"#, in: daemon)
            let after = try await told()
            #expect(after.keys.filter { after[$0] != before[$0] }.count == 1, "\(name): \(after)")
            before = after
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses a setting that the app does not have, and says what it needs`() async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        // The capability is not enough without the activity types.
        try fixture.entitle(app, ["communication"])
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let rows = [
            ("criticalAlert", "critical-alerts"), ("timeSensitive", "time-sensitive"),
            ("directMessages", "INSendMessageIntent"),
            ("carPlay", "UNAuthorizationOptions.carPlay"),
            ("announcement", "UNAuthorizationOptions.announcement"),
        ]
        for (key, need) in rows {
            let change = #"{"sound":"disabled","\#(key)":"enabled"}"#
            let answer = try await daemon.request("PATCH", Self.settings, change)
            #expect(answer.status == 409 && answer.code == "wrong_state", "\(answer.text)")
            #expect(answer.text.contains(need), "\(answer.text)")
        }
        let known = try await daemon.request("GET", "/v1/apps/\(DaemonFixture.app)")
        let settings = known.object["settings"]?.object
        #expect(settings?["sound"] == "enabled", "\(known.text)")
        #expect(settings?["carPlay"] == "notSupported", "\(known.text)")
        #expect(daemon.stop() == 0)
    }
}
