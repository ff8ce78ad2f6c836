// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

/// The way of a request through the tables that `bf_extension_main` leads to.
@Suite(.serialized) struct ServiceTests {
    private static let push = FakeHost.Content(
        texts: [
            1: "title", 3: "body", 10: "ping.caf",
            11: "{\"aps\":{\"badge\":4},\"image\":\"x.png\"}",
        ],
        integers: [0x100: 4, 0x101: 2, 0x102: 5, 0x103: 4],
        reals: [0x200: 0.5, 0x201: 0.25]
    )

    private func run(
        _ original: FakeHost.Content = push,
        _ script: @escaping ScriptedService.Script
    ) throws -> FakeHost.Content {
        ScriptedService.script.withLock { $0 = script }
        try Extension.started("ScriptedService", original: original).didReceive()
        return try #require(FakeHost.answers.last)
    }

    @Test func `shows the host's fields and says it was a push`() throws {
        try Extension.started("EchoService", original: Self.push).didReceive()
        let request = try #require(EchoService.last.withLock { $0 })
        #expect(request.identifier == "request-1")
        #expect(request.trigger is UNPushNotificationTrigger)
        let content = request.content
        #expect(content.title == "title" && content.body == "body" && content.subtitle.isEmpty)
        #expect(content.badge == 4 && content.interruptionLevel == .timeSensitive)
        #expect(content.summaryArgumentCount == 5 && content.relevanceScore == 0.5)
        let ping = UNNotificationSoundName("ping.caf")
        #expect(content.sound == .criticalSoundNamed(ping, withAudioVolume: 0.25))
        #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
        #expect((content.userInfo["aps"] as? [String: Any])?["badge"] as? Int == 4)
    }

    @Test(arguments: ["EchoService", "PlainService"])
    func `unchanged content is answered as the original, without a copy`(_ name: String) throws {
        try Extension.started(name, original: Self.push).didReceive()
        FakeHost.state.withLock {
            #expect($0.decisions == [0])
            #expect($0.copies.isEmpty && $0.changes.isEmpty && $0.log.isEmpty)
        }
    }

    @Test func `an unchanged mutable copy is the original too, even if its userInfo was read`()
        throws
    {
        _ = try run { content in
            #expect(content.userInfo["image"] as? String == "x.png")
            return content
        }
        #expect(FakeHost.state.withLock { $0.decisions } == [0])
    }

    @Test func `only what changed is set`() throws {
        let answer = try run { content in
            content.title = "\(content.title) [edited]"
            return content
        }
        #expect(answer.texts[1] == "title [edited]" && answer.texts[3] == "body")
        #expect(FakeHost.state.withLock { $0.changes } == ["set_text 1"])
    }

    @Test func `every field reaches the host`() throws {
        let answer = try run(FakeHost.Content()) { content in
            content.title = "1"
            content.subtitle = "2"
            content.body = "3"
            content.categoryIdentifier = "4"
            content.threadIdentifier = "5"
            content.targetContentIdentifier = "6"
            content.launchImageName = "7"
            content.summaryArgument = "8"
            content.filterCriteria = "9"
            content.sound = .criticalSoundNamed(UNNotificationSoundName("10"), withAudioVolume: 0.5)
            content.userInfo = ["k": "v"]
            content.badge = 0
            content.interruptionLevel = .critical
            content.summaryArgumentCount = 2
            content.relevanceScore = 1
            return content
        }
        for key in bf_key(1)...10 { #expect(answer.texts[key] == String(key)) }
        #expect(answer.texts[11] == "{\"k\":\"v\"}")
        #expect(answer.integers == [0x100: 0, 0x101: 3, 0x102: 2, 0x103: 4])
        #expect(answer.reals == [0x200: 1, 0x201: 0.5])
    }

    @Test func `empty content clears what was there`() throws {
        let answer = try run { _ in UNNotificationContent() }
        #expect(answer.texts == [1: "", 3: "", 10: "", 11: "{}"])
        #expect(answer.integers == [0x101: 1, 0x102: 1, 0x103: 0])
        #expect(answer.reals == [0x200: 0])
    }

    @Test func `attachments are handed over with their options`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.png", Signature.png)
        let path = file.path
        let answer = try run { content in
            let options: [AnyHashable: Any] = [
                UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
                UNNotificationAttachmentOptionsThumbnailClippingRectKey: CGRect(
                    x: 0,
                    y: 0.25,
                    width: 1,
                    height: 0.5
                ),
                UNNotificationAttachmentOptionsThumbnailTimeKey: 3,
            ]
            let plain = try? UNNotificationAttachment(identifier: "plain", url: file)
            let rich = try? UNNotificationAttachment(identifier: "é", url: file, options: options)
            content.attachments = [plain, rich].compactMap { $0 }
            return content
        }
        let type = "public.png"
        #expect(
            answer.attachments == [
                FakeHost.Attachment(
                    identifier: "plain",
                    path: path,
                    type: type,
                    flags: 0,
                    clipping: [0, 0, 0, 0],
                    time: 0
                ),
                FakeHost.Attachment(
                    identifier: "é",
                    path: path,
                    type: type,
                    flags: 7,
                    clipping: [0, 0.25, 1, 0.5],
                    time: 3
                ),
            ]
        )
        #expect(FakeHost.state.withLock { $0.changes } == ["detach_all", "attach", "attach"])
    }

    @Test func `a second and a late answer reach the host`() throws {
        try Extension.started("WaitingService", original: Self.push).didReceive()
        let handler = try #require(WaitingService.escaped.withLock { $0 })
        let content = UNMutableNotificationContent()
        for title in ["first", "second", "late"] {
            content.title = title
            handler(content)
        }
        #expect(FakeHost.answers.count == 3)
        #expect(FakeHost.answers.first?.texts[1] == "first")
        #expect(FakeHost.state.withLock { $0.copies.count } == 1)
    }

    @Test func `the best attempt is answered when time is nearly up`() throws {
        let started = try Extension.started("WaitingService", original: Self.push)
        started.didReceive()
        #expect(FakeHost.answers.isEmpty)
        started.willExpire()
        #expect(FakeHost.answers.map { $0.texts[1] } == ["best attempt"])
        started.willExpire()
        #expect(FakeHost.answers.count == 1)
    }

    @Test func `who observes a property hears after the callback, and before the answer`() throws {
        ObservingService.heard.withLock { $0 = [] }
        ObservingService.named.withLock { $0 = [] }
        let started = try Extension.started("ObservingService", original: Self.push)
        started.didReceive()
        #expect(ObservingService.heard.withLock { $0 } == [6])
        started.willExpire()
        #expect(ObservingService.heard.withLock { $0 } == [6, 7])
        #expect(ObservingService.named.withLock { $0 } == ["count 6", "count 7"])
        #expect(FakeHost.answers.map { $0.texts[3] } == ["heard 7"])
    }

    @Test func `each request has an instance of its own until it is answered`() throws {
        let started = try Extension.started("WaitingService", original: Self.push)
        let made = WaitingService.made.withLock { $0 }
        let alive = WaitingService.alive.withLock { $0 }
        started.didReceive()
        #expect(WaitingService.made.withLock { $0 } == made + 1)
        #expect(WaitingService.alive.withLock { $0 } == alive + 1)
        started.willExpire()
        #expect(WaitingService.alive.withLock { $0 } == alive)
        started.didReceive()
        #expect(WaitingService.made.withLock { $0 } == made + 2)
        started.willExpire()
    }

    @Test(.timeLimit(.minutes(1)))
    func `an answer from a task arrives`() async throws {
        let decisions = FakeHost.decisions()
        try Extension.started("AsyncService", original: Self.push).didReceive()
        for await _ in decisions { break }
        #expect(FakeHost.answers.map { $0.texts[1] } == ["from a task"])
    }
}
