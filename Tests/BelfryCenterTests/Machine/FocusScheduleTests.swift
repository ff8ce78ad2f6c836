// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Foundation
import Testing

/// Do Not Disturb by a schedule: when it goes on and off, and what the user does meanwhile.
@Suite struct FocusScheduleTests {
    private static let night = FocusSchedule(from: 22 * 60, to: 7 * 60)

    /// A time of a zone, as its clock shows it; of two the first.
    private static func time(_ text: String, _ zone: String) throws -> UnixTime {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: zone)
        format.dateFormat = "yyyy-MM-dd HH:mm"
        let date = try #require(format.date(from: text))
        let first = date - 3600
        let time = format.string(from: first) == text ? first : date
        return UnixTime(seconds: time.timeIntervalSince1970)
    }

    private func device(_ fixture: CenterFixture) throws -> VirtualDevice {
        try fixture.center.read { try $0.transaction.device() }
    }

    private func set(_ schedule: FocusSchedule?, in fixture: CenterFixture) throws {
        try fixture.center.perform { try $0.setFocusSchedule(schedule) }
    }

    /// The times at which a schedule switches from a time on, as the clock jumps from one to the next.
    private func switches(
        _ schedule: FocusSchedule,
        from start: UnixTime,
        in zone: String,
        _ count: Int
    ) throws -> [UnixTime] {
        let fixture = try CenterFixture(.memory)
        fixture.clock.timeZone = zone
        fixture.clock.set(start)
        try fixture.center.tick()
        try set(schedule, in: fixture)
        var times: [UnixTime] = []
        for _ in 0..<count {
            let next = try #require(try fixture.center.nextWake())
            let before = try device(fixture).focus
            fixture.clock.advance(milliseconds: next - fixture.clock.now)
            try fixture.center.tick()
            #expect(try (device(fixture).focus == nil) != (before == nil), "\(next.seconds)")
            times.append(next)
        }
        return times
    }

    @Test(arguments: StoreKind.allCases)
    func `goes on and off by the clock, over midnight and a restart, and says so`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try set(Self.night, in: fixture)
        #expect(try device(fixture).focus == nil)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 10 * 3_600_000)
        try fixture.restart()
        try fixture.advance(seconds: 10 * 3600 - 1)
        #expect(try device(fixture).focus == nil)
        try fixture.advance(seconds: 1)
        #expect(try device(fixture).focus?.name == "Do Not Disturb")
        // A notification of that time is held by it.
        let sequence = try fixture.push("at night")
        try fixture.center.pump()
        let rules = try #require(try fixture.entry(sequence)?.detail.presentation?.rules)
        #expect(rules.contains("focus"), "\(rules)")
        try fixture.restart()
        #expect(try device(fixture).focus?.name == "Do Not Disturb")
        try fixture.advance(seconds: 9 * 3600)
        #expect(try device(fixture).focus == nil)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 34 * 3_600_000)
        #expect(try fixture.events(.focusChanged).map(\.note) == ["Do Not Disturb", ""])
        try set(nil, in: fixture)
        #expect(try fixture.center.nextWake() == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `lets the user have the last word until the next switch`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try set(Self.night, in: fixture)
        try fixture.advance(seconds: 10 * 3600)
        // Turned off in the night it stays off, and goes on in the next.
        try fixture.center.perform { try $0.changeDevice { $0.focus = nil } }
        try fixture.advance(seconds: 3600)
        try fixture.restart()
        try fixture.center.tick()
        #expect(try device(fixture).focus == nil)
        try fixture.advance(seconds: 23 * 3600)
        #expect(try device(fixture).focus?.name == "Do Not Disturb")
        // Apps that it lets through come through in the next night too.
        try fixture.center.perform { try $0.changeDevice { $0.focus?.allowedApps = ["a"] } }
        try fixture.advance(seconds: 9 * 3600)
        // Turned on by day it stays on until it would have gone off.
        try fixture.center.perform {
            try $0.changeDevice {
                $0.focus = VirtualDevice.Focus(name: "Do Not Disturb", allowedApps: ["b"])
            }
        }
        try fixture.advance(seconds: 15 * 3600)
        #expect(try device(fixture).focus?.allowedApps == ["b"])
        try fixture.advance(seconds: 9 * 3600)
        #expect(try device(fixture).focus == nil)
        // Another Focus gives way to it, and is not ended by it.
        let work = VirtualDevice.Focus(name: "Work", allowedApps: [])
        try fixture.center.perform { try $0.changeDevice { $0.focus = work } }
        try fixture.advance(seconds: 15 * 3600)
        #expect(try device(fixture).focus?.allowedApps == ["b"])
        try fixture.center.perform { try $0.changeDevice { $0.focus = work } }
        try fixture.advance(seconds: 9 * 3600)
        #expect(try device(fixture).focus == work)
    }

    @Test func `goes on on the days that were chosen alone`() throws {
        // Friday noon; Friday's night and Sunday's.
        let schedule = FocusSchedule(from: 22 * 60, to: 7 * 60, weekdays: [6, 1])
        let times = try switches(schedule, from: CenterFixture.noon, in: "UTC", 5)
        let hours = times.map { ($0 - CenterFixture.noon) / 3_600_000 }
        #expect(hours == [10, 19, 58, 67, 178])
        // Within one day.
        let lunch = FocusSchedule(from: 12 * 60 + 30, to: 13 * 60, weekdays: [7])
        let minutes = try switches(lunch, from: CenterFixture.noon, in: "UTC", 3)
            .map { ($0 - CenterFixture.noon) / 60_000 }
        #expect(minutes == [1470, 1500, 11_550])
    }

    /// Hours on a day on which the clock is changed, and when they begin and end.
    struct Change: Sendable {
        let zone: String
        let start: String
        let hours: [Int]
        let expected: [String]

        static let all: [Change] = [
            // Put forward in the night: an hour less. Put back: an hour more.
            Change("Europe/Berlin", "2026-03-28", [22, 0, 7, 0], ["03-28 22:00", "03-29 07:00"]),
            Change("Europe/Berlin", "2026-10-24", [22, 0, 7, 0], ["10-24 22:00", "10-25 07:00"]),
            Change(
                "America/New_York",
                "2026-03-07",
                [22, 0, 7, 0],
                ["03-07 22:00", "03-08 07:00"]
            ),
            // From a time that there is not: as much later as the clock is put forward.
            Change("Europe/Berlin", "2026-03-28", [2, 30, 5, 0], ["03-29 03:30", "03-29 05:00"]),
            // Over a span that there is not: on the next day first.
            Change("Europe/Berlin", "2026-03-28", [2, 15, 3, 0], ["03-30 02:15", "03-30 03:00"]),
            // Half an hour is skipped.
            Change(
                "Australia/Lord_Howe",
                "2026-10-03",
                [1, 0, 5, 0],
                ["10-04 01:00", "10-04 05:00"]
            ),
            // Of two times the first counts.
            Change("Europe/Berlin", "2026-10-24", [2, 15, 2, 45], ["10-25 02:15", "10-25 02:45"]),
        ]

        init(_ zone: String, _ start: String, _ hours: [Int], _ expected: [String]) {
            self.zone = zone
            self.start = start
            self.hours = hours
            self.expected = expected
        }
    }

    @Test(arguments: Change.all)
    func `switches by the clock on the wall when that is changed`(_ change: Change) throws {
        let hours = change.hours
        let times = try switches(
            FocusSchedule(from: hours[0] * 60 + hours[1], to: hours[2] * 60 + hours[3]),
            from: Self.time("\(change.start) 12:00", change.zone),
            in: change.zone,
            2
        )
        let expected = try change.expected.map { try Self.time("2026-\($0)", change.zone) }
        #expect(times == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func `follows a clock that is set, another zone and a day without the daemon`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try set(Self.night, in: fixture)
        // It is night in Tokyo.
        fixture.clock.timeZone = "Asia/Tokyo"
        try fixture.advance(seconds: 3600)
        #expect(try device(fixture).focus != nil)
        fixture.clock.timeZone = "UTC"
        try fixture.center.tick()
        #expect(try device(fixture).focus == nil)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 10 * 3_600_000)
        // Set to the night, and back to the day.
        fixture.clock.set(CenterFixture.noon + 12 * 3_600_000)
        try fixture.center.tick()
        #expect(try device(fixture).focus != nil)
        fixture.clock.set(CenterFixture.noon)
        try fixture.center.tick()
        #expect(try device(fixture).focus == nil)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 10 * 3_600_000)
        // Two nights pass without a daemon: what counts is how it is now.
        let count = try fixture.events(.focusChanged).count
        fixture.clock.advance(milliseconds: 48 * 3_600_000)
        try fixture.restart()
        try fixture.center.tick()
        #expect(try device(fixture).focus == nil)
        #expect(try fixture.events(.focusChanged).count == count)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 58 * 3_600_000)
    }

    @Test func `is on at once in its hours, and keeps what is on without it`() throws {
        let fixture = try CenterFixture(.memory)
        let noon = FocusSchedule(from: 11 * 60, to: 13 * 60)
        try set(noon, in: fixture)
        #expect(try device(fixture).focus?.name == "Do Not Disturb")
        // Other hours, to which this one does not belong.
        try set(Self.night, in: fixture)
        #expect(try device(fixture).focus == nil)
        try set(noon, in: fixture)
        try set(nil, in: fixture)
        #expect(try device(fixture).focus?.name == "Do Not Disturb")
    }
}
