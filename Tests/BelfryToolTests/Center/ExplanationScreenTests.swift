// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal
internal import BelfryTool
internal import Testing

/// What the daemon says of a notification, on a terminal.
@Suite struct ExplanationScreenTests {
    @Test func `escapes every text of an explanation`() throws {
        let hostile: JSONValue = "x\u{1B}[2J\u{202E}"
        let words: JSONObject = [
            "name": hostile, "question": hostile, "found": hostile, "fix": hostile, "rule": hostile,
            "meaning": hostile, "kind": hostile, "reason": hostile, "cure": hostile,
        ]
        let text = ExplanationScreen(terminal: .standardOutput).render([
            "notification": [
                "sequence": hostile, "app": hostile, "state": hostile, "accepted": hostile,
                "late": ["due": hostile],
                "content": ["title": hostile, "subtitle": hostile, "body": hostile],
            ],
            "outcome": hostile, "verdict": .object(words), "rules": [.object(words)],
            "conditions": [.object(words)],
        ])
        #expect(text.matches(of: /\\u\{1B\}\[2J/).count == 18)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(!text.contains("\u{202E}"))
    }

    @Test func `says what happened, and why`() {
        let text = ExplanationScreen(terminal: .standardOutput).render([
            "notification": [
                "sequence": 7, "app": "com.example.App", "state": "presented",
                "presented": "2026-11-25T21:00:00.123Z",
                "content": ["title": "Hi", "body": "there"],
            ],
            "outcome": "It was shown: list.",
            "verdict": ["kind": "fallback", "reason": "timeout", "cure": "Call `done` sooner."],
            "rules": [["rule": "muted", "meaning": "The mute switch is on: no sound."]],
            "conditions": [
                ["question": "Is it mutable?", "found": "no", "passed": false, "fix": "set it"]
            ],
        ])
        for line in [
            "notification 7  com.example.App", "content     Hi · there",
            "state       presented at 2026-11-25T21:00:00Z", "outcome     It was shown: list.",
            "verdict     fallback: timeout", "cure        Call done sooner.",
            "rule        muted: The mute switch is on: no sound.", "  no        Is it mutable?",
            "            set it",
        ] {
            #expect(text.contains("  \(line)\n"), "\(line)\n\(text)")
        }
    }
}
