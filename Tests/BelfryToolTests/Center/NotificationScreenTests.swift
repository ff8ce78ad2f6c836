// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal
internal import BelfryTool
internal import Testing

/// One notification of the daemon's, on a terminal.
@Suite struct NotificationScreenTests {
    @Test func `escapes every text of a notification`() {
        let hostile: JSONValue = "x\u{1B}[2J\u{202E}"
        let content: JSONObject = [
            "title": hostile, "subtitle": hostile, "body": hostile, "badge": hostile,
            "interruptionLevel": hostile, "threadIdentifier": hostile,
            "categoryIdentifier": hostile, "sound": ["kind": hostile, "name": hostile],
            "attachments": [["identifier": hostile, "type": hostile, "path": hostile]],
            "userInfo": ["x\u{1B}[2J": hostile],
        ]
        let text = NotificationScreen(terminal: .standardOutput).render([
            "sequence": hostile, "app": hostile, "identifier": hostile, "source": hostile,
            "state": hostile, "reason": hostile, "accepted": hostile, "presented": hostile,
            "seen": hostile, "ended": hostile, "heldUntil": hostile, "expires": hostile,
            "attempts": hostile, "pushType": hostile, "device": hostile, "apnsUniqueID": hostile,
            "late": ["due": hostile, "missed": hostile],
            "verdict": ["kind": hostile, "reason": hostile],
            "presentation": ["surfaces": [hostile], "sound": hostile],
            "actions": [["identifier": hostile, "title": hostile]],
            "content": .object(content), "payload": ["x\u{1B}[2J": hostile],
        ])
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(!text.contains("\u{202E}"))
        // Each text is there, and is escaped.
        for label in ["title", "sound", "attached", "played", "unique id", "actions", "late"] {
            let row = text.split(separator: "\n").first { $0.hasPrefix("  \(label) ") }
            #expect(row?.contains(#"x\u{1B}[2J"#) == true, "\(label)\n\(text)")
        }
    }

    @Test func `shows all of a notification, and what can be done with it`() {
        let text = NotificationScreen(terminal: .standardOutput).render([
            "sequence": 7, "app": "com.example.App", "identifier": "dinner", "source": "push",
            "state": "presented", "accepted": "2026-11-25T21:00:00.123Z",
            "presented": "2026-11-25T21:00:01.500Z", "pushType": "alert", "device": "main",
            "attempts": 1,
            "verdict": ["kind": "delivered", "reason": "completed"],
            "presentation": ["surfaces": ["banner", "list"], "sound": "default"],
            "content": [
                "title": "Dinner 🔔", "body": "At eight.\nBring wine.",
                "categoryIdentifier": "INVITE",
                "userInfo": ["aps": ["alert": "Dinner"], "added": true],
            ],
            "original": ["title": "Dinner", "body": "At eight.\nBring wine."],
            "payload": ["aps": ["alert": "Dinner"]],
            "actions": [
                ["identifier": "ACCEPT", "title": "Accept"],
                ["identifier": "REPLY", "title": "Reply", "textInput": [:]],
            ],
        ])
        for line in [
            "notification 7  com.example.App", "title       Dinner 🔔", "body        At eight.",
            "            Bring wine.", "state       presented", "shown on    banner, list",
            "played      default", "verdict     delivered: completed",
            "accepted    2026-11-25T21:00:00Z", "identifier  dinner", "category    INVITE",
            "source      push, type alert", "actions     ACCEPT  Accept",
            "            REPLY  Reply  takes a text", "sent        Dinner", "payload     {",
            #"              "added" : true,"#, "more        belfry explain 7  says why",
            "            belfry respond 7 default  opens it, dismiss dismisses it",
        ] {
            #expect(text.contains("  \(line)\n"), "\(line)\n\(text)")
        }
        // What was tried once needs no word, nor does what is not there.
        for label in ["attempts", "subtitle", "seen", "late", "reason", "thread"] {
            #expect(!text.contains("\n  \(label) "), "\(text)")
        }
    }

    @Test(arguments: [
        ("dropped", "belfry restore 3"), ("removed", "belfry restore 3"), ("expired", nil),
        ("seen", "belfry respond 3"),
    ])
    func `names what is possible in its state`(state: String, command: String?) {
        let text = NotificationScreen(terminal: .standardOutput).render([
            "sequence": 3, "app": "a", "state": .string(state), "reason": "why",
            "content": ["sound": ["kind": "default"]],
            "isRestorable": .bool(command == "belfry restore 3"),
        ])
        #expect(text.contains("state       \(state): why\n"))
        #expect(text.contains("content     no title, subtitle or body\n"))
        for word in ["belfry restore 3", "belfry respond 3"] {
            #expect(text.contains(word) == (word == command), "\(text)")
        }
    }

    @Test(arguments: [
        ("presented", "belfry respond 7 default"), ("seen", "belfry respond 7 default"),
        ("dropped", "belfry restore 7"), ("decided", nil), ("removed", nil), ("of-tomorrow", nil),
    ])
    func `says what can be done about a notification where it stands`(
        state: String,
        command: String?
    ) {
        let text = NotificationScreen(terminal: .standardOutput).render([
            "sequence": 7, "state": .string(state),
        ])
        for known in ["belfry respond 7 default", "belfry restore 7"] {
            #expect(text.contains(known) == (known == command), "\(text)")
        }
    }
}
