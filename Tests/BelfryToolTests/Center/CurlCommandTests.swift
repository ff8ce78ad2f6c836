// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryTool

/// The command that sends a push of the delivery log again: the endpoint takes it as it took that push.
struct CurlCommandTests {
    private let endpoint: JSONObject = ["port": "2197", "takesAnyProvider": .bool(true)]

    private func command(_ changes: [String: JSONValue?]) -> CurlCommand {
        var push: JSONObject = [
            "app": "com.example.app", "token": "ab12", "topic": "com.example.app",
            "pushType": "alert", "priority": "10", "payload": #"{"aps":{}}"#,
        ]
        for (name, value) in changes { push[name] = value }
        return CurlCommand(push, endpoint)
    }

    @Test func `sends a push to its device`() {
        let command = command(["expiration": "0", "collapseID": "it's"])
        #expect(
            command.text
                == "curl --http2 -H 'apns-topic: com.example.app' -H 'apns-push-type: alert' "
                + "-H 'apns-priority: 10' -H 'apns-collapse-id: it'\\''s' -H 'apns-expiration: 0' "
                + "--data-binary '{\"aps\":{}}' 'https://localhost:2197/3/device/ab12'"
        )
        #expect(!command.needsPayload)
    }

    @Test func `sends what came by a channel to the channel, which takes more bytes`() {
        let command = command([
            "channel": "Y2hhbm5lbA==", "pushType": "liveactivity",
            "topic": "com.example.app.push-type.liveactivity",
        ])
        #expect(command.text.contains(" -H 'apns-channel-id: Y2hhbm5lbA==' "))
        #expect(!command.text.contains("apns-topic"))
        #expect(
            command.text.hasSuffix(" 'https://localhost:2197/4/broadcasts/apps/com.example.app'")
        )
    }

    @Test func `takes a payload that the daemon has not from a file`() {
        let command = command(["payload": nil])
        #expect(command.needsPayload)
        #expect(command.text.contains(" --data-binary '@push.json' "))
    }

    @Test func `names no priority that background pushes have not`() {
        #expect(!command(["pushType": "background"]).text.contains("apns-priority"))
        let slow = command(["pushType": "background", "priority": "5"])
        #expect(slow.text.contains("-H 'apns-priority: 5'"))
    }
}
