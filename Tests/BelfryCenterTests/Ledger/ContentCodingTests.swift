// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Foundation
import Testing

@Suite struct ContentCodingTests {
    /// A value that nests so deep, which is the deepest that anybody may send.
    private static func nested(_ depth: Int) -> JSONValue {
        (1..<depth).reduce(JSONValue.object(["end": true])) { value, _ in .object(["a": value]) }
    }

    private static let contents: [NotificationContent] = {
        var deep = NotificationContent()
        deep.userInfo = nested(JSONValue.maximumDepth).object ?? JSONObject()
        deep.communication = deep.userInfo
        var extreme = NotificationContent(badge: -1, relevanceScore: 75)
        extreme.sound = Sound(kind: .named, name: "a.caf", volume: 3)
        extreme.summaryArgumentCount = -4
        let rect = NotificationAttachment.ClippingRect(x: 0, y: 0, width: 1 + 1e-10, height: 1)
        extreme.attachments = (0..<17).map { number in
            NotificationAttachment(
                identifier: number == 0 ? "" : String(repeating: "i", count: 6000),
                typeIdentifier: "public.png",
                url: "/a.png",
                byteCount: 0,
                options: NotificationAttachment.Options(thumbnailClippingRect: rect)
            )
        }
        return [NotificationContent(), deep, extreme]
    }()

    @Test(arguments: contents)
    func `reads what it wrote, whatever the ranges are that others are held to`(
        content: NotificationContent
    ) throws {
        #expect(try ContentCoding.content(ContentCoding.encode(content)) == content)
        let shared = ContentCoding.encode(content, besides: content.userInfo)
        #expect(try ContentCoding.content(shared, besides: content.userInfo) == content)
        let request = NotificationRequest(identifier: "", content: content)
        var expected = request
        // A request that was not sent yet has no communication, which an extension adds.
        expected.content.communication = nil
        #expect(try ContentCoding.request(ContentCoding.encode(request)) == expected)
    }

    /// A notification's details with a value in each place.
    private static let detail: LedgerEntry.Detail = {
        var detail = LedgerEntry.Detail()
        detail.pushType = .alert
        detail.isMutable = true
        detail.isContentAvailable = true
        detail.isFromExtension = false
        detail.isAsked = true
        detail.isAnswered = true
        detail.expires = UnixTime(milliseconds: -1)
        detail.uniqueIdentifier = "u"
        detail.device = "d\u{e9} \"quoted\""
        detail.priority = 5
        detail.activityToken = "t"
        detail.channel = "c"
        detail.forwarded = UnixTime(milliseconds: 8)
        detail.storedUntil = UnixTime(milliseconds: 1)
        detail.due = UnixTime(milliseconds: 10)
        detail.isFeatured = true
        detail.isWanted = true
        detail.soundMilliseconds = 6
        detail.seeksSound = true
        detail.summary = UnixTime(milliseconds: 7)
        detail.late = LedgerEntry.Lateness(due: UnixTime(milliseconds: 2), missed: 3)
        detail.attempts = 4
        detail.interruptions = 5
        detail.verdict = RecordedVerdict(word: "w", reason: "r")
        detail.presentation = Presentation(surfaces: [.sound])
        detail.presentation?.sound = "a/b.caf"
        detail.presentation?.volume = 0.25
        detail.presentation?.rules = ["one", "two"]
        detail.reason = "because\n"
        detail.seen = UnixTime(milliseconds: .max)
        return detail
    }()

    private static func record(isFull: Bool) throws -> PushRecord {
        var push = try PushArrival.alert("com.example.app", "push")
        if isFull {
            push.collapseIdentifier = "c/d"
            push.payload = try PushPayload.parse(Array(#"{"aps":7}"#.utf8), isFromWire: true)
        }
        let delivery = PushDelivery(
            environment: .production,
            topic: "com.example.app",
            priority: 5,
            expiration: isFull ? 7 : nil
        )
        var record = PushRecord(
            push,
            delivery,
            device: "main",
            uniqueIdentifier: "unique",
            received: UnixTime(milliseconds: 9)
        )
        guard isFull else { return record }
        record.number = 3
        record.sequence = 4
        record.duplicates = 5
        for reason in [nil, PushRecord.Reason.offline] {
            let date = UnixTime(milliseconds: 6)
            record.note(PushRecord.Step(date: date, outcome: .stored, reason: reason))
        }
        return record
    }

    /// Each field has a value, as a field that is forgotten is one that is lost.
    @Test func `writes by hand what Foundation would, nothing left out`() throws {
        for child in Mirror(reflecting: Self.detail).children {
            let isEmpty =
                Mirror(reflecting: child.value).displayStyle == .optional
                && Mirror(reflecting: child.value).children.isEmpty
            #expect(!isEmpty, "the test gives \(child.label ?? "") no value")
        }
        try check(Self.detail)
        try check(LedgerEntry.Detail())
        try check(try Self.record(isFull: true))
        try check(try Self.record(isFull: false))
    }

    private func check<Value: StoredDocument & Equatable>(_ value: Value) throws {
        let text = ContentCoding.text(of: value)
        #expect(try ContentCoding.value(text) == value)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(text == String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
