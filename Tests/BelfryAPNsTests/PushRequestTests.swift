// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

@testable import BelfryAPNs

/// What a request alone can be refused for, and what it comes to.
struct PushRequestTests {
    private static let token = String(repeating: "0a", count: 32)
    private static let identifier = RequestIdentifier(name: "apns-id", value: "id")
    private static let uuid = "123E4567-e89b-12d3-a456-426655440000"

    private func head(_ fields: [(String, String)]) -> Result<PushHead, PushRefusal> {
        let all = fields.map { (name: $0.0, value: $0.1) }
        return Result { () throws(PushRefusal) in
            try PushHead(deviceToken: Self.token, PushFields(all))
        }
    }

    private func reason(_ result: Result<PushHead, PushRefusal>) -> PushReason? {
        if case .failure(let refusal) = result { refusal.reason } else { nil }
    }

    // MARK: Path

    @Test func `reads the device token of a path, in lower case`() throws {
        let path = "/3/device/" + Self.token.uppercased()
        #expect(try PushPath.deviceToken("POST", path) == Self.token)
    }

    @Test(arguments: [
        ("POST", "/", PushReason.badPath), ("POST", "", .badPath),
        ("GET", "/2/device/aa", .badPath),
        ("POST", "/3/devices/aa", .badPath), ("GET", "/3/device/aa", .methodNotAllowed),
        ("PUT", "/3/device/", .methodNotAllowed), ("POST", "/3/device", .missingDeviceToken),
        ("POST", "/3/device/", .missingDeviceToken), ("POST", "/3/device/a", .badDeviceToken),
        ("POST", "/3/device/zz", .badDeviceToken), ("POST", "/3/device/aa/bb", .badDeviceToken),
        ("POST", "/3/device/aa?x", .badDeviceToken), ("POST", "/3/device/%61%61", .badDeviceToken),
        ("POST", "/3/device/" + String(repeating: "a", count: 202), .badDeviceToken),
    ])
    func `refuses other paths and methods`(
        _ method: String,
        _ path: String,
        _ reason: PushReason
    ) {
        let found = refusal { () throws(PushRefusal) in try PushPath.deviceToken(method, path) }
        #expect(found?.reason == reason)
    }

    // MARK: Headers

    @Test func `reads every header`() throws {
        let head = try head([
            ("apns-topic", "com.example.app.voip"), ("apns-push-type", "voip"),
            ("apns-id", Self.uuid), ("apns-expiration", "1800000000"), ("apns-priority", "5"),
            ("apns-collapse-id", "score"),
        ]).get()
        #expect(head.app == "com.example.app")
        #expect(head.type == .voip)
        #expect(head.identifier == Self.uuid.lowercased())
        #expect(head.expiration == 1_800_000_000)
        #expect(head.priority == .considerate)
        #expect(head.collapseIdentifier == "score")
    }

    @Test func `has defaults for what is missing`() throws {
        let plain = try head([("apns-topic", "com.example.app")]).get()
        #expect(plain.type == nil)
        #expect(plain.priority == nil)
        #expect(plain.expiration == nil)
        let silent = try head([
            ("apns-topic", "com.example.app"), ("apns-push-type", "background"),
        ]).get()
        #expect(silent.priority == nil)
        let call = try head([("apns-topic", "com.example.app.voip")]).get()
        #expect(call.type == .voip && call.app == "com.example.app")
    }

    @Test func `takes a topic's end for the app's own where the sender names no type`() throws {
        func whole(_ fields: [(String, String)], _ body: String) throws -> RemotePush? {
            let head = try head([("apns-topic", "com.acme.voip")] + fields).get()
            return try RemotePush(head, body: Array(body.utf8), identifier: Self.uuid)
                .toWholeTopic()
        }
        let alert = #"{"aps":{"alert":"x"}}"#
        let push = try #require(try whole([], alert))
        #expect(push.app == "com.acme.voip" && push.type == .alert)
        #expect(try whole([("apns-push-type", "voip")], alert) == nil)
        let large = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4096))"}}"#
        #expect(throws: PushRefusal.self) { try whole([], large) }
        let plain = try head([("apns-topic", "com.example.app")]).get()
        let other = try RemotePush(plain, body: Array(alert.utf8), identifier: Self.uuid)
        #expect(try other.toWholeTopic() == nil)
    }

    @Test(arguments: [
        ("apns-id", "", PushReason.badMessageID), ("apns-id", "7", .badMessageID),
        ("apns-id", "123e4567e89b12d3a456426655440000", .badMessageID),
        ("apns-id", "123e4567-e89b-12d3-a456-42665544000g", .badMessageID),
        ("apns-push-type", "", .invalidPushType), ("apns-push-type", "Alert", .invalidPushType),
        ("apns-expiration", "", .badExpirationDate), ("apns-expiration", "-1", .badExpirationDate),
        ("apns-expiration", "+1", .badExpirationDate),
        ("apns-expiration", "1.5", .badExpirationDate),
        ("apns-expiration", "99999999999999999999", .badExpirationDate),
        ("apns-priority", "", .badPriority), ("apns-priority", "7", .badPriority),
        ("apns-priority", "05", .badPriority), ("apns-collapse-id", "", .badCollapseID),
        ("apns-collapse-id", "caf\u{FFFD}", .badCollapseID),
        ("apns-collapse-id", "a\tb", .badCollapseID),
        ("apns-collapse-id", String(repeating: "é", count: 33), .badCollapseID),
    ])
    func `refuses a header that is wrong`(
        _ name: String,
        _ value: String,
        _ reason: PushReason
    ) {
        #expect(self.reason(head([("apns-topic", "com.example.app"), (name, value)])) == reason)
    }

    @Test(arguments: [
        (nil, "alert", PushReason.missingTopic), ("", "alert", .missingTopic),
        ("com.example app", "alert", .badTopic), ("com.exämple", "alert", .badTopic),
        (String(repeating: "a", count: 256), "alert", .badTopic),
        ("com.example.app", "voip", .topicDisallowed), (".voip", "voip", .topicDisallowed),
        ("com.example.app.voip", "complication", .topicDisallowed),
        ("com.example.app", "liveactivity", .topicDisallowed),
    ])
    func `refuses a topic that is missing, malformed, or of another type`(
        _ topic: String?,
        _ type: String,
        _ reason: PushReason
    ) {
        let fields = [("apns-push-type", type)] + (topic.map { [("apns-topic", $0)] } ?? [])
        #expect(self.reason(head(fields)) == reason)
    }

    @Test(arguments: PushType.allCases)
    func `takes the app from the topic of each push type`(_ type: PushType) throws {
        let head = try head([
            ("apns-topic", "com.example.app" + (type.topicSuffix ?? "")),
            ("apns-push-type", type.rawValue),
        ]).get()
        #expect(head.app == "com.example.app")
    }

    @Test func `refuses a background push at once, and none that waits`() {
        let fields = [("apns-topic", "com.example.app"), ("apns-push-type", "background")]
        #expect(reason(head(fields + [("apns-priority", "10")])) == .badPriority)
        #expect(reason(head(fields + [("apns-priority", "5")])) == nil)
        #expect(reason(head(fields + [("apns-priority", "1")])) == nil)
    }

    @Test func `refuses headers of APNs that are there twice`() {
        for name in ["apns-id", "apns-topic", "authorization", "apns-anything"] {
            let fields = PushFields([(name, "a"), ("content-length", "2"), (name, "a")])
            let found = refusal { () throws(PushRefusal) in try fields.checkDuplicates() }
            #expect(found?.reason == .duplicateHeaders)
        }
        let fields = PushFields([("accept", "a"), ("accept", "b"), ("apns-id", "a")])
        #expect(refusal { () throws(PushRefusal) in try fields.checkDuplicates() } == nil)
    }

    // MARK: Payload

    private func push(_ body: String, type: String = "alert") throws -> PushReason? {
        let suffix = PushType(rawValue: type)?.topicSuffix ?? ""
        let head = try head([("apns-topic", "app" + suffix), ("apns-push-type", type)]).get()
        return refusal { () throws(PushRefusal) in
            try RemotePush(head, body: Array(body.utf8), identifier: Self.uuid)
        }?.reason
    }

    @Test func `holds payloads to the limit of their type`() throws {
        func payload(_ byteCount: Int) -> String {
            let start = #"{"aps":{"alert":""#
            let end = #""}}"#
            let count = byteCount - start.utf8.count - end.utf8.count
            return start + String(repeating: "x", count: count) + end
        }
        #expect(try push(payload(4096)) == nil)
        #expect(try push(payload(4097)) == .payloadTooLarge)
        #expect(try push(payload(5120), type: "voip") == nil)
        #expect(try push(payload(5121), type: "voip") == .payloadTooLarge)
        #expect(try push(payload(4097), type: "location") == .payloadTooLarge)
    }

    @Test func `refuses a body that is not a payload`() throws {
        for body in [
            "", "x", "[]", "7", "null", #"{"aps":{"badge":1},}"#, #"{"aps":{"alert":"\ud83"}}"#,
            #"{"aps":{}} {}"#, "{\"aps\":{\"alert\":\"\u{1}\"}}",
        ] {
            #expect(try push(body) == .payloadEmpty, "\(body)")
        }
    }

    @Test func `takes a payload whose values are of other types than Apple documents`() throws {
        for body in [#"{"aps":7}"#, #"{"aps":null}"#, #"{"aps":{"alert":7,"badge":null}}"#] {
            #expect(try push(body) == nil, "\(body)")
        }
    }

    @Test func `takes payloads without aps`() throws {
        #expect(try push("{}") == nil)
        #expect(try push(#"{"container-identifier":"x"}"#, type: "fileprovider") == nil)
    }

    @Test func `finds the type of a push that names none`() throws {
        func type(_ body: String) throws -> PushType {
            let head = try head([("apns-topic", "app")]).get()
            return try RemotePush(head, body: Array(body.utf8), identifier: Self.uuid).type
        }
        #expect(try type(#"{"aps":{"content-available":1}}"#) == .background)
        #expect(try type(#"{"aps":{"content-available":1,"badge":1}}"#) == .alert)
        #expect(try type(#"{"aps":{"alert":"x"}}"#) == .alert)
    }

    @Test func `settles the priority by the type, whatever says that`() throws {
        let silent = #"{"aps":{"content-available":1}}"#
        let alert = #"{"aps":{"alert":"x"}}"#
        func push(
            _ body: String,
            _ fields: [(String, String)] = [],
            to topic: String = "com.example.app"
        ) throws -> RemotePush {
            let head = try head([("apns-topic", topic)] + fields).get()
            return try RemotePush(head, body: Array(body.utf8), identifier: Self.uuid)
        }
        #expect(try push(silent).priority == .considerate)
        #expect(try push(silent, [("apns-push-type", "background")]).priority == .considerate)
        #expect(try push(silent, [("apns-priority", "1")]).priority == .lowest)
        #expect(try push(alert).priority == .immediate)
        #expect(try push(alert, [("apns-priority", "5")]).priority == .considerate)
        let refused = #expect(throws: PushRefusal.self) {
            try push(silent, [("apns-priority", "10")])
        }
        #expect(refused?.reason == .badPriority)
        // The app whose identifier is the whole topic gets a push of another type.
        let topic = "com.acme.voip"
        let call = try push(silent, to: topic)
        #expect(call.type == .voip && call.priority == .immediate)
        let whole = try call.toWholeTopic()
        #expect(whole?.type == .background && whole?.priority == .considerate)
        let urgent = try push(silent, [("apns-priority", "10")], to: topic)
        #expect(urgent.priority == .immediate)
        #expect(throws: PushRefusal.self) { try urgent.toWholeTopic() }
        #expect(
            try push(alert, [("apns-priority", "10")], to: topic).toWholeTopic() != nil
        )
    }

    // MARK: Answers

    @Test func `has for channels the reasons that Apple has for them`() {
        let reasons = PushReason.allCases.filter(\.isOfChannels).map(\.rawValue)
        let expected = [
            "BadCertificate", "BadCertificateEnvironment", "BadChannelId", "BadExpirationDate",
            "BadMessageId", "BadPath", "BadPriority", "BadRequestParams", "BadRequestPayload",
            "CannotCreateChannelConfig", "ChannelNotRegistered", "ExpiredProviderToken",
            "FeatureNotEnabled", "InternalServerError", "InvalidProviderToken", "InvalidPushType",
            "MethodNotAllowed", "MissingChannelId", "MissingProviderToken", "MissingPushType",
            "PayloadEmpty", "PayloadTooLarge", "ServiceUnavailable", "Shutdown",
            "TooManyProviderTokenUpdates", "TooManyRequests", "TopicDisallowed", "TopicMismatch",
        ]
        #expect(reasons.sorted() == expected)
        let others = PushReason.allCases.filter { !$0.isOfChannels }
        for reason in [
            PushReason.duplicateHeaders, .badEnvironmentKeyID, .unrelatedKeyID, .idleTimeout,
        ] {
            #expect(others.contains(reason))
            #expect(PushRefusal(reason, "for a test").ofChannels.reason.isOfChannels)
        }
    }

    @Test func `answers with Apple's words, and the time with 410 alone`() throws {
        let refusal = PushRefusal(.unregistered, "gone", inactiveSince: 1_800_000_000_123)
        let answer = PushAnswer.refused(Self.identifier, refusal)
        #expect(answer.status == 410)
        let body = try #require(answer.body)
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"reason":"Unregistered","timestamp":1800000000123}"#
        )
        let bad = PushAnswer.refused(Self.identifier, PushRefusal(.badDeviceToken, "none"))
        #expect(bad.body == Array(#"{"reason":"BadDeviceToken"}"#.utf8))
        #expect(PushAnswer.accepted(Self.identifier, unique: nil).body == nil)
        for reason in PushReason.allCases where [403, 410].contains(reason.status) {
            let words = ["oken", "Unregistered", "Certificate", "TopicMismatch", "Forbidden"]
            #expect(words.contains { reason.rawValue.contains($0) })
        }
    }
}
