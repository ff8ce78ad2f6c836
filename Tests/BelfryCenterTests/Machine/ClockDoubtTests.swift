// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// What is forgotten by age where the clock went far forward at once.
@Suite struct ClockDoubtTests {
    private static let day: Int64 = 86_400_000
    private static let everything: Set<String> = [
        "notification", "run", "line", "token", "event", "tombstone", "key",
    ]

    /// A centre with one of each kind of thing that goes for its age.
    private func makeFixture(_ kind: StoreKind) throws -> CenterFixture {
        let fixture = try CenterFixture(kind)
        var push = try PushArrival.alert(CenterFixture.app, "ended", title: "ended")
        push.token = "aa00"
        let arrival = push
        let delivery = PushDelivery(environment: .development, topic: CenterFixture.app)
        try fixture.center.perform { turn in
            _ = try turn.register(CenterFixture.app, for: .development, making: "aa00")
            _ = try turn.register(CenterFixture.app, for: .production, making: "bb00")
            _ = try turn.unregister(CenterFixture.app, from: .production, .expired)
            _ = try turn.receive(arrival, delivery, as: "line")
        }
        try fixture.center.pump()
        try fixture.complete()
        let gone = try fixture.push("gone")
        try fixture.center.pump()
        try fixture.center.perform { turn in
            try turn.removeDelivered(1)
            try turn.transaction.removeEntry(gone)
        }
        #expect(try left(fixture) == Self.everything)
        return fixture
    }

    /// What there still is when all is forgotten that goes now.
    private func left(_ fixture: CenterFixture) throws -> Set<String> {
        // The log is kept until its sinks have read it.
        try fixture.center.publish()
        repeat {} while try fixture.center.perform { try $0.prune() } > 0
        return try fixture.center.read { turn in
            let store = turn.transaction
            let key = "push/\(CenterFixture.app)/device/gone"
            let tombstones = try store.tombstones(after: 0, limit: .max)
            let kinds = [
                "notification": try store.entry(1) != nil,
                "run": try !store.runs(of: 1).isEmpty,
                "line": try store.pushRecord("line") != nil,
                "token": try store.deviceTokens(of: nil).contains { $0.ended != nil },
                "event": try store.events(after: 0, limit: .max).contains { $0.sequence == 1 },
                "tombstone": tombstones.contains { $0.reason == .removedByUser },
                "key": try store.sequence(ofKey: key) != nil,
            ]
            return Set(kinds.filter(\.value).keys)
        }
    }

    /// Sets the clock by some days, and looks.
    private func leap(_ days: Int64, _ fixture: CenterFixture) throws -> Set<String> {
        fixture.clock.set(fixture.clock.now + days * Self.day)
        try fixture.center.tick()
        return try left(fixture)
    }

    /// Lets time pass, and looks.
    private func wait(_ seconds: Int64, _ fixture: CenterFixture) throws -> Set<String> {
        try fixture.advance(seconds: Double(seconds))
        return try left(fixture)
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets nothing by age before a clock that was set far forward has gone for a day`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        #expect(try leap(70, fixture) == Self.everything)
        #expect(try wait(43_200, fixture) == Self.everything)
        try fixture.restart()
        #expect(try wait(43_199, fixture) == Self.everything)
        #expect(try wait(1, fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets by age at once after the clock was set by no more than a day`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        #expect(try wait(29 * 86_400 + 1, fixture) == Self.everything)
        #expect(try leap(1, fixture) == ["key", "token"])
        let doubted = try makeFixture(kind)
        #expect(try wait(29 * 86_400 + 1, doubted) == Self.everything)
        doubted.clock.set(doubted.clock.now + Self.day + 1)
        try doubted.center.tick()
        #expect(try left(doubted) == Self.everything)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps its history through every leap that is undone, and then forgets it in time`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        // Each of them has a whole day: one that was undone leaves nothing of its own.
        for _ in 1...3 {
            #expect(try leap(70, fixture) == Self.everything)
            #expect(try wait(86_340, fixture) == Self.everything)
            #expect(try leap(-70, fixture) == Self.everything)
        }
        #expect(try fixture.center.read { try $0.transaction.device() }.clockDoubt == nil)
        #expect(try wait(27 * 86_400, fixture) == Self.everything)
        #expect(try wait(86_400, fixture) == ["key", "token"])
    }

    @Test(arguments: StoreKind.allCases)
    func `goes by a clock that was put right after it was believed`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        #expect(try leap(40, fixture) == Self.everything)
        #expect(try wait(2 * 86_400, fixture) == ["key", "token"])
        #expect(try leap(-40, fixture) == ["key", "token"])
        let later = try fixture.push("later")
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeDelivered(later) }
        // The wrong clock's day ends later than this by the right one.
        _ = try wait(30 * 86_400 + 1, fixture)
        #expect(try fixture.entry(later) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `has a day for a leap that follows one which was believed`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        #expect(try leap(20, fixture) == Self.everything)
        #expect(try wait(2 * 86_400, fixture) == Self.everything)
        #expect(try leap(50, fixture) == Self.everything)
        #expect(try wait(86_399, fixture) == Self.everything)
        #expect(try wait(1, fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `begins no second day while one is going on`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        // Behind at each start, set by a time server soon, and on for two hours a week.
        for week in 1...12 {
            #expect(try leap(7, fixture) == Self.everything, "\(week)")
            #expect(try wait(week < 12 ? 7200 : 7199, fixture) == Self.everything, "\(week)")
            try fixture.restart()
        }
        #expect(try wait(1, fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets nothing by age on the day that follows a long time off`(_ kind: StoreKind) throws
    {
        let fixture = try makeFixture(kind)
        fixture.clock.advance(milliseconds: 70 * Self.day)
        try fixture.restart()
        #expect(try wait(43_200, fixture) == Self.everything)
        try fixture.restart()
        #expect(try wait(43_199, fixture) == Self.everything)
        #expect(try wait(1, fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets by age at the second of two starts that are long apart`(_ kind: StoreKind) throws
    {
        let fixture = try makeFixture(kind)
        fixture.clock.advance(milliseconds: 70 * Self.day)
        try fixture.restart()
        #expect(try wait(3600, fixture) == Self.everything)
        // Only what happens is in the log, by which the next start knows when the last one was.
        try fixture.push("later")
        try fixture.center.pump()
        #expect(try wait(3600, fixture) == Self.everything)
        fixture.clock.advance(milliseconds: 7 * Self.day)
        try fixture.restart()
        #expect(try left(fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps its history where the clock is wrong at each start and is put right`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        for _ in 1...4 {
            fixture.clock.set(fixture.clock.now + 70 * Self.day)
            try fixture.restart()
            #expect(try wait(60, fixture) == Self.everything)
            #expect(try leap(-70, fixture) == Self.everything)
            try fixture.push("another")
            #expect(try wait(86_400, fixture) == Self.everything)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps to its count while the clock is in doubt`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with { $0.retention.entryLimit = 1 }
        let fixture = try CenterFixture(kind, policy: policy)
        for name in ["one", "two"] { try fixture.push(name) }
        try fixture.center.pump()
        fixture.clock.set(fixture.clock.now + 40 * Self.day)
        try fixture.center.tick()
        #expect(try fixture.center.perform { try $0.prune() } == 1)
        #expect(try fixture.delivered() == ["two"])
    }
}
