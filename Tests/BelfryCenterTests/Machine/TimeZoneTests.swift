// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Dates while the user's time zone changes: at noon UTC it is 8:00 in New York, and 20:00 in Shanghai.
@Suite struct TimeZoneTests {
    private static let hour: Int64 = 3_600_000
    private static let noon = CenterFixture.noon

    /// When it is 9:30 in New York, which each date of ``dates`` names.
    private static let inNewYork = noon + hour * 3 / 2

    /// 9:30: on a day of a year, on a day of each year, and daily.
    private static let dates: [(name: String, components: [String: Int], repeats: Bool)] = [
        ("dated", ["year": 2026, "month": 3, "day": 20, "hour": 9, "minute": 30], false),
        ("yearless", ["month": 3, "day": 20, "hour": 9, "minute": 30], false),
        ("daily", ["hour": 9, "minute": 30], true),
    ]
    private static let names = dates.map(\.name)

    /// Makes a centre in New York that has been asked for the dates.
    private static func inNewYork(_ kind: StoreKind) throws -> CenterFixture {
        let fixture = try CenterFixture(kind)
        try go(to: "America/New_York", fixture)
        for date in dates {
            let trigger = NotificationTrigger.calendar(
                .init(date.components),
                repeats: date.repeats
            )
            try fixture.add(.titled(date.name, trigger))
        }
        try expect(inNewYork, fixture)
        return fixture
    }

    private static func go(to zone: String, _ fixture: CenterFixture) throws {
        fixture.clock.timeZone = zone
        try fixture.center.tick()
    }

    /// Expects that each request waits, for one time.
    private static func expect(
        _ due: UnixTime,
        _ fixture: CenterFixture,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        for name in names {
            #expect(try fixture.due(name) == due, "\(name)", sourceLocation: location)
        }
        #expect(try fixture.buried().isEmpty, sourceLocation: location)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps dates that a zone passes over which is there for a moment`(
        _ kind: StoreKind
    ) throws {
        let fixture = try Self.inNewYork(kind)
        try Self.go(to: "Asia/Shanghai", fixture)
        try fixture.advance(seconds: 59)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.pending() == Self.names)
        try Self.go(to: "America/New_York", fixture)
        try Self.expect(Self.inNewYork, fixture)
        try fixture.advance(seconds: 5340)
        #expect(try fixture.delivered().isEmpty)
        try fixture.advance(seconds: 1)
        #expect(try fixture.delivered().sorted() == Self.names.sorted().map { "Local \($0)" })
        #expect(try fixture.entry(1)?.detail.late == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `fires late what a flight east passes over, once, and goes on by the rule`(
        _ kind: StoreKind
    ) throws {
        let fixture = try Self.inNewYork(kind)
        try Self.go(to: "Asia/Shanghai", fixture)
        try Self.expect(Self.noon + 60_000, fixture)
        // The process may end meanwhile.
        try fixture.restart()
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered().sorted() == Self.names.sorted().map { "Local \($0)" })
        let passed = Self.noon + -Self.hour * 21 / 2
        for sequence in 1...3 {
            let late = try fixture.entry(sequence)?.detail.late
            #expect(late == LedgerEntry.Lateness(due: passed, missed: 1))
        }
        #expect(try fixture.pending() == ["daily"])
        #expect(try fixture.due("daily") == passed + 24 * Self.hour)
        #expect(try fixture.buried() == [.fired, .fired])
        try fixture.advance(seconds: 13 * 3600)
        #expect(try fixture.events(.presented).count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds a date again after several zones that passed over it`(_ kind: StoreKind) throws {
        let fixture = try Self.inNewYork(kind)
        // 12:00, 20:00 and 11:00: the first minute counts for all of them.
        for zone in ["Europe/London", "Asia/Shanghai", "Atlantic/Azores"] {
            try Self.go(to: zone, fixture)
            try Self.expect(Self.noon + 60_000, fixture)
            try fixture.advance(seconds: 10)
        }
        // It is 5:00 there.
        try Self.go(to: "America/Los_Angeles", fixture)
        try Self.expect(Self.noon + 9 * Self.hour / 2, fixture)
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps dates where the clock is set together with the zone`(_ kind: StoreKind) throws {
        let fixture = try Self.inNewYork(kind)
        fixture.clock.set(Self.noon + -Self.hour)
        try Self.go(to: "Asia/Shanghai", fixture)
        try Self.expect(Self.noon + (60_000 - Self.hour), fixture)
        fixture.clock.set(Self.noon)
        try fixture.center.tick()
        try Self.expect(Self.noon + 60_000, fixture)
        try Self.go(to: "America/New_York", fixture)
        try Self.expect(Self.inNewYork, fixture)
    }

    @Test(arguments: StoreKind.allCases)
    func `waits for a date once the clock is put back before it, in a zone that passed over it`(
        _ kind: StoreKind
    ) throws {
        let fixture = try Self.inNewYork(kind)
        try Self.go(to: "Asia/Shanghai", fixture)
        fixture.clock.set(Self.noon + -Self.hour * 12)
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered().isEmpty)
        try Self.expect(Self.noon + -Self.hour * 21 / 2, fixture)
        try fixture.advance(seconds: 5340)
        #expect(try fixture.delivered().count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves what comes each minute or hour as it is`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("a", .calendar(.init(["second": 30]), repeats: true)))
        try fixture.add(.titled("b", .calendar(.init(["minute": 40]), repeats: true)))
        for zone in ["Asia/Shanghai", "America/New_York"] {
            try Self.go(to: zone, fixture)
            #expect(try fixture.due("a") == Self.noon + 30_000)
            #expect(try fixture.due("b") == Self.noon + 2_400_000)
        }
    }
}
