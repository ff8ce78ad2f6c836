// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTesting
internal import Foundation
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct NotificationPayloadTests {
    @Test func `an extension sees the content that the host would show it`() async throws {
        let json = """
            {
                "aps": {
                    "alert": {"title": "T", "subtitle": "S", "body": "B"},
                    "badge": 3,
                    "sound": {"critical": 1, "name": "ping.wav", "volume": 0.5},
                    "category": "C", "thread-id": "H", "target-content-id": "W",
                    "interruption-level": "time-sensitive", "relevance-score": 0.25,
                    "mutable-content": 1
                },
                "own": {"list": [1, "two", null, true]}
            }
            """
        _ = try await ServiceExtensionHarness(WitnessService.self).deliver(json: json)
        let request = try #require(WitnessService.seen.withLock { $0 })
        let content = request.content
        #expect(!(content is UNMutableNotificationContent))
        #expect(request.trigger is UNPushNotificationTrigger)
        #expect([content.title, content.subtitle, content.body] == ["T", "S", "B"])
        #expect(content.badge == 3)
        let name = UNNotificationSoundName("ping.wav")
        #expect(content.sound == .criticalSoundNamed(name, withAudioVolume: 0.5))
        #expect([content.categoryIdentifier, content.threadIdentifier] == ["C", "H"])
        #expect(content.targetContentIdentifier == "W")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.25)
        let aps = try #require(content.userInfo["aps"] as? [String: Any])
        #expect(aps["category"] as? String == "C", "the whole payload is in userInfo")
        let own = try #require(content.userInfo["own"] as? [String: Any])
        #expect((own["list"] as? [Any])?.count == 4)
    }

    @Test func `a dictionary and a file are payloads too`() async throws {
        let values: [String: Any] = ["aps": ["alert": "From a dictionary", "mutable-content": 1]]
        let harness = ServiceExtensionHarness(EagerService.self)
        let first = try await harness.deliver(try NotificationPayload(values))
        #expect(first.content.body == "From a dictionary")
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).apns")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"aps": {"alert": "From a file", "mutable-content": 1,}}"#.utf8).write(to: file)
        let second = try await harness.deliver(contentsOf: file)
        #expect(second.content.body == "From a file")
        #expect(try NotificationPayload(contentsOf: file).warnings.count == 1, "the comma")
    }

    @Test func `what is no payload is refused with the reason`() {
        let wrong = #expect(throws: NotificationPayload.InvalidPayload.self) {
            try NotificationPayload(json: #"{"aps": }"#)
        }
        #expect(wrong?.description.hasPrefix("the payload: line 1") == true, "\(wrong as Any)")
        let date = #expect(throws: NotificationPayload.InvalidPayload.self) {
            try NotificationPayload(["when": Date()])
        }
        #expect(date?.description == "the payload has a value that JSON has no form for")
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "A"}}"#, "not_mutable"),
        (#"{"aps": {"badge": 1, "mutable-content": 1}}"#, "no_alert"),
    ])
    func `no extension is called for a push that does not ask for one`(
        _ json: String,
        _ reason: String
    ) async throws {
        let outcome = try await ServiceExtensionHarness(EagerService.self).deliver(json: json)
        #expect(outcome.ending == .notCalled(reason: reason))
        #expect(outcome.strikes.isEmpty)
    }
}
