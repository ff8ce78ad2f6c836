// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct PushPayloadTests {
    @Test func `reads every common key`() throws {
        let bytes = Array(Fixtures.full.utf8)
        let payload = try PushPayload.parse(bytes)
        let content = payload.content
        #expect(payload.bytes == bytes)
        #expect(content.title == "New Photo")
        #expect(content.subtitle == "Anna")
        #expect(content.body == "from Gdynia")
        #expect(content.bodyLocalization == LocalizedText(key: "PHOTO_FMT", arguments: ["Anna"]))
        #expect(content.badge == 3)
        #expect(content.sound == Sound(kind: .named, name: "ping.wav"))
        #expect(content.threadIdentifier == "album-7")
        #expect(content.categoryIdentifier == "event-invite")
        #expect(content.targetContentIdentifier == "w1")
        #expect(content.filterCriteria == "work")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.8)
        #expect(content.userInfo == payload.root)
        #expect(content.userInfo["location"] == "Pier 3")
        #expect(payload.isMutable)
        #expect(!payload.isContentAvailable)
        #expect(payload.hasAlert)
        #expect(payload.simulatorTargetBundle == "com.example.app")
        #expect(payload.warnings.map(\.keyPath) == ["aps.alert.body", "aps.sound.volume"])
    }

    @Test func `a plain string is the body`() throws {
        let payload = try Fixtures.aps(#"{"alert": "Hello"}"#)
        #expect(payload.content == NotificationContent(body: "Hello", userInfo: payload.root))
        #expect(!payload.isMutable)
        #expect(payload.warnings.isEmpty)
    }

    @Test func `formats a localized text only where no literal one stands`() throws {
        let payload = try Fixtures.aps(
            #"""
            {"alert": {"title-loc-key": "%@ of %@", "title-loc-args": ["1", "2"],
              "subtitle-loc-key": "S", "loc-key": "ignored", "body": "B"}}
            """#
        )
        #expect(payload.content.title == "1 of 2")
        #expect(payload.content.subtitle == "S")
        #expect(payload.content.body == "B")
    }

    @Test(
        arguments: [
            (#""default""#, Sound.default),
            (#""ping.wav""#, Sound(kind: .named, name: "ping.wav")),
            (
                #"{"critical": 1, "name": "default", "volume": 0.5}"#,
                Sound(kind: .defaultCritical, volume: 0.5)
            ),
            (#"{"critical": 1, "name": "a.caf"}"#, Sound(kind: .criticalNamed, name: "a.caf")),
            (#"{"critical": 0, "name": "default"}"#, Sound.default),
            (#"{}"#, Sound.default),
            (#""""#, nil),
        ] as [(String, Sound?)]
    )
    func `reads a sound`(text: String, expected: Sound?) throws {
        #expect(try Fixtures.aps("{\"sound\": \(text)}").content.sound == expected)
    }

    @Test func `reads a Live Activity's keys`() throws {
        let payload = try Fixtures.aps(
            #"""
            {"event": "start", "timestamp": 1700000000, "content-state": {"score": 3},
              "stale-date": 1700000100, "dismissal-date": 1700000200, "attributes-type": "Game",
              "attributes": {"team": "A"}, "input-push-channel": "c", "input-push-token": 1,
              "relevance-score": 75}
            """#
        )
        let expected = LiveActivityUpdate(
            event: .start,
            timestamp: 1_700_000_000,
            contentState: ["score": 3],
            staleDate: 1_700_000_100,
            dismissalDate: 1_700_000_200,
            attributesType: "Game",
            attributes: ["team": "A"],
            inputPushChannel: "c",
            wantsInputPushToken: true
        )
        #expect(payload.liveActivity == expected)
        #expect(payload.content.relevanceScore == 1)
        #expect(payload.warnings.isEmpty)
    }

    @Test(arguments: [(PayloadLimit.standard, 4096), (.voip, 5120)])
    func `counts every byte against the limit`(limit: PayloadLimit, byteCount: Int) throws {
        let fitting = Fixtures.payload(byteCount: byteCount)
        #expect(fitting.count == byteCount)
        #expect(try PushPayload.parse(fitting, limit: limit).hasAlert)
        let error = try #require(throws: PayloadError.self) {
            try PushPayload.parse(Fixtures.payload(byteCount: byteCount + 1), limit: limit)
        }
        #expect(error.code == .tooLarge)
        for part in ["\(byteCount + 1)", "\(byteCount)", "413 PayloadTooLarge"] {
            #expect(error.message.contains(part))
        }
    }

    @Test(arguments: [
        ("", PayloadError.Code.empty, "400 PayloadEmpty"),
        ("[]", .notAnObject, "an array"),
        ("\"aps\"", .notAnObject, "a string"),
        ("{}", .missingAps, "aps"),
        ("{\n    aps : {\n    }\n}", .json, "line 2, column 5 (offset 6)"),
        ("{\"aps\": {\"alert\": \"x\",,}}", .json, "remove the comma"),
        ("{\"aps\": {\"alert\": \"x\"}}\n”", .json, "line 2, column 1"),
        ("{\"aps\": []}", .wrongType, "aps is an array"),
    ])
    func `refuses what is no payload`(text: String, code: PayloadError.Code, part: String) throws {
        let error = try #require(throws: PayloadError.self) {
            try PushPayload.parse(Array(text.utf8))
        }
        #expect(error.code == code)
        #expect(error.message.contains(part), "\(error)")
        #expect(!error.message.contains { $0.isNewline })
    }

    @Test func `tells bytes that are not UTF-8 from text that is not JSON`() throws {
        let error = try #require(throws: PayloadError.self) {
            try PushPayload.parse(Array(#"{"aps": ""#.utf8) + [0xE9] + Array("\"}".utf8))
        }
        #expect(error.code == .notUTF8)
        #expect(error.message.contains("offset 9"), "\(error)")
    }

    @Test(arguments: [
        (#"{"alert": 1}"#, "aps.alert", "a number", "a string or an object"),
        (#"{"alert": {"title": 5}}"#, "aps.alert.title", "a number", "a string"),
        (#"{"alert": {"body": null}}"#, "aps.alert.body", "null", "a string"),
        (#"{"alert": {"loc-key": []}}"#, "aps.alert.loc-key", "an array", "a string"),
        (#"{"alert": {"loc-args": "x"}}"#, "aps.alert.loc-args", "\"x\"", "an array of strings"),
        (
            #"{"alert": {"title-loc-args": ["a", 2]}}"#, "aps.alert.title-loc-args[1]", "a number",
            "a string"
        ),
        (#"{"alert": {"launch-image": true}}"#, "aps.alert.launch-image", "a boolean", "a string"),
        (#"{"badge": "3"}"#, "aps.badge", "the string \"3\"", "a whole number"),
        (#"{"badge": true}"#, "aps.badge", "a boolean", "a whole number"),
        (
            #"{"alert": {"title-loc-key": "K", "title": {}}}"#, "aps.alert.title", "an object",
            "a string"
        ),
        (#"{"sound": 1}"#, "aps.sound", "a number", "a string or an object"),
        (#"{"sound": {"volume": "1"}}"#, "aps.sound.volume", "\"1\"", "a number"),
        (#"{"sound": {"critical": []}}"#, "aps.sound.critical", "an array", "1"),
        (#"{"thread-id": 7}"#, "aps.thread-id", "a number", "a string"),
        (#"{"category": ["a"]}"#, "aps.category", "an array", "a string"),
        (#"{"target-content-id": 7}"#, "aps.target-content-id", "a number", "a string"),
        (#"{"filter-criteria": {}}"#, "aps.filter-criteria", "an object", "a string"),
        (#"{"mutable-content": {}}"#, "aps.mutable-content", "an object", "1"),
        (#"{"content-available": null}"#, "aps.content-available", "null", "1"),
        (#"{"interruption-level": 2}"#, "aps.interruption-level", "a number", "a string"),
        (#"{"relevance-score": "0.5"}"#, "aps.relevance-score", "\"0.5\"", "a number"),
        (#"{"content-state": []}"#, "aps.content-state", "an array", "an object"),
        (#"{"timestamp": "now"}"#, "aps.timestamp", "\"now\"", "a number"),
    ])
    func `names the key, what was found and what is expected`(
        aps: String,
        keyPath: String,
        found: String,
        expected: String
    ) throws {
        let error = try #require(throws: PayloadError.self) { try Fixtures.aps(aps) }
        #expect(error.code == .wrongType)
        #expect(error.keyPath == keyPath)
        #expect(error.message.contains("is \(found)") || error.message.contains(found))
        #expect(error.message.contains("write \(expected)"), "\(error)")
    }

    @Test(arguments: [
        (#"{"badge": -1}"#, "aps.badge"),
        (#"{"badge": 1.5}"#, "aps.badge"),
        (#"{"sound": {"critical": 1, "volume": 1.5}}"#, "aps.sound.volume"),
        (#"{"relevance-score": -0.1}"#, "aps.relevance-score"),
        (#"{"relevance-score": 75}"#, "aps.relevance-score"),
        (#"{"alert": {"summary-arg-count": 0}}"#, "aps.alert.summary-arg-count"),
        (#"{"event": "stop"}"#, "aps.event"),
    ])
    func `refuses a value out of its range`(aps: String, keyPath: String) throws {
        let error = try #require(throws: PayloadError.self) { try Fixtures.aps(aps) }
        #expect(error.code == .outOfRange)
        #expect(error.keyPath == keyPath)
    }

    // MARK: From programs

    /// Reads the payload of a program.
    private func sent(_ text: String) throws -> PushPayload {
        try PushPayload.parse(Array(text.utf8), isFromWire: true)
    }

    @Test
    func `reads a text and its key in one object, as the alerts of live activities have them`()
        throws
    {
        // The example of Apple's "Update Live Activities with push notifications" (WWDC 2023).
        let payload = try Fixtures.aps(
            #"""
            {"event": "update", "timestamp": 1, "content-state": {}, "alert": {
              "title": {"loc-key": "%@ is knocked down!", "loc-args": ["Power Panda"]},
              "body": {"loc-key": "Use a potion to heal %@!", "loc-args": ["Power Panda"]}}}
            """#
        )
        #expect(payload.content.title == "Power Panda is knocked down!")
        #expect(payload.content.body == "Use a potion to heal Power Panda!")
        #expect(payload.content.titleLocalization?.arguments == ["Power Panda"])
        #expect(payload.warnings.isEmpty, "\(payload.warnings)")
    }

    @Test(arguments: [
        (#"{"badge":null,"sound":null,"alert":"x"}"#, ["aps.badge", "aps.sound"]),
        (#"{"badge":"3"}"#, ["aps.badge"]), (#"{"badge":-1}"#, ["aps.badge"]),
        (#"{"relevance-score":5}"#, ["aps.relevance-score"]),
        (#"{"alert":{"title":null,"body":{}}}"#, ["aps.alert.title", "aps.alert.body"]),
        (#"{"alert":7}"#, ["aps.alert"]), (#"{"sound":{"critical":[]}}"#, ["aps.sound.critical"]),
        (#"{"event":"stop"}"#, ["aps.event", "aps.event"]),
        (#"{"mutable-content":null}"#, ["aps.mutable-content"]), ("7", ["aps", "aps"]),
        ("null", ["aps", "aps"]),
    ])
    func `leaves out what has a fault and comes from a program`(
        aps: String,
        keyPaths: [String]
    ) throws {
        let payload = try sent(#"{"aps":\#(aps)}"#)
        #expect(payload.warnings.map(\.keyPath).filter(keyPaths.contains) == keyPaths)
        #expect(payload.content.badge == nil && payload.content.relevanceScore == 0)
        #expect(payload.content.title.isEmpty && !payload.isMutable && payload.liveActivity == nil)
        #expect(payload.content.userInfo == payload.root)
        #expect(try PushPayload.reread(payload.bytes).content == payload.content)
    }

    @Test func `takes a number among a program's arguments for its text`() throws {
        let payload = try sent(#"{"aps":{"alert":{"loc-key":"%@ of %@","loc-args":[1,2.50]}}}"#)
        #expect(payload.content.body == "1 of 2.50")
        #expect(payload.warnings.map(\.keyPath) == ["aps.alert.loc-args[0]"])
    }

    @Test func `writes a program's JSON anew where others would not read it`() throws {
        let payload = try sent(#"{"aps":{"alert":"\ud83d","alert":"\ud83d\u0041"},"b":1,"b":2}"#)
        let expected = "{\"aps\":{\"alert\":\"\u{FFFD}A\"},\"b\":2}"
        #expect(String(decoding: payload.bytes, as: UTF8.self) == expected)
        #expect(payload.content.body == "\u{FFFD}A")
        #expect(payload.warnings.count == 4, "\(payload.warnings)")
        #expect(try PushPayload.reread(payload.bytes).root == payload.root)
        let many = "{" + (0..<500).map { "\"k\":\($0)" }.joined(separator: ",") + "}"
        // Those of the first ten, and that nothing is shown.
        #expect(try sent(many).warnings.count == 11)
        #expect(try sent(many).root == ["k": 499])
        #expect(throws: PayloadError.self) { try sent(#"{"aps":{"alert":"\ud83d\u00"}}"#) }
    }

    @Test(arguments: ["", "x", "[]", "null", #"{"aps":{},}"#, "{\"a\":\"\u{1}\"}"])
    func `refuses from a program what is no JSON, or no object`(_ text: String) {
        #expect(throws: PayloadError.self) { try sent(text) }
    }
}
