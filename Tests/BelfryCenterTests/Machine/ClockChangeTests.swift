// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Foundation
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

    /// A switch of a zone's clocks, and a time of day that they skip or show twice.
    struct Switch: CustomTestStringConvertible {
        let zone: String
        let time: [String: Int]

        /// Noon of the day before.
        let noon: String

        /// When the time of day comes in the 48 hours from then.
        let dates: [String]

        var testDescription: String { "\(zone) after \(noon)" }
    }

    static let switches = [
        Switch(
            zone: "Europe/Berlin",
            time: ["hour": 2, "minute": 30],
            noon: "2027-03-27T12:00:00+01:00",
            dates: ["2027-03-28T03:30:00+02:00", "2027-03-29T02:30:00+02:00"]
        ),
        Switch(
            zone: "Europe/Berlin",
            time: ["hour": 2, "minute": 30],
            noon: "2027-10-30T12:00:00+02:00",
            dates: ["2027-10-31T02:30:00+02:00", "2027-11-01T02:30:00+01:00"]
        ),
        Switch(
            zone: "America/New_York",
            time: ["hour": 2, "minute": 30],
            noon: "2027-03-13T12:00:00-05:00",
            dates: ["2027-03-14T03:30:00-04:00", "2027-03-15T02:30:00-04:00"]
        ),
        Switch(
            zone: "America/New_York",
            time: ["hour": 1, "minute": 30],
            noon: "2027-11-06T12:00:00-04:00",
            dates: ["2027-11-07T01:30:00-04:00", "2027-11-08T01:30:00-05:00"]
        ),
        Switch(
            zone: "Australia/Lord_Howe",
            time: ["hour": 2, "minute": 15],
            noon: "2027-10-02T12:00:00+10:30",
            dates: ["2027-10-03T02:45:00+11:00", "2027-10-04T02:15:00+11:00"]
        ),
        Switch(
            zone: "Australia/Lord_Howe",
            time: ["hour": 1, "minute": 45],
            noon: "2027-04-03T12:00:00+11:00",
            dates: ["2027-04-04T01:45:00+11:00", "2027-04-05T01:45:00+10:30"]
        ),
    ]

    private static func time(_ text: String) throws -> UnixTime {
        let date = try Date(text, strategy: Date.ISO8601FormatStyle())
        return UnixTime(seconds: date.timeIntervalSince1970)
    }

    @Test(arguments: StoreKind.allCases, switches)
    func `shows each date once over a switch of the clocks, and an interval by what has passed`(
        _ kind: StoreKind,
        _ row: Switch
    ) throws {
        let fixture = try CenterFixture(kind)
        let noon = try Self.time(row.noon)
        fixture.clock.set(noon)
        fixture.clock.timeZone = row.zone
        try fixture.center.tick()
        try fixture.add(.titled("daily", .calendar(.init(row.time), repeats: true)))
        try fixture.add(.titled("once", .calendar(.init(row.time), repeats: false)))
        try fixture.add(.titled("interval", .timeInterval(seconds: 86_400, repeats: true)))
        // What is due within half an hour is shown at its end.
        let dates = try row.dates.map { (try Self.time($0) - noon + 1_799_999) / 1_800_000 }
        for step in 1...Int64(96) {
            // Another process goes on after the first date, and once more in the middle.
            if step == dates[0] + 1 || step == 48 { try fixture.restart() }
            try fixture.advance(seconds: 1800)
        }
        var shown: [String: [Int64]] = [:]
        for event in try fixture.events(.presented) {
            let sequence = try #require(event.sequence)
            let entry = try #require(try fixture.entry(sequence))
            shown[entry.identifier, default: []].append((event.date - noon) / 1_800_000)
        }
        #expect(shown == ["daily": dates, "once": [dates[0]], "interval": [48, 96]])
        #expect(try fixture.events(.duplicate).isEmpty)
        #expect(try fixture.pending().sorted() == ["daily", "interval"])
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
