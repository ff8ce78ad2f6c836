// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// App Clips that may notify for eight hours after each launch without asking.
@Suite struct EphemeralAuthorizationTests {
    private static let hours = 8.0 * 3600

    private func makeFixture(_ kind: StoreKind) throws -> CenterFixture {
        try CenterFixture(kind, isAllowed: false) { $0.isEphemeral = true }
    }

    private func launch(_ tick: UInt64, boot: String = "boot", in fixture: CenterFixture) throws {
        let moment = Authorization.Launch.Moment(boot: boot, tick: tick)
        try fixture.center.perform { try $0.noteLaunch(of: CenterFixture.app, moment) }
    }

    private func status(in fixture: CenterFixture) throws -> Authorization.Status {
        try fixture.center.read { try $0.app(CenterFixture.app).authorization.status(at: $0.now) }
    }

    @Test(arguments: StoreKind.allCases)
    func `may notify for eight hours after each launch`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        #expect(try status(in: fixture) == .notDetermined)
        #expect(throws: CenterError.self) { try fixture.add(.titled("early")) }
        try launch(1, in: fixture)
        #expect(try status(in: fixture) == .ephemeral)
        try fixture.add(.titled("local"))
        let first = try fixture.push("first")
        try fixture.center.perform { try $0.setBadge(1, askedBy: CenterFixture.app) }
        try fixture.advance(seconds: Self.hours - 0.001)
        #expect(try status(in: fixture) == .ephemeral)
        try fixture.push("last")
        try fixture.advance(seconds: 0)
        #expect(try fixture.delivered() == ["Local local", "first", "last"])
        let shown = try #require(try fixture.entry(first)?.detail.presentation)
        #expect(shown.surfaces == [.banner, .list])
        #expect(shown.rules == ["ephemeral"])

        try fixture.advance(seconds: 0.001)
        #expect(try status(in: fixture) == .notDetermined)
        let late = try fixture.push("late")
        try fixture.center.pump()
        #expect(try fixture.entry(late)?.detail.reason == Tombstone.Reason.notAllowed.rawValue)
        let error = try #require(throws: CenterError.self) { try fixture.add(.titled("late")) }
        #expect(error.message.contains("its time as an App Clip that was launched is over"))
        #expect(throws: CenterError.self) {
            try fixture.center.perform { try $0.setBadge(2, askedBy: CenterFixture.app) }
        }

        // The process that called before calls again, and then another one.
        try launch(1, in: fixture)
        #expect(try status(in: fixture) == .notDetermined)
        try launch(2, in: fixture)
        #expect(try status(in: fixture) == .ephemeral)
        let notes = try fixture.events(.authorizationChanged).map(\.note)
        #expect(notes == ["ephemeral", "ephemeral"])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts each launch once, over restarts, and the latest of two processes`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        try launch(1, in: fixture)
        try launch(5, in: fixture)
        try fixture.restart()
        let end = CenterFixture.noon + Int64(Self.hours * 1000)
        #expect(try fixture.installed().authorization.launch?.until == end)
        try fixture.advance(seconds: 60)
        for tick in [UInt64(5), 1, 5] { try launch(tick, in: fixture) }
        #expect(try fixture.installed().authorization.launch?.until == end)
        // Ticks are counted anew from each start of the machine.
        try launch(2, boot: "another boot", in: fixture)
        #expect(try fixture.installed().authorization.launch?.until == end + 60_000)
    }

    @Test(arguments: StoreKind.allCases)
    func `has what the user answers override it, until that is forgotten`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        let app = CenterFixture.app
        let ask = { (options: Set<Authorization.Option>) in
            try fixture.center.perform { try $0.requestAuthorization(options, for: app) }
        }
        try launch(1, in: fixture)
        // It asks like any other app, and may notify until the user answers.
        #expect(try ask([.alert]) == nil)
        #expect(try fixture.installed().authorization.isAsking)
        #expect(try status(in: fixture) == .ephemeral)
        for (isAllowed, answered) in [(false, Authorization.Status.denied), (true, .authorized)] {
            try fixture.center.perform { try $0.answerAuthorization(isAllowed, for: app) }
            try launch(isAllowed ? 3 : 2, in: fixture)
            #expect(try status(in: fixture) == answered)
            #expect(try ask([.alert]) == isAllowed)
        }
        try fixture.center.perform { try $0.resetAuthorization(of: app) }
        #expect(try status(in: fixture) == .notDetermined)
        try launch(3, in: fixture)
        #expect(try status(in: fixture) == .ephemeral)
        #expect(try ask([.alert, .provisional]) == true)
        try launch(4, in: fixture)
        #expect(try status(in: fixture) == .provisional)
    }

    @Test(arguments: StoreKind.allCases)
    func `moves the end along when the clock is set`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        try launch(1, in: fixture)
        for milliseconds in [Int64(9), -20].map({ $0 * 3_600_000 }) {
            fixture.clock.set(fixture.clock.now + milliseconds)
            try fixture.center.noteClock()
            #expect(try status(in: fixture) == .ephemeral)
            let end = fixture.clock.now + Int64(Self.hours * 1000)
            #expect(try fixture.installed().authorization.launch?.until == end)
        }
        try fixture.advance(seconds: Self.hours)
        #expect(try status(in: fixture) == .notDetermined)
    }

    @Test(arguments: StoreKind.allCases)
    func `gives it to App Clips that want it alone`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        try launch(1, in: fixture)
        #expect(try status(in: fixture) == .notDetermined)
        func update(_ version: String, isEphemeral: Bool) throws {
            var app = CenterApp(identifier: CenterFixture.app, version: version)
            app.isEphemeral = isEphemeral
            let installed = app
            try fixture.center.perform { try $0.install(installed) }
        }
        try update("2", isEphemeral: true)
        try launch(2, in: fixture)
        try update("3", isEphemeral: true)
        #expect(try status(in: fixture) == .ephemeral)
        try update("4", isEphemeral: false)
        #expect(try status(in: fixture) == .notDetermined)
    }
}
