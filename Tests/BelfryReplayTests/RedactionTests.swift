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
        recording.apply(try Redaction(name))
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
        recording.apply(try Redaction("payload:aps.alert"))
        #expect(recording.trace.calls[1].arguments == "1, [redacted]")
        #expect(recording.result.content?.object?["title"] == "[redacted]")
    }

    @Test(arguments: ["", "body", "payload", "header", "bodies:all", "secrets"])
    func `a name of nothing is refused, and what there is named`(_ name: String) {
        let error = #expect(throws: RecordingError.self) { try Redaction(name) }
        #expect(error?.message.contains("payload:KEY.PATH, header:NAME, bodies") == true)
    }
}
