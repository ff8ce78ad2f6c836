// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct PayloadWarningTests {
    @Test(arguments: [
        (#"1"#, true, false), ("0", false, false), ("1.0", true, false), ("true", true, true),
        ("false", false, true), (#""1""#, true, true), (#""true""#, true, true),
        (#""0""#, false, true), (#""""#, false, true), ("2", false, true),
    ])
    func `takes what senders write for 1, and says what is no number`(
        value: String,
        isMutable: Bool,
        isOdd: Bool
    ) throws {
        let payload = try Fixtures.aps("{\"alert\": \"x\", \"mutable-content\": \(value)}")
        #expect(payload.isMutable == isMutable)
        #expect(payload.warnings.map(\.keyPath) == (isOdd ? ["aps.mutable-content"] : []))
    }

    @Test(arguments: [
        (#"{"alert": "x", "location": "Pier 3"}"#, "aps.location", #"beside "aps""#),
        (#"{"alert": "x", "mutable_content": 1}"#, "aps.mutable_content", #""mutable-content""#),
        (
            #"{"alert": "x", "contentAvailable": 1}"#, "aps.contentAvailable",
            #""content-available""#
        ),
        (#"{"title": "x"}"#, "aps.title", #"into "alert""#),
        (#"{"alert": {"body": "x", "sound": "a.wav"}}"#, "aps.alert.sound", #"up into "aps""#),
        (#"{"alert": {"body": "x", "titel": "y"}}"#, "aps.alert.titel", #""title""#),
        (
            #"{"alert": {"body": "x", "actions": [{"id": 1}]}}"#, "aps.alert.actions",
            #"beside "aps""#
        ),
        (#"{"alert": {"body": "x", "foo": 1}}"#, "aps.alert.foo", #"beside "aps""#),
        (#"{"alert": {"body": "x", "loc-args": ["a"]}}"#, "aps.alert.loc-args", "loc-key"),
        (#"{"alert": {"body": "x", "loc-key": "K"}}"#, "aps.alert.body", "keep one"),
        (#"{"interruption-level": "timeSensitive"}"#, "aps.interruption-level", "time-sensitive"),
        (#"{"interruption-level": "urgent"}"#, "aps.interruption-level", #""passive" or "active""#),
        (#"{"sound": ""}"#, "aps.sound", "default"),
        (#"{"sound": {"critical": 1}}"#, "aps.sound.name", "default"),
        (#"{"sound": {"name": "default", "volum": 1}}"#, "aps.sound.volum", #""volume""#),
        (#"{"sound": {"name": "a.wav", "critical": true}}"#, "aps.sound.critical", "write 1"),
        (#"{"content-state": {}}"#, "aps.content-state", "event"),
        (#"{}"#, "aps", "add"),
    ])
    func `says what is odd and what to write`(aps: String, keyPath: String, fix: String) throws {
        let payload = try Fixtures.aps(aps)
        #expect(payload.warnings.map(\.keyPath) == [keyPath])
        let warning = try #require(payload.warnings.first)
        #expect(warning.fix.contains(fix), "\(warning)")
        #expect(!warning.problem.isEmpty && !warning.effect.isEmpty)
    }

    @Test(arguments: [
        ("mutable-content", #""mutable-content""#), ("mutable_content", #""mutable-content""#),
        ("contentAvailable", #""content-available""#), ("alert", #""alert""#),
    ])
    func `sees a key of aps that stands beside it`(key: String, fix: String) throws {
        let text = "{\"aps\": {\"alert\": \"x\"}, \"\(key)\": 1}"
        let payload = try PushPayload.parse(Array(text.utf8))
        #expect(!payload.isMutable)
        #expect(payload.warnings.map(\.keyPath) == [key])
        #expect(payload.warnings.first?.fix.contains(fix) == true)
    }

    @Test func `passes over commas after last entries, and says where they are`() throws {
        let text =
            "{\"aps\": {\"alert\": {\"body\": \"x\",},\n\"mutable-content\": 1,}, \"a\": [1, ],}"
        let payload = try PushPayload.parse(Array(text.utf8))
        #expect(payload.isMutable && payload.content.body == "x")
        #expect(payload.root["a"] == [1])
        let places = payload.warnings.map(\.keyPath)
        #expect(
            places == [
                "line 1, column 31", "line 2, column 21", "line 2, column 32", "line 2, column 35",
            ]
        )
        #expect(payload.warnings.allSatisfy { $0.fix == "remove the comma" })
    }

    @Test func `leaves the app's own keys alone`() throws {
        let text = #"""
            {"aps": {"alert": "{message}", "url-args": []}, "category": "x", "latitude": "37",
             "json": "{\"a\": 1}", "flag": true, "WatchKit Simulator Actions": [{"title": "Open"}]}
            """#
        #expect(try PushPayload.parse(Array(text.utf8)).warnings.isEmpty)
    }

    @Test func `keeps controls of foreign keys out of its messages`() throws {
        let payload = try Fixtures.aps(#"{"alert": "x", "a\u001b[2J\nb": 1}"#)
        let text = try #require(payload.warnings.first).description
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
}
