// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryEgress
import BelfryModel
@testable import BelfryReplay
import BelfryRuntime
import Testing

@Suite struct RedactionTests {
    /// What is taken out, and what is then nowhere in the file.
    static let redactions: [(name: String, secrets: [String])] = [
        ("payload:token", ["t0p"]),
        ("payload:aps.alert.title", [#"\"Ada\""#]),
        ("payload:aps.alert", [#"\"Ada\""#]),
        ("header:Authorization", ["Bearer", "secret"]),
        ("header:set-cookie", ["a=b"]),
        ("bodies", ["/wAB"]),
        ("files", [#""text" : "4""#]),
        ("center", [#""text" : "3""#]),
        ("texts", ["Hello", "a line"]),
    ]

    @Test(arguments: redactions)
    func `what is redacted is nowhere in the file`(_ name: String, _ secrets: [String]) throws {
        let before = String(decoding: try RecordingFile.serialized(.sample), as: UTF8.self)
        var recording = Recording.sample
        #expect(try recording.apply(try Redaction(name)) > 0)
        let bytes = try RecordingFile.serialized(recording)
        let after = String(decoding: bytes, as: UTF8.self)
        for secret in secrets {
            #expect(before.contains(secret), "\(secret)")
            #expect(!after.contains(secret), "\(secret)")
        }
        #expect(try RecordingFile.parse(bytes) == recording)
        #expect(recording.redactions == [name.lowercased()])
    }

    @Test func `a redacted value is redacted where it was used`() throws {
        var recording = Recording.sample
        recording.request.payload = #"{"aps":{"alert":"Hello Ada"}}"#
        recording.trace.exchanges[0].message = "Hello Ada is not listed"
        recording.result.attachments = [
            RunResult.Attachment(identifier: "of Hello Ada", error: "Hello Ada is not there")
        ]
        #expect(try recording.apply(try Redaction("payload:aps.alert")) == 6)
        #expect(recording.trace.exchanges[0].message == "[redacted] is not listed")
        #expect(recording.result.attachments.first?.identifier == "of [redacted]")
        #expect(recording.result.attachments.first?.error == "[redacted] is not there")
        #expect(recording.trace.calls[1].arguments == "1, [redacted]")
        #expect(recording.result.content?.object?["title"] == "[redacted]")
    }

    /// Ways in which an extension's use of a value is recorded: with it made safe to print, cut at the
    /// length that is kept of a call's arguments, a line at a time, and of a number its digits.
    static let uses: [(value: JSONValue, arguments: String, redacted: String)] = [
        ("your code\nis 4711", #"1, your code\nis 4711!"#, "1, [redacted]!"),
        ("your code\nis 4711", "is 4711", "[redacted]"),
        (
            .string(String(repeating: "0123456789", count: 40)),
            "1, > " + String(repeating: "0123456789", count: 24) + "01234",
            "1, > [redacted]"
        ),
        (123_456, "1, it is 123456", "1, it is [redacted]"),
        // Too short to tell from chance.
        (471, "1, 471 of 1471", "1, 471 of 1471"),
    ]

    @Test(arguments: uses)
    func `a redacted value is redacted in every form in which it was used`(
        _ value: JSONValue,
        _ arguments: String,
        _ redacted: String
    ) throws {
        var recording = Recording.sample
        var payload = JSONObject()
        payload["aps"] = ["alert": "Hello"]
        payload["secret"] = value
        recording.request.payload =
            String(decoding: JSONValue.object(payload).serialized(), as: UTF8.self)
        recording.trace.calls[1].arguments = arguments
        #expect(try recording.apply(try Redaction("payload:secret")) > 0)
        #expect(recording.trace.calls[1].arguments == redacted)
    }

    @Test func `a redacted value is redacted wherever else the payload has it`() throws {
        var recording = Recording.sample
        recording.request.payload = #"{"aps":{"alert":"It is t0p-1"},"token":"t0p-1"}"#
        #expect(try recording.apply(try Redaction("payload:token")) == 3)
        #expect(
            recording.request.payload
                == #"{"aps":{"alert":"It is [redacted]"},"token":"[redacted]"}"#
        )
    }

    @Test func `what is in a redacted value was taken out with it`() throws {
        var recording = Recording.sample
        _ = try recording.apply(try Redaction("payload:aps.alert"))
        let inner = try Redaction("payload:aps.alert.title")
        #expect(try recording.apply(inner) == 0)
        #expect(recording.isRedacted(inner))
        #expect(!recording.isRedacted(try Redaction("payload:aps")))
    }

    /// What is not there, and what is said of it.
    static let missing: [(name: String, says: String)] = [
        ("payload:aps.alert.titel", "did you mean payload:aps.alert.title?"),
        (
            "payload:nope.x",
            "the payload has no such value, and nothing is taken out; there are "
                + "payload:aps.alert.body, payload:aps.alert.title, payload:token"
        ),
        // One letter for another is no slip.
        ("payload:x", "there are payload:aps.alert.body"),
        ("header:Autorization", "did you mean header:authorization?"),
        (
            "header:x-none",
            "no request and no answer has such a field, and nothing is taken out; there are "
                + "header:accept, header:authorization, header:content-length, header:set-cookie"
        ),
    ]

    @Test(arguments: missing)
    func `what is not there is told of, and is not named as taken out`(
        _ name: String,
        _ says: String
    ) throws {
        var recording = Recording.sample
        let redaction = try Redaction(name)
        #expect(try recording.apply(redaction) == 0)
        #expect(recording == .sample)
        let message = redaction.missing(in: recording).message
        #expect(message.contains("--redact \(redaction.name): ") && message.contains(says))
    }

    @Test func `nothing is taken out of a recording that has none of it, or has it no more`() throws
    {
        var empty = Recording.sample
        empty.trace.exchanges = []
        empty.trace.folders = []
        empty.trace.questions = []
        for name in ["bodies", "files", "center", "header:cookie"] {
            #expect(try empty.apply(try Redaction(name)) == 0)
        }
        #expect(empty.redactions == [])
        for (name, _) in Self.redactions {
            var recording = Recording.sample
            _ = try recording.apply(try Redaction(name))
            let once = recording
            #expect(try recording.apply(try Redaction(name)) == 0, "\(name)")
            #expect(recording == once)
        }
    }

    /// What a replay cannot be without, and what is said of it.
    static let needed: [(name: String, says: String)] = [
        ("payload:aps", "the payload would be none (aps is the string \"[redacted]\""),
        ("payload:aps.badge", "the payload would be none (aps.badge is the string"),
        ("payload:aps.mutable-content", "the extension would not be called"),
    ]

    @Test(arguments: needed)
    func `nothing is taken out that a replay cannot be without`(
        _ name: String,
        _ says: String
    ) throws {
        var recording = Recording.sample
        recording.request.payload =
            #"{"aps":{"badge":3,"alert":"Hello","mutable-content":1},"a.b":"secret"}"#
        let before = recording
        let redaction = try Redaction(name)
        let error = #expect(throws: RecordingError.self) { try recording.apply(redaction) }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("such as payload:aps.alert") == true)
        #expect(recording == before)
        let payload = try PushPayload.parse(Array(before.request.payload.utf8))
        #expect(throws: RecordingError.self) { try redaction.check(payload) }
        #expect(throws: RecordingError.self) { try Redaction("payload:aps.alart").check(payload) }
        try Redaction("payload:aps.alert").check(payload)
        // A key with a point of its own.
        try Redaction("payload:a.b").check(payload)
    }

    @Test(arguments: ["", "body", "payload", "header", "bodies:all", "secrets"])
    func `a name of nothing is refused, and what there is named`(_ name: String) {
        let error = #expect(throws: RecordingError.self) { try Redaction(name) }
        #expect(error?.message.contains("payload:KEY.PATH, header:NAME, bodies") == true)
    }
}
