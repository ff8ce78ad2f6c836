// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryInlets

/// Messages in Gotify's form: JSON and both kinds of forms.
@Suite struct GotifyMessageTests {
    private static let multipart = "multipart/form-data; boundary=\"---x\""

    private func read(
        _ body: String,
        _ type: String? = "application/json",
        query: String? = nil
    ) throws -> GotifyMessage {
        let headers = type.map { [("Content-Type", $0)] } ?? []
        return try GotifyMessage(
            Array(body.utf8),
            InletFields(headers: headers.map { (name: $0.0, value: $0.1) }, query: query)
        )
    }

    private func part(_ head: String, _ value: String) -> String {
        "-----x\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(value)\r\n"
    }

    @Test func `reads JSON`() throws {
        let message = try read(
            #"{"title":"t","message":"m","priority":8,"extras":{"client::display":{"contentType":"text/markdown"}}}"#,
            "Application/JSON; charset=utf-8"
        )
        #expect(message.title == "t" && message.message == "m" && message.priority == 8)
        #expect(message.extras["client::display"] == ["contentType": "text/markdown"])
        #expect(try read(#"{"message":"m","title":null}"#).priority == 5)
    }

    @Test func `reads forms, and the query beside them`() throws {
        let form = "application/x-www-form-urlencoded"
        let message = try read("title=a+b&message=%C3%A4%26&priority=2", form)
        #expect(message.title == "a b" && message.message == "ä&" && message.priority == 2)
        #expect(try read("", nil, query: "message=q").message == "q")
        let parts =
            part("name=\"title\"", "a\r\nb") + part("name=message", "m")
            + part("name=\"priority\"", "9")
            + part("name=\"file\"; filename=\"x\"", "binary") + "-----x--\r\n"
        let multi = try read(parts, Self.multipart)
        #expect(multi.title == "a\r\nb" && multi.message == "m" && multi.priority == 9)
    }

    @Test(arguments: [
        ("", "application/json"), ("[]", "application/json"), ("{}", "application/json"),
        (#"{"message":""}"#, "application/json"), (#"{"message":1}"#, "application/json"),
        (#"{"message":"m","priority":"5"}"#, "application/json"),
        (#"{"message":"m","priority":1.5}"#, "application/json"),
        (#"{"message":"m","extras":[]}"#, "application/json"), ("message=m", "text/plain"),
        ("message=m&priority=x", "application/x-www-form-urlencoded"),
        ("message=%20", "application/x-www-form-urlencoded"), ("", multipart),
        ("-----x--", multipart),
        ("-----x\r\n\r\n-----x--", multipart), ("-----x", multipart),
        ("-----x\r\nContent-Disposition: form-data; name=message\r\n\r\nm", multipart),
        ("x", "multipart/form-data"), ("x", "multipart/form-data; boundary="),
    ])
    func `refuses what is no message`(_ body: String, _ type: String) {
        #expect { try read(body, type) } throws: { ($0 as? InletError)?.status == 400 }
    }

    @Test func `refuses a form of endless parts, and a text that is too long`() throws {
        let parts = String(repeating: part("name=\"message\"", "m"), count: 100) + "-----x--"
        #expect(throws: InletError.self) { try read(parts, Self.multipart) }
        let long = String(repeating: "a", count: 24 * 1024 + 1)
        #expect { try read(#"{"message":"\#(long)"}"#) } throws: {
            ($0 as? InletError)?.status == 413
        }
        #expect(try read(#"{"message":"\#(long.dropLast())"}"#).message.count == 24 * 1024)
    }

    @Test(arguments: [
        (-1, InterruptionLevel.passive, 0), (0, .passive, 0), (3, .passive, 0.25),
        (4, .active, 0.5),
        (7, .active, 0.5), (8, .active, 0.75), (10, .timeSensitive, 1), (99, .timeSensitive, 1),
    ])
    func `maps each priority`(
        _ priority: Int,
        _ level: InterruptionLevel,
        _ relevance: Double
    ) throws {
        let push = try read(#"{"message":"m","priority":\#(priority)}"#).push(topic: "alerts")
        let bytes = JSONValue.object(push.payload()).serialized()
        let payload = try PushPayload.parse(bytes, isStrict: true)
        #expect(payload.content.interruptionLevel == level)
        #expect(payload.content.relevanceScore == relevance)
        #expect(payload.content.title == "alerts" && payload.content.body == "m")
        #expect(payload.root["gotify"]?.object?["priority"] == .number(JSONNumber(priority)))
        #expect(payload.warnings.isEmpty)
    }
}
