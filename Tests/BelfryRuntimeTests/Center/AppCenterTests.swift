// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
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

    private static func add(_ request: NotificationRequest, to center: AppCenter) throws {
        _ = try center.answer(.add(request), DeviceState())
    }

    private static func answer(_ call: CenterCall, of center: AppCenter) throws -> String {
        text(try center.answer(call, DeviceState()).document)
    }

    /// The identifiers of what waits and of what was delivered.
    private static func names(in center: AppCenter) -> [[String]] {
        let contents = center.contents
        return [
            contents.pending.map(\.identifier), contents.delivered.map(\.request.identifier),
        ]
    }

    // MARK: Requests

    @Test func `a request with a trigger waits, one without is delivered`() throws {
        let center = AppCenter(of: "com.example")
        try Self.add(Self.request("later"), to: center)
        try Self.add(Self.request("now", nil), to: center)
        center.present(Self.request("shown", .push), at: 2.5)
        #expect(Self.names(in: center) == [["later"], ["now", "shown"]])
        #expect(
            try Self.answer(.delivered, of: center).hasSuffix(
                #"{"date":2.5,"request":{"identifier":"shown","content":{"title":"title"},"#
                    + #""trigger":{"kind":"push"}}}]"#
            )
        )
        #expect(
            try Self.answer(.pending, of: center)
                == #"[{"identifier":"later","content":{"title":"title"},"#
                + #""trigger":{"kind":"calendar","components":{"hour":9},"repeats":true}}]"#
        )
    }

    @Test func `an empty list is an array`() throws {
        #expect(try Self.answer(.pending, of: AppCenter(of: "com.example")) == "[]")
    }

    @Test func `a request replaces the one of its identifier, and comes last`() throws {
        let center = AppCenter(of: "com.example")
        for name in ["a", "b"] { try Self.add(Self.request(name), to: center) }
        try Self.add(Self.request("a", title: "new"), to: center)
        #expect(Self.names(in: center) == [["b", "a"], []])
        #expect(center.contents.pending.last?.content.title == "new")
        try Self.add(Self.request("a", nil), to: center)
        #expect(Self.names(in: center) == [["b"], ["a"]])
        try Self.add(Self.request("c", nil), to: center)
        try Self.add(Self.request("a", nil), to: center)
        #expect(Self.names(in: center) == [["b"], ["c", "a"]])
        center.present(Self.request("c", .push), at: 1)
        #expect(Self.names(in: center) == [["b"], ["a", "c"]])
    }

    /// Triggers that never fire.
    static let idleTriggers: [NotificationTrigger] = [
        .timeInterval(seconds: 0, repeats: false), .timeInterval(seconds: -1, repeats: false),
        .timeInterval(seconds: 59, repeats: true), .calendar(.init([:]), repeats: false), .push,
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
        let center = AppCenter(of: "com.example")
        expect(.notificationInvalidNoDate, center, .add(Self.request("a", trigger)))
        #expect(Self.names(in: center) == [[], []])
    }

    /// A search for a date can be long, and the centre belongs to the host's thread.
    @Test func `no date is looked for`() throws {
        let center = AppCenter(of: "com.example")
        let match = NotificationTrigger.DateMatch(["year": 2020])
        try Self.add(Self.request("past", .calendar(match, repeats: false)), to: center)
        let interval = NotificationTrigger.timeInterval(seconds: 0.001, repeats: false)
        try Self.add(Self.request("soon", interval), to: center)
        #expect(try center.center.nextWake() == nil)
        #expect(Self.names(in: center) == [["past", "soon"], []])
    }

    @Test func `a content with nothing in it has Apple's code`() throws {
        let center = AppCenter(of: "com.example")
        expect(.notificationInvalidNoContent, center, .add(Self.request("a", title: "")))
        for content in [
            NotificationContent(badge: 0), NotificationContent(sound: .default),
            NotificationContent(body: "b"),
        ] {
            try Self.add(NotificationRequest(identifier: "a", content: content), to: center)
        }
    }

    @Test func `past its limit a request is refused by name, and what is pending stays`() throws {
        let center = AppCenter(of: "com.example")
        let limit = CenterPolicy().pendingLimit
        for index in 0..<limit { try Self.add(Self.request("\(index)"), to: center) }
        do throws(CenterRefusal) {
            _ = try center.answer(.add(Self.request("one more")), DeviceState())
            Issue.record("it was added")
        } catch {
            #expect(error.status == .limit)
            #expect(error.description.contains(#"there is no room for "one more""#))
        }
        try Self.add(Self.request("3"), to: center)
        #expect(center.contents.pending.count == limit)
        let gone = try center.answer(
            .removePending(["3", "4", "unknown", "3"]),
            DeviceState()
        )
        #expect(gone.removed == ["4", "3"])
        try Self.add(Self.request("one more"), to: center)
        #expect(try center.answer(.removePending(nil), DeviceState()).removed.count == limit - 1)
        #expect(center.contents.pending.isEmpty)
    }

    @Test func `what is pending fits into one answer`() throws {
        let center = AppCenter(of: "com.example")
        let large = String(repeating: "x", count: 50_000)
        for name in ["a", "b"] { try Self.add(Self.request(name, title: large), to: center) }
        do throws(CenterRefusal) {
            _ = try center.answer(.add(Self.request("c", title: large)), DeviceState())
            Issue.record("it was added")
        } catch {
            #expect(error.status == .limit)
            #expect(error.description.hasPrefix(#"with "c" the pending requests would have"#))
        }
        try Self.add(Self.request("a", title: large + large.prefix(10_000)), to: center)
        #expect(Self.names(in: center) == [["b", "a"], []])
        #expect(try Self.answer(.pending, of: center).utf8.count <= AppCenter.listByteLimit + 128)
    }

    // MARK: Delivered notifications

    @Test func `the oldest of what is delivered go`() throws {
        let center = AppCenter(of: "com.example")
        let count = AppCenter.deliveredLimit + 3
        for index in 0..<count { center.present(Self.request("\(index)", nil), at: 0) }
        #expect(center.contents.delivered.count == AppCenter.deliveredLimit)
        #expect(center.contents.delivered.first?.request.identifier == "3")
        let large = String(repeating: "x", count: 100_000)
        for name in ["large", "as large"] {
            center.present(Self.request(name, title: large, nil), at: 0)
        }
        let kept = center.contents.delivered
        #expect(kept.last?.request.identifier == "as large")
        #expect(!kept.contains { $0.request.identifier == "large" })
        center.present(Self.request("too large", title: large + large, nil), at: 0)
        #expect(center.contents.delivered == kept)
        let gone = try center.answer(.removeDelivered(["as large"]), DeviceState())
        #expect(gone.removed == ["as large"])
    }

    /// A byte of a title, and how many it is written with.
    @Test(arguments: [("x", 1), ("\n", 2), ("\u{1}", 6)])
    func `one that fills an answer alone is listed, and a byte more is not`(
        byte: String,
        growth: Int
    ) throws {
        func list(titleByteCount: Int) throws -> Int {
            let center = AppCenter(of: "com.example")
            center.present(Self.request("small", nil), at: 0)
            let title = String(repeating: byte, count: titleByteCount)
            let rest = String(repeating: "x", count: room % growth)
            center.present(Self.request("large", title: title + rest, nil), at: 1)
            return try Self.answer(.delivered, of: center).utf8.count
        }
        let frame = #"[{"date":1,"request":{"identifier":"large","content":{"title":""}}}]"#
        let room = AppCenter.listByteLimit + 2 - frame.utf8.count
        #expect(try list(titleByteCount: room / growth) == AppCenter.listByteLimit + 2)
        #expect(try list(titleByteCount: room / growth + 1) < 200)
    }

    @Test func `a list leaves out what is too large for any answer`() {
        let large = [UInt8](repeating: 0x31, count: CenterReply.documentLimit)
        let reply = CenterReply(list: [[0x32], large, [0x33]])
        #expect(Self.text(reply.document) == "[2,3]")
    }

    @Test func `what an extension adds is listed where alerts are off`() throws {
        let center = AppCenter(of: "com.example")
        let quiet = DeviceState(alertsEnabled: false)
        _ = try center.answer(.add(Self.request("now", nil)), quiet)
        #expect(Self.names(in: center) == [[], ["now"]])
    }

    @Test func `what has nothing to show sets the badge alone`() {
        let center = AppCenter(of: "com.example")
        let content = NotificationContent(badge: 4)
        center.present(NotificationRequest(identifier: "a", content: content), at: 0)
        #expect(center.contents.badge == 4)
        #expect(center.contents.delivered.isEmpty)
        center.present(Self.request("b", nil), at: 0)
        #expect(center.contents.badge == 4)
    }

    @Test func `files are owned as long as a notification shows them`() {
        let center = AppCenter(of: "com.example")
        var request = Self.request("a", nil)
        request.content.attachments = [
            NotificationAttachment(
                identifier: "p",
                typeIdentifier: "public.png",
                url: "/store/p.png",
                byteCount: 1
            )
        ]
        center.present(request, at: 0)
        #expect(center.ownedFiles == ["/store/p.png"])
        center.present(Self.request("a", nil), at: 1)
        #expect(center.ownedFiles.isEmpty)
        center.present(request, at: 2)
        center.removeDelivered(["a"])
        #expect(center.ownedFiles.isEmpty)
    }

    @Test func `what ends leaves nothing in memory`() throws {
        let center = AppCenter(of: "com.example")
        for index in 0..<1_000 { center.present(Self.request("\(index % 3)", nil), at: 0) }
        for _ in 0..<100 { try Self.add(Self.request("now", nil), to: center) }
        _ = try center.answer(.removeDelivered(nil), DeviceState())
        _ = try center.answer(.removePending(nil), DeviceState())
        #expect(Self.names(in: center) == [[], []])
        let rows = try center.center.read { turn in
            try turn.transaction.size().entryCount
                + turn.transaction.events(after: 0, limit: .max).count
                + turn.transaction.tombstones(after: 0, limit: .max).count
        }
        #expect(rows == 0)
    }

    // MARK: Categories and badge

    @Test func `categories replace all that were there`() throws {
        let center = AppCenter(of: "com.example")
        for text in [#"[{"identifier":"a"}]"#, #"[{"identifier":"b"},{"identifier":"c"}]"#] {
            center.setCategories(try CenterCall.categories(in: Array(text.utf8)))
        }
        #expect(center.categories.map(\.identifier) == ["b", "c"])
    }

    @Test func `categories are bounded`() {
        let texts = (0...CategorySet.limit).map { #"{"identifier":"\#($0)"}"# }
        let document = Array("[\(texts.joined(separator: ","))]".utf8)
        #expect(throws: CenterRefusal.self) { try CenterCall.categories(in: document) }
    }

    @Test func `a format that is too long is cut, and the run's report says so`() throws {
        let document =
            #"[{"identifier":"a","categorySummaryFormat":"\#(String(repeating: "%@", count: 600))"}]"#
        let app = HostedApp(
            of: Manifest(identifier: "com.example.a", executable: "a", extensionPoint: .service),
            at: "/a.appex"
        )
        let center = RunCenter(CenterRegistry(), app, given: nil)
        var activity = CenterActivity()
        _ = try center.take(.setCategories(Array(document.utf8)), DeviceState(), &activity)
        let set = try #require(activity.categories?.first)
        #expect(set.categorySummaryFormat.utf8.count <= NotificationCategory.formatByteLimit)
        let problem =
            #"the category "a" has a categorySummaryFormat of 1200 bytes, more than the 1024 that it "#
            + "may have; it is cut"
        #expect(activity.problems == [problem])
        center.setCategories([set])
        #expect(center.category(of: NotificationContent(categoryIdentifier: "a")) == set)
    }

    @Test func `a badge is not negative`() throws {
        let center = AppCenter(of: "com.example")
        _ = try center.answer(.setBadge(3), DeviceState())
        expect(.badgeInputInvalid, center, .setBadge(-1))
        #expect(center.contents.badge == 3)
        _ = try center.answer(.setBadge(0), DeviceState())
        #expect(center.contents.badge == 0)
    }

    @Test func `an app that may not notify sets nothing, and is told`() throws {
        let center = AppCenter(of: "com.example")
        let denied = DeviceState(alertsEnabled: false, anyVisibleNotificationsEnabled: false)
        expect(.notificationsNotAllowed, center, .add(Self.request("a")), denied)
        expect(.notificationsNotAllowed, center, .setBadge(1), denied)
        let settings = Self.text(try center.answer(.settings, denied).document)
        #expect(settings.contains(#""authorizationStatus":"denied""#))
        #expect(settings.contains(#""alertStyle":"none""#))
        try Self.add(Self.request("a"), to: center)
        #expect(Self.names(in: center) == [["a"], []])
    }

    @Test func `a refusal is a document`() {
        let refusal = CenterRefusal(.badgeInputInvalid, "no")
        #expect(Self.text(refusal.document) == #"{"message":"no","code":1600}"#)
        #expect(Self.text(CenterRefusal(limit: "full").document) == #"{"message":"full"}"#)
    }

    private func expect(
        _ code: CenterRefusal.Code,
        _ center: AppCenter,
        _ call: CenterCall,
        _ user: DeviceState = DeviceState(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do throws(CenterRefusal) {
            _ = try center.answer(call, user)
            Issue.record("nothing was refused", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(error.status == .failed, sourceLocation: sourceLocation)
        }
    }
}
