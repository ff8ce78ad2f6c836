// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReplay
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
        #expect(try recording.apply(try Redaction("payload:aps.alert")) == 3)
        #expect(recording.trace.calls[1].arguments == "1, [redacted]")
        #expect(recording.result.content?.object?["title"] == "[redacted]")
    }

    /// What is not there, and what is said of it.
    static let missing: [(name: String, says: String)] = [
        ("payload:aps.alert.titel", "did you mean payload:aps.alert.title?"),
        ("payload:nope.x", "the payload has no such value"),
        ("header:Autorization", "did you mean header:authorization?"),
        ("header:x-none", "no request and no answer has such a field"),
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

    @Test(arguments: ["payload:aps", "payload:aps.mutable-content"])
    func `nothing is taken out that the extension would not be called without`(
        _ name: String
    ) throws {
        var recording = Recording.sample
        recording.request.payload = #"{"aps":{"alert":"Hello","mutable-content":1},"a.b":"secret"}"#
        let before = recording
        let redaction = try Redaction(name)
        let error = #expect(throws: RecordingError.self) { try recording.apply(redaction) }
        #expect(error?.message.contains("such as payload:aps.alert.body") == true)
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
