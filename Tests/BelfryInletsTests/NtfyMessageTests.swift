// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryInlets

/// Messages in ntfy's form, as its page shows them and as nobody should send them.
@Suite struct NtfyMessageTests {
    private func read(
        _ headers: KeyValuePairs<String, String> = [:],
        query: String? = nil,
        body: String = ""
    ) throws -> NtfyMessage {
        let fields = InletFields(headers: headers.map { ($0.key, $0.value) }, query: query)
        var message = try NtfyMessage(topic: "alerts", fields)
        _ = try message.take(body: Array(body.utf8))
        return message
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as? InletError)?.code
        }
    }

    // MARK: Headers

    @Test(arguments: [
        ["X-Title", "X-Priority", "X-Tags", "X-Click", "X-Icon", "X-Sequence-ID"],
        ["Title", "Priority", "Tags", "Click", "Icon", "Sequence-ID"],
        ["t", "p", "ta", "CLICK", "icon", "sid"],
    ])
    func `reads headers by each of their names`(_ names: [String]) throws {
        let message = try read(
            [
                names[0]: "Disk", names[1]: "high", names[2]: "warning, disk 1,",
                names[3]: "mailto:a@example.com", names[4]: "https://example.com/i.png",
                names[5]: "disk-1",
            ],
            body: " full \n"
        )
        #expect(message.title == "Disk" && message.message == "full")
        #expect(message.urgency == .high && message.tags == ["warning", "disk 1"])
        #expect(message.click == "mailto:a@example.com")
        #expect(message.icon == "https://example.com/i.png")
        #expect(message.sequenceIdentifier == "disk-1")
    }

    @Test func `reads the query where no header says it`() throws {
        let message = try read(
            ["Title": "header"],
            query: "title=query&message=a+b%0Ac&priority=5&tags=a,b&md=yes"
        )
        #expect(message.title == "header" && message.message == "a b\nc")
        #expect(message.urgency == .most && message.tags == ["a", "b"] && message.isMarkdown)
    }

    @Test func `shows a body rather than the message of a header`() throws {
        #expect(try read(["Message": #"one\ntwo"#]).message == "one\ntwo")
        #expect(try read(["Message": "one"], body: "two").message == "two")
        #expect(try read().text == "triggered")
    }

    @Test(arguments: [
        ("=?UTF-8?B?8J+OiSBEaXNr?=", "🎉 Disk"),
        ("=?utf-8?Q?=C3=84pfel_und?= =?utf-8?Q?_Birnen?=", "Äpfel und Birnen"),
        ("=?iso-8859-1?q?=C4pfel?= x", "Äpfel x"),
        (
            "=?UTF-8?B?!?= =?koi8-r?B?eA==?= =?UTF-8?X?x?=",
            "=?UTF-8?B?!?= =?koi8-r?B?eA==?= =?UTF-8?X?x?="
        ),
        ("=?UTF-8?Q?=C3?= =? =?= =??=", "=?UTF-8?Q?=C3?= =? =?= =??="),
    ])
    func `decodes encoded words of headers`(_ written: String, _ meant: String) throws {
        #expect(try read(["Title": written]).title == meant)
    }

    @Test(arguments: [
        ("1", 1), ("min", 1), ("LOW", 2), ("default", 3), ("4", 4), ("urgent", 5), ("max", 5),
    ])
    func `knows priorities by number and by word`(_ text: String, _ number: Int) throws {
        #expect(try read(["Priority": text]).urgency.rawValue == number)
    }

    @Test func `passes over the priority that browsers send`() throws {
        #expect(try read(["Priority": "u=4, i"]).urgency == .usual)
        #expect(try read(["Priority": "u=1"], query: "p=5").urgency == .most)
    }

    @Test(arguments: [
        (["Priority": "6"], 40007), (["Attach": "file:///etc/passwd"], 40013),
        (["Attach": "https://"], 40013), (["Icon": "javascript:alert(1)"], 40021),
        (["Email": "a@example.com"], 40001), (["Call": "yes"], 40032),
        (["Template": "github"], 40000), (["Actions": "fly, away"], 40018),
        (["Title": String(repeating: "t", count: 1025)], 40000),
        (["Tags": String(repeating: "t", count: 513)], 40000), (["SID": "a/b"], 40000),
        (["Filename": "empty.png"], 40014),
    ])
    func `refuses what cannot be by ntfy's number`(_ headers: [String: String], _ expected: Int) {
        let found = code {
            let fields = InletFields(headers: headers.map { ($0.key, $0.value) })
            var message = try NtfyMessage(topic: "alerts", fields)
            _ = try message.take(body: [])
        }
        #expect(found == expected)
    }

    @Test(arguments: ["", "a b", "a/b", "ä", String(repeating: "a", count: 65), "a\u{0}"])
    func `refuses a name that no topic has`(_ name: String) {
        #expect(code { _ = try NtfyMessage(topic: name, InletFields()) } == 40009)
    }

    // MARK: Bodies

    @Test func `takes a body that is no text as a file, and one that is too long`() throws {
        var message = NtfyMessage(topic: "alerts")
        #expect(try message.take(body: [0x89, 0x50, 0xFF]))
        #expect(message.attachment == .init(name: "attachment", byteCount: 3))
        #expect(message.text == "You received a file: attachment")
        var long = NtfyMessage(topic: "alerts")
        #expect(try long.take(body: Array(repeating: 0x61, count: 24 * 1024 + 1)))
        var longest = NtfyMessage(topic: "alerts")
        #expect(try !longest.take(body: Array(repeating: 0x61, count: 24 * 1024)))
    }

    @Test func `makes a file of text the message, and says so`() throws {
        let message = try read(["Filename": "log.txt", "Message": "Backup"], body: "line\nline\n")
        #expect(message.message == "Backup\n\nline\nline\n" && message.attachment == nil)
        #expect(message.warnings.count == 1 && message.warnings[0].contains("\"log.txt\""))
        #expect(
            code {
                _ = try read(
                    ["Filename": "log.txt", "Message": "x"],
                    body: String(repeating: "a", count: 24 * 1024)
                )
            } == 41301
        )
    }

    @Test func `keeps an address of a file for the extension, and takes the body as text`() throws {
        let message = try read(["Attach": "https://example.com/a/cat.jpg?x=1"], body: "A cat")
        #expect(message.message == "A cat")
        #expect(
            message.attachment == .init(name: "cat.jpg", url: "https://example.com/a/cat.jpg?x=1")
        )
        #expect(
            code {
                var other = NtfyMessage(topic: "a")
                other.attachment = .init(name: "x", url: "https://example.com")
                _ = try other.take(body: [0xFF])
            } == 40011
        )
    }

    // MARK: JSON

    @Test func `reads JSON with every member`() throws {
        let message = try NtfyMessage(
            json: Array(
                #"""
                {"topic":"alerts","message":"m","title":"t","tags":["warning"],"priority":4,
                 "attach":"https://example.com/f.jpg","filename":"g.jpg","click":"https://example.com",
                 "actions":[{"action":"view","label":"Open","url":"https://example.com","clear":true}],
                 "markdown":true,"icon":"https://example.com/i.png","delay":"30min","sequence_id":"s",
                 "email":null,"unknown":1}
                """#.utf8
            ),
            InletFields()
        )
        #expect(message.topic == "alerts" && message.message == "m" && message.title == "t")
        #expect(message.tags == ["warning"] && message.urgency == .high && message.isMarkdown)
        #expect(message.attachment == .init(name: "g.jpg", url: "https://example.com/f.jpg"))
        #expect(message.delay == "30min" && message.sequenceIdentifier == "s")
        #expect(message.actions.map(\.label) == ["Open"])
        #expect(message.actions[0].document["clear"] == true)
    }

    @Test(arguments: [
        ("[]", 40017), ("{", 40017), ("", 40017), (#"{"message":"x"}"#, 40009),
        (#"{"topic":1}"#, 40017), (#"{"topic":"a","tags":"x"}"#, 40017),
        (#"{"topic":"a","tags":[1]}"#, 40017), (#"{"topic":"a","priority":"5"}"#, 40017),
        (#"{"topic":"a","priority":6}"#, 40007), (#"{"topic":"a","priority":1.5}"#, 40007),
        (#"{"topic":"a","actions":{}}"#, 40018), (#"{"topic":"a","filename":"x"}"#, 40017),
        (#"{"topic":"a","markdown":1}"#, 40017), (#"{"topic":"a","email":"x@example.com"}"#, 40001),
    ])
    func `refuses JSON that is no message`(_ text: String, _ expected: Int) {
        #expect(code { _ = try NtfyMessage(json: Array(text.utf8), InletFields()) } == expected)
    }

    @Test func `reads headers beside JSON, which comes before them`() throws {
        let fields = InletFields(
            headers: [
                ("X-Priority", "max"), ("X-Title", "header"), ("X-Tags", "a"), ("X-Delay", "1h"),
            ],
            query: "click=https://x.example&message=query"
        )
        let json = #"{"topic":"alerts","title":"JSON","delay":"2h"}"#
        let message = try NtfyMessage(json: Array(json.utf8), fields)
        #expect(message.title == "JSON" && message.message == "query" && message.delay == "2h")
        #expect(message.urgency == .most && message.tags == ["a"])
        #expect(message.click == "https://x.example")
    }

    // MARK: What comes of it

    @Test func `makes a push of it that the extension may change`() throws {
        let message = try read(
            ["Title": "Disk", "Tags": "warning,skull,sda", "Priority": "5", "Click": "app:x"],
            body: "full"
        )
        let document = message.document(identifier: "abc", time: 7)
        #expect(
            document == [
                "id": "abc", "time": 7, "event": "message", "topic": "alerts", "title": "Disk",
                "priority": 5, "tags": ["warning", "skull", "sda"], "click": "app:x",
            ]
        )
        let payload = message.push(document).payload(category: "c")
        #expect(payload["ntfy"] == .object(document))
        let read = try PushPayload.parse(JSONValue.object(payload).serialized(), isStrict: true)
        #expect(read.warnings.isEmpty && read.isMutable)
        #expect(read.content.title == "⚠️ 💀 Disk" && read.content.body == "full")
        #expect(
            read.content.interruptionLevel == .timeSensitive && read.content.relevanceScore == 1
        )
        #expect(read.content.threadIdentifier == "alerts" && read.content.sound != nil)
        #expect(read.content.categoryIdentifier == "c")
    }

    @Test(arguments: [
        (1, InterruptionLevel.passive, 0), (2, .passive, 0.25), (3, .active, 0.5),
        (4, .active, 0.75),
        (5, .timeSensitive, 1),
    ])
    func `maps each priority`(
        _ priority: Int,
        _ level: InterruptionLevel,
        _ relevance: Double
    ) throws {
        let message = try read(["Priority": "\(priority)", "Tags": "tada"], body: "m")
        let bytes = JSONValue.object(message.push([:]).payload()).serialized()
        let content = try PushPayload.parse(bytes, isStrict: true).content
        #expect(content.interruptionLevel == level && content.relevanceScore == relevance)
        #expect((content.sound == nil) == (priority < 3))
        #expect(content.title.isEmpty && content.body == "🎉 m")
    }

    @Test(arguments: [
        ("skull", "💀"), ("warning", "⚠️"), ("+1", "👍"), ("TADA", "🎉"), ("rotating_light", "🚨"),
        ("party_popper", "🎉"), ("white_heavy_check_mark", "✅"), ("no_entry", "⛔"),
        ("grinning", "😀"),
    ])
    func `knows emojis by their names`(_ tag: String, _ emoji: String) {
        #expect(EmojiTag.emoji(tag) == emoji)
    }

    @Test(arguments: ["", "_", "disk1", "latin_small_letter_a", "digit_one", "emoji"])
    func `leaves other tags alone`(_ tag: String) {
        #expect(EmojiTag.emoji(tag) == nil)
    }

    // MARK: Actions

    @Test func `reads actions in the short form and as JSON`() throws {
        let short = #"""
            view, Open portal, https://home.example.com/?a=b;c, clear=true; http, "Turn, down", https://api.example.com/, method=PUT, headers.Authorization=Bearer zAzsx1sk.., body='{"temperature": 65, "x": "it\'s"}' ; broadcast, Take picture, extras.cmd=pic, extras.camera=front
            """#
        // A semicolon ends an action wherever it stands outside of quotation marks.
        #expect(code { _ = try read(["Actions": short]) } == 40018)
        let actions = try read(["Actions": short.replacing(";c,", with: ",")]).actions
        #expect(actions.map(\.kind) == [.view, .http, .broadcast])
        #expect(actions.map(\.label) == ["Open portal", "Turn, down", "Take picture"])
        #expect(
            actions[1].document == [
                "id": "ntfy-2", "action": "http", "label": "Turn, down", "clear": false,
                "url": "https://api.example.com/", "method": "PUT",
                "headers": ["Authorization": "Bearer zAzsx1sk.."],
                "body": #"{"temperature": 65, "x": "it's"}"#,
            ]
        )
        #expect(actions[2].document["extras"] == ["cmd": "pic", "camera": "front"])
        let json =
            #"[{"action":"view","label":"Open portal","url":"https://home.example.com/?a=b","clear":true}]"#
        #expect(try read(["Actions": json]).actions == [actions[0]])
    }

    @Test(arguments: [
        "view", "view, , https://x", "view, a", "view, a, b", "view, a, https://x, c",
        "http, a, https://x, method=GET, body=b", "view, a, https://x, label=b",
        "view, \"a", "view, \"a\" b, https://x", "view, a, https://x, color=red", "[", "[1]", "{}",
        "[[]]",
        "view,a,https://x;view,a,https://x;view,a,https://x;view,a,https://x", ";", "=", ",,,", "'",
        "\"",
        #"[{"action":"view","label":1}]"#,
        #"[{"action":"http","label":"a","url":"https://x","headers":{"a":1}}]"#,
    ])
    func `refuses actions that are none`(_ text: String) {
        #expect(code { _ = try read(["Actions": text]) } == 40018)
    }

    @Test func `makes buttons of actions, the same ones for the same labels`() throws {
        let digest: ([UInt8]) -> String = { String(decoding: $0, as: UTF8.self) }
        let text = "view, Open, https://x.example; broadcast, Snap; http, Stop, https://y.example"
        let message = try read(["Actions": text])
        let category = try #require(message.category(digest))
        #expect(category.actions.map(\.identifier) == ["ntfy-1", "ntfy-3"])
        #expect(category.actions.map(\.title) == ["Open", "Stop"])
        #expect(category.actions.map(\.options) == [[.foreground], []])
        #expect(message.warnings.count == 1 && message.warnings[0].contains("\"Snap\""))
        let other = try read(["Actions": text.replacing("x.example", with: "z.example")])
        #expect(other.category(digest) == category)
        #expect(try read(["Actions": "view, Show, https://x"]).category(digest) != category)
        #expect(try read(["Actions": "broadcast, Snap"]).category(digest) == nil)
    }
}
