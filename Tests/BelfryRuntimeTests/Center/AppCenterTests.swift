// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct AppCenterTests {
    private static let hour = NotificationTrigger.calendar(.init(["hour": 9]), repeats: true)

    private static func request(
        _ identifier: String,
        title: String = "title",
        _ trigger: NotificationTrigger? = hour
    ) -> NotificationRequest {
        NotificationRequest(
            identifier: identifier,
            content: NotificationContent(title: title),
            trigger: trigger
        )
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Requests

    @Test func `a request with a trigger waits, one without is delivered`() throws {
        var center = AppCenter()
        try center.add(Self.request("later"), at: 1)
        try center.add(Self.request("now", nil), at: 2.5)
        #expect(center.pending.entries.map(\.identifier) == ["later"])
        #expect(center.delivered.entries.map(\.identifier) == ["now"])
        #expect(
            Self.text(center.delivered.array)
                == #"[{"date":2.5,"request":{"identifier":"now","content":{"title":"title"}}}]"#
        )
        #expect(
            Self.text(center.pending.array)
                == #"[{"identifier":"later","content":{"title":"title"},"#
                + #""trigger":{"kind":"calendar","components":{"hour":9},"repeats":true}}]"#
        )
    }

    @Test func `an empty list is an array`() {
        #expect(Self.text(AppCenter().pending.array) == "[]")
    }

    @Test func `a request replaces the one of its identifier, and comes last`() throws {
        var center = AppCenter()
        for name in ["a", "b"] { try center.add(Self.request(name), at: 0) }
        try center.add(Self.request("a", title: "new"), at: 0)
        #expect(center.pending.entries.map(\.identifier) == ["b", "a"])
        #expect(center.pending.entries.last?.element.content.title == "new")
        try center.add(Self.request("a", nil), at: 0)
        #expect(center.pending.entries.map(\.identifier) == ["b"])
        try center.add(Self.request("c", nil), at: 1)
        try center.add(Self.request("a", nil), at: 2)
        #expect(center.delivered.entries.map(\.identifier) == ["c", "a"])
    }

    /// Triggers that never fire.
    static let idleTriggers: [NotificationTrigger] = [
        .timeInterval(seconds: 0, repeats: false), .timeInterval(seconds: -1, repeats: false),
        .timeInterval(seconds: 59, repeats: true), .calendar(.init([:]), repeats: false),
        .location(
            .init(
                identifier: "r",
                latitude: 0,
                longitude: 0,
                radius: 1,
                notifiesOnEntry: false,
                notifiesOnExit: false
            ),
            repeats: false
        ),
    ]

    @Test(arguments: idleTriggers)
    func `a trigger that never fires has Apple's code`(trigger: NotificationTrigger) {
        var center = AppCenter()
        expect(.notificationInvalidNoDate) { () throws(CenterRefusal) in
            try center.add(Self.request("a", trigger), at: 0)
        }
        #expect(center.pending.entries.isEmpty)
    }

    @Test func `a content with nothing in it has Apple's code`() throws {
        var center = AppCenter()
        expect(.notificationInvalidNoContent) { () throws(CenterRefusal) in
            try center.add(Self.request("a", title: ""), at: 0)
        }
        for content in [
            NotificationContent(badge: 0), NotificationContent(sound: .default),
            NotificationContent(body: "b"),
        ] {
            try center.add(NotificationRequest(identifier: "a", content: content), at: 0)
        }
    }

    @Test func `nobody but the host makes a push trigger`() {
        var center = AppCenter()
        #expect(throws: CenterRefusal.self) { try center.add(Self.request("a", .push), at: 0) }
    }

    @Test func `past its limit a request is refused by name, and what is pending stays`() throws {
        var center = AppCenter()
        for index in 0..<AppCenter.pendingLimit { try center.add(Self.request("\(index)"), at: 0) }
        do {
            try center.add(Self.request("one more"), at: 0)
            Issue.record("it was added")
        } catch {
            #expect(error.status == .limit)
            #expect(error.description.contains(#""one more" was not added"#))
        }
        try center.add(Self.request("3"), at: 0)
        #expect(center.pending.count == AppCenter.pendingLimit)
        #expect(center.removePending(["3", "4", "unknown", "3"]) == ["4", "3"])
        try center.add(Self.request("one more"), at: 0)
        #expect(center.removePending(nil).count == AppCenter.pendingLimit - 1)
        #expect(center.pending.byteCount == 0)
    }

    @Test func `what is pending fits into one answer`() throws {
        var center = AppCenter()
        let large = String(repeating: "x", count: 50_000)
        for name in ["a", "b"] { try center.add(Self.request(name, title: large), at: 0) }
        #expect(throws: CenterRefusal.self) {
            try center.add(Self.request("c", title: large), at: 0)
        }
        try center.add(Self.request("a", title: large + large.prefix(10_000)), at: 0)
        #expect(center.pending.entries.map(\.identifier) == ["b", "a"])
        #expect(center.pending.array.count <= AppCenter.listByteLimit + 128)
    }

    // MARK: Delivered notifications

    @Test func `the oldest of what is delivered go`() {
        var center = AppCenter()
        let count = AppCenter.deliveredLimit + 3
        for index in 0..<count { center.deliver(Self.request("\(index)", nil), at: 0) }
        #expect(center.delivered.count == AppCenter.deliveredLimit)
        #expect(center.delivered.entries.first?.identifier == "3")
        let large = String(repeating: "x", count: 100_000)
        center.deliver(Self.request("large", title: large, nil), at: 0)
        #expect(center.delivered.byteCount <= AppCenter.listByteLimit)
        #expect(center.delivered.entries.last?.identifier == "large")
        center.deliver(Self.request("too large", title: large + large, nil), at: 0)
        #expect(center.delivered.entries.last?.identifier == "large")
        #expect(center.removeDelivered(["large"]) == ["large"])
    }

    @Test func `what has nothing to show sets the badge alone`() {
        var center = AppCenter()
        let content = NotificationContent(badge: 4)
        center.deliver(NotificationRequest(identifier: "a", content: content), at: 0)
        #expect(center.badge == 4)
        #expect(center.delivered.entries.isEmpty)
        center.deliver(Self.request("b", nil), at: 0)
        #expect(center.badge == 4)
    }

    // MARK: Categories and badge

    @Test func `categories replace all that were there`() throws {
        var center = AppCenter()
        for text in [#"[{"identifier":"a"}]"#, #"[{"identifier":"b"},{"identifier":"c"}]"#] {
            center.setCategories(try AppCenter.categories(in: Array(text.utf8)))
        }
        #expect(center.categories.map(\.identifier) == ["b", "c"])
    }

    @Test func `categories are bounded`() {
        let texts = (0...AppCenter.categoryLimit).map { #"{"identifier":"\#($0)"}"# }
        let document = Array("[\(texts.joined(separator: ","))]".utf8)
        #expect(throws: CenterRefusal.self) { try AppCenter.categories(in: document) }
    }

    @Test func `a badge is not negative`() throws {
        var center = AppCenter()
        try center.setBadge(3)
        expect(.badgeInputInvalid) { () throws(CenterRefusal) in try center.setBadge(-1) }
        #expect(center.badge == 3)
        try center.setBadge(0)
        #expect(center.badge == 0)
    }

    @Test func `a refusal is a document`() {
        let refusal = CenterRefusal(.badgeInputInvalid, "no")
        #expect(Self.text(refusal.document) == #"{"message":"no","code":1600}"#)
        #expect(Self.text(CenterRefusal(limit: "full").document) == #"{"message":"full"}"#)
    }

    private func expect(
        _ code: CenterRefusal.Code,
        _ body: () throws(CenterRefusal) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do throws(CenterRefusal) {
            try body()
            Issue.record("nothing was refused", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(error.status == .failed, sourceLocation: sourceLocation)
        }
    }
}
