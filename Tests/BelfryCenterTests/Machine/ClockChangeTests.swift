// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct ClockChangeTests {
    @Test(arguments: StoreKind.allCases)
    func `keeps the length of an interval when the clock is set`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 180, repeats: false)))
        fixture.clock.set(fixture.clock.now + 3_600_000)
        try fixture.center.tick()
        #expect(try fixture.delivered().isEmpty)
        fixture.clock.set(fixture.clock.now + -7_200_000)
        try fixture.advance(seconds: 179)
        #expect(try fixture.delivered().isEmpty)
        try fixture.advance(seconds: 1)
        #expect(try fixture.delivered() == ["Local tea"])
    }

    @Test(arguments: StoreKind.allCases)
    func `shows a date once when the clock is put back behind it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("one", .calendar(.init(["hour": 13, "minute": 0]), repeats: true)))
        try fixture.advance(seconds: 3600)
        #expect(try fixture.events(.presented).count == 1)
        fixture.clock.set(CenterFixture.noon)
        try fixture.center.tick()
        #expect(try fixture.due("one") == CenterFixture.noon + 3_600_000)
        try fixture.advance(seconds: 3600)
        #expect(try fixture.events(.presented).count == 1)
        #expect(try fixture.events(.duplicate).count == 1)
        #expect(try fixture.due("one") == CenterFixture.noon + 90_000_000)
    }

    @Test(arguments: StoreKind.allCases)
    func `notices at its start that the clock was put back while it was down`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("nine", .calendar(.init(["hour": 9]), repeats: true)))
        fixture.clock.set(CenterFixture.noon + -3 * 86_400_000)
        try fixture.restart()
        #expect(try fixture.due("nine") == CenterFixture.noon + (-3 * 86_400_000 + 75_600_000))
    }

    @Test(arguments: StoreKind.allCases)
    func `follows the time zone of now, but for dates that name one`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("here", .calendar(.init(["hour": 18]), repeats: true)))
        let tokyo = NotificationTrigger.DateMatch(["hour": 18], timeZone: "Asia/Tokyo")
        try fixture.add(.titled("there", .calendar(tokyo, repeats: true)))
        fixture.clock.timeZone = "America/New_York"
        try fixture.center.tick()
        #expect(try fixture.due("here") == CenterFixture.noon + 10 * 3_600_000)
        #expect(try fixture.due("there") == CenterFixture.noon + 21 * 3_600_000)
    }

    @Test(arguments: StoreKind.allCases)
    func `counts a clock that was put back once, however often it starts`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 36_000, repeats: false)))
        fixture.clock.set(CenterFixture.noon + -3_600_000)
        for _ in 1...3 {
            try fixture.restart()
            #expect(try fixture.due("tea") == CenterFixture.noon + 9 * 3_600_000)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fires an interval again at a time that a clock which was put back shows twice`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 3600, repeats: true)))
        try fixture.advance(seconds: 3600)
        fixture.clock.set(fixture.clock.now + -3_600_000)
        try fixture.center.tick()
        try fixture.advance(seconds: 3600)
        #expect(try fixture.events(.presented).count == 2)
        #expect(try fixture.events(.duplicate).isEmpty)
        #expect(try fixture.pending() == ["tea"])
    }

    @Test(arguments: StoreKind.allCases)
    func `delivers what a wrong clock held back`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let year: Int64 = 365 * 86_400_000
        fixture.clock.set(CenterFixture.noon + year)
        try fixture.center.tick()
        try fixture.center.perform { turn in
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
        }
        try fixture.push("held")
        try fixture.center.pump()
        #expect(try fixture.delivered().isEmpty)
        fixture.clock.set(CenterFixture.noon)
        try fixture.center.tick()
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 6 * 3_600_000)
        // What is not to be held any more is shown.
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .disabled }
        }
        #expect(try fixture.delivered() == ["held"])
    }

    /// A centre whose summary of one o'clock holds a notification.
    private static func holding(_ kind: StoreKind) throws -> CenterFixture {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.changeDevice { $0.summaryMinutes = [13 * 60] }
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
        }
        try fixture.push("held")
        try fixture.center.pump()
        return fixture
    }

    @Test(arguments: StoreKind.allCases)
    func `what a summary has held is shown at its time, in whichever zone that comes`(
        _ kind: StoreKind
    ) throws {
        let fixture = try Self.holding(kind)
        #expect(try fixture.delivered().isEmpty)
        // The centre sleeps over one o'clock on the way to another zone, where the next one is in hours.
        fixture.clock.advance(milliseconds: 3_601_000)
        fixture.clock.timeZone = "Asia/Tokyo"
        try fixture.center.tick()
        #expect(try fixture.delivered() == ["held"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a change of what is held holds nothing that is due`(_ kind: StoreKind) throws {
        let fixture = try Self.holding(kind)
        fixture.clock.advance(milliseconds: 3_601_000)
        try fixture.center.perform { try $0.changeDevice { $0.summaryMinutes = [18 * 60] } }
        try fixture.center.tick()
        #expect(try fixture.delivered() == ["held"])
    }
}
