// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What a server is asked to play, and what it is told stays.
extension DaemonDesktopTests {
    private func hints(_ call: JSONObject) -> [String: JSONValue?] {
        let hints = call["hints"]?.object ?? [:]
        let names = ["sound-name", "sound-file", "suppress-sound", "urgency"]
        return Dictionary(
            uniqueKeysWithValues: hints.members.filter { names.contains($0.key) }.map {
                ($0.key, $0.value.object?["value"])
            }
        )
    }

    @Test func `has a server that plays sounds play what the centre resolved`() async throws {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(
            on: bus,
            in: fixture.folder,
            ["--capabilities", "body,sound"]
        )
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment) { app in
            try fixture.entitle(app, ["critical-alerts"])
            try SampleFiles.sound.write(to: URL(fileURLWithPath: app + "/ping.wav"))
        }
        let sounds = [
            #"{"kind":"default"}"#, #"{"kind":"named","name":"ping.wav"}"#,
            #"{"kind":"named","name":"none.wav"}"#, #"{"kind":"defaultRingtone"}"#,
            #"{"kind":"defaultCritical"}"#,
        ]
        for (index, sound) in sounds.enumerated() {
            try await stage.notify("\(index)", #"{"title":"t","sound":\#(sound)}"#)
        }
        try await stage.notify("silent", #"{"title":"t"}"#)
        let shown = try await server.notifications(6)
        let told = shown.map(hints)
        #expect(told[0] == ["sound-name": "message-new-instant", "urgency": 1])
        #expect(Set(told[1].keys) == ["sound-file", "urgency"])
        let file = try #require((told[1]["sound-file"] ?? nil)?.string)
        #expect(file.hasPrefix(stage.daemon.state + "/apps/"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == SampleFiles.sound)
        // A file that the app does not have gives way to the system's sound.
        #expect(told[2] == ["sound-name": "message-new-instant", "urgency": 1])
        #expect(told[3] == ["sound-name": "phone-incoming-call", "urgency": 1])
        #expect(told[4] == ["sound-name": "dialog-warning", "urgency": 2])
        #expect(told[5] == ["suppress-sound": true, "urgency": 1])
        // What is critical stays until somebody puts it away, on every server.
        #expect(shown.map { $0.number("timeout") } == [-1, -1, -1, -1, 0, -1])
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `asks a server without sounds for none, and a muted device is silent`() async throws
    {
        let fixture = try DaemonFixture()
        let bus = try PrivateBus(in: fixture.folder)
        let server = try await MockServer(on: bus, in: fixture.folder)
        let stage = try await DesktopStage.startWithApp(fixture, on: bus.environment)
        let content = #"{"title":"t","sound":{"kind":"default"}}"#
        try await stage.notify("1", content)
        _ = try await server.notifications(1)
        try await stage.set("/v1/device", #"{"isMuted":true}"#)
        try await stage.notify("2", content)
        let told = try await server.notifications(2).map(hints)
        #expect(told == [["urgency": 1], ["urgency": 1, "suppress-sound": true]])
        #expect(stage.daemon.stop() == 0)
    }
}
