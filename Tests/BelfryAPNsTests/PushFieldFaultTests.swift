// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryAPNs

/// What is wrong with the header fields of a push, all of it at once.
@Suite struct PushFieldFaultTests {
    private static let alert = Array(#"{"aps":{"alert":"a"}}"#.utf8)

    private func faults(
        _ fields: [(name: String, value: String)],
        _ body: [UInt8] = alert,
        topic: String = "com.example.app"
    ) -> [PushFields.Fault] {
        PushFields(fields).faults(body: body, usualTopic: topic)
    }

    @Test func `names each field with what its sender is told of it alone`() throws {
        let wrong = [
            ("apns-id", "x"), ("apns-push-type", "loud"), ("apns-expiration", "-1"),
            ("apns-priority", "2"), ("apns-collapse-id", ""), ("apns-topic", "a b"),
        ]
        let found = faults(wrong)
        #expect(Set(found.map(\.name)) == Set(wrong.map(\.0)))
        for (name, value) in wrong {
            let alone = faults([(name, value)])
            #expect(alone.map(\.name) == [name])
            #expect(alone.map(\.refusal) == found.filter { $0.name == name }.map(\.refusal))
            let refusal = try #require(alone.first?.refusal)
            #expect(throws: refusal) {
                try PushHead(
                    deviceToken: "ab",
                    PushFields([(name, value)]),
                    usualTopic: "com.example.app"
                )
            }
        }
    }

    @Test func `finds nothing where the endpoint takes the push`() {
        #expect(faults([]) == [])
        #expect(
            faults([
                ("apns-id", "123e4567-e89b-12d3-a456-426655440000"), ("apns-push-type", "alert"),
                ("apns-priority", "5"), ("apns-expiration", "0"), ("apns-collapse-id", "größe"),
            ]) == []
        )
        // A payload that cannot be read is said elsewhere.
        #expect(faults([("apns-priority", "10")], Array("{".utf8)) == [])
    }

    @Test func `knows what holds of a type, whether a header or the payload says it`() {
        let silent = Array(#"{"aps":{"content-available":1}}"#.utf8)
        #expect(faults([("apns-priority", "10")], silent).map(\.name) == ["apns-priority"])
        #expect(
            faults([("apns-priority", "10"), ("apns-push-type", "background")]).map(\.name)
                == ["apns-priority"]
        )
        #expect(faults([("apns-priority", "5")], silent) == [])
        #expect(
            faults([("apns-push-type", "voip"), ("apns-topic", "com.example.app")])
                .map(\.refusal.reason) == [.topicDisallowed]
        )
        #expect(PushTopic.usual(of: "a.b", "voip") == "a.b.voip")
        #expect(PushTopic.usual(of: "a.b", nil) == "a.b")
        #expect(PushTopic.usual(of: "a.b", "loud") == "a.b")
    }
}
