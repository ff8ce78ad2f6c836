// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

@Suite struct RequestTests {
    @Test(arguments: StoreKind.allCases)
    func `delivers a request without a trigger at once`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("now"))
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["Local now"])
        #expect(try fixture.entry(1)?.detail.verdict == .engine(.notCalled(.notRemote)))
    }

    @Test(arguments: StoreKind.allCases)
    func `runs the extension on local notifications where the app switched it on`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind) { $0.modifiesLocal = true }
        try fixture.add(.titled("now"))
        try fixture.center.pump()
        try fixture.complete(title: "changed")
        #expect(try fixture.delivered() == ["changed"])
    }

    @Test(arguments: StoreKind.allCases)
    func `asks no extension about what an extension added, now or later`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind) { $0.modifiesLocal = true }
        let requests: [NotificationRequest] = [
            .titled("now"), .titled("later", .timeInterval(seconds: 60, repeats: false)),
        ]
        try fixture.center.perform {
            try $0.add(requests, for: CenterFixture.app, isFromExtension: true)
        }
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered() == ["Local now", "Local later"])
        for sequence in 1...2 {
            #expect(try fixture.entry(sequence)?.detail.verdict == .center(.fromExtension))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fires an interval once when it is over`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 180, repeats: false)))
        try fixture.advance(seconds: 179)
        #expect(try fixture.delivered().isEmpty)
        try fixture.advance(seconds: 1)
        #expect(try fixture.delivered() == ["Local tea"])
        #expect(try fixture.pending().isEmpty)
        #expect(try fixture.buried() == [.fired])
        #expect(try fixture.entry(1)?.detail.late == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `replaces the pending request of the same identifier`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 60, repeats: false)))
        try fixture.add(.titled("tea", .timeInterval(seconds: 120, repeats: false)))
        #expect(try fixture.pending() == ["tea"])
        #expect(try fixture.due("tea") == CenterFixture.noon + 120_000)
        #expect(try fixture.buried() == [.replaced])
    }

    @Test(arguments: StoreKind.allCases)
    func `names every request beyond the limit, and adds none`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.pendingLimit = 2 })
        let requests = ["a", "b", "c", "d"].map {
            NotificationRequest.titled($0, .timeInterval(seconds: 60, repeats: false))
        }
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { try $0.add(requests, for: CenterFixture.app) }
        }
        #expect(error.code == .limit)
        #expect(error.message.contains("no room for \"c\", \"d\""))
        #expect(try fixture.pending().isEmpty)
    }

    @Test(
        arguments: [
            NotificationTrigger.timeInterval(seconds: 0, repeats: false),
            .timeInterval(seconds: 59, repeats: true), .calendar(.init([:]), repeats: false),
            .calendar(.init(["year": 2020]), repeats: false), .push,
        ]
    )
    func `refuses a trigger that cannot fire`(_ trigger: NotificationTrigger) throws {
        let fixture = try CenterFixture(.memory)
        let error = try #require(throws: CenterError.self) {
            try fixture.add(.titled("never", trigger))
        }
        #expect(error.code == .noDate)
    }

    @Test func `refuses a request that shows nothing`() throws {
        let fixture = try CenterFixture(.memory)
        let empty = NotificationRequest(identifier: "empty", content: NotificationContent())
        let error = try #require(throws: CenterError.self) { try fixture.add(empty) }
        #expect(error.code == .noContent)
    }

    @Test(arguments: StoreKind.allCases)
    func `delivers what was missed while down once, late, and says so`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("hourly", .timeInterval(seconds: 3600, repeats: true)))
        fixture.clock.advance(milliseconds: 10_000_000)
        try fixture.restart()
        try fixture.center.tick()
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["Local hourly"])
        let late = try #require(try fixture.entry(1)?.detail.late)
        #expect(late.due == CenterFixture.noon + 3_600_000)
        #expect(late.missed == 2)
        #expect(try fixture.due("hourly") == CenterFixture.noon + 3 * 3_600_000)
    }

    @Test(arguments: StoreKind.allCases, [[true, false], [false, true], [true, true]])
    func `fires a region when its border is crossed, and not for being inside`(
        _ kind: StoreKind,
        _ notifies: [Bool]
    ) throws {
        let (onEntry, onExit) = (notifies[0], notifies[1])
        let fixture = try CenterFixture(kind)
        let home = NotificationTrigger.Region(
            identifier: "home",
            latitude: 48.137,
            longitude: 11.575,
            radius: 200,
            notifiesOnEntry: onEntry,
            notifiesOnExit: onExit
        )
        try fixture.add(.titled("home", .location(home, repeats: true)))
        let inside = VirtualDevice.Position(latitude: 48.1371, longitude: 11.5751)
        let outside = VirtualDevice.Position(latitude: 48.2, longitude: 11.6)
        var counts: [Int] = []
        for position in [inside, outside, outside, inside, inside] {
            try fixture.center.perform { try $0.move(to: position) }
            try fixture.center.pump()
            counts.append(try fixture.events(.presented).count)
        }
        let left = onExit ? 1 : 0
        let entered = left + (onEntry ? 1 : 0)
        #expect(counts == [0, left, left, entered, entered])
        #expect(try fixture.pending() == ["home"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps every field of a request that waits`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        var content = NotificationContent(title: "T", subtitle: "S", body: "B", badge: 4)
        content.sound = Sound(kind: .named, name: "ping.wav")
        content.categoryIdentifier = "c"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.userInfo = ["key": ["nested": 1]]
        let trigger = NotificationTrigger.calendar(
            .init(["hour": 9], timeZone: "Asia/Tokyo"),
            repeats: true
        )
        let request = NotificationRequest(identifier: "all", content: content, trigger: trigger)
        try fixture.add(request)
        let kept = try fixture.center.read {
            try $0.transaction.request("all", of: CenterFixture.app)
        }
        #expect(kept?.request == request)
    }
}
