// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Pushes that wake their app.
@Suite struct BackgroundPushTests {
    private func take(_ fixture: CenterFixture) throws -> [UserResponse] {
        try fixture.center.perform { try $0.takeResponses(of: CenterFixture.app) }
    }

    @discardableResult
    private func wake(_ fixture: CenterFixture, _ identifier: String) throws -> Int {
        let push = try PushArrival.silent(CenterFixture.app, identifier)
        let sequence = try fixture.center.perform { try $0.accept(push) }.sequence
        try fixture.center.pump()
        return sequence
    }

    @Test(arguments: StoreKind.allCases)
    func `wakes the app until it has dealt with the push, over a crash`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let sequence = try wake(fixture, "one")
        #expect(try fixture.events(.backgroundPush).map(\.sequence) == [sequence])
        #expect(try take(fixture).map(\.isWake) == [true])
        try fixture.restart()
        let given = try #require(try take(fixture).first)
        #expect(given.sequence == sequence)
        #expect(given.deliveries == 2)
        try fixture.center.perform { try $0.acknowledge(given.number, of: CenterFixture.app) }
        #expect(try take(fixture).isEmpty)
        #expect(try fixture.buried() == [.notListed, .acknowledged])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the newest push that the app was not woken with`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try wake(fixture, "one")
        #expect(try take(fixture).map(\.identifier) == ["one"])
        try wake(fixture, "two")
        try wake(fixture, "three")
        // What the app works on stays.
        #expect(try take(fixture).map(\.identifier) == ["one", "three"])
        #expect(try fixture.buried().filter { $0 == .superseded }.count == 1)
        // What the user did does not give way.
        let shown = try fixture.push("shown")
        try fixture.center.pump()
        _ = try fixture.center.perform { try $0.respond(to: shown, "open") }
        try wake(fixture, "four")
        try wake(fixture, "five")
        let open = try fixture.center.read { try $0.transaction.responses(of: CenterFixture.app) }
        #expect(open.filter { !$0.isWake }.map(\.action) == ["open"])
        #expect(open.filter(\.isWake).map(\.identifier) == ["one", "three", "five"])
    }

    @Test(arguments: StoreKind.allCases)
    func `wakes the app once with a push that is shown besides`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let text = #"{"aps":{"alert":"a","content-available":1}}"#
        let payload = try PushPayload.parse(Array(text.utf8))
        let push = PushArrival(app: CenterFixture.app, identifier: "both", payload: payload)
        try fixture.center.perform { _ = try $0.accept(push) }
        try fixture.center.pump()
        try fixture.restart()
        try fixture.center.pump()
        #expect(try fixture.events(.presented).count == 1)
        #expect(try take(fixture).map(\.isWake) == [true])
        #expect(try fixture.events(.backgroundPush).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves a tombstone of what a removed app was to be given`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try wake(fixture, "one")
        let shown = try fixture.push("shown")
        try fixture.center.pump()
        _ = try fixture.center.perform { try $0.respond(to: shown, "open") }
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        let gone = try fixture.center.read { try $0.transaction.tombstones(after: 0, limit: .max) }
        let responses = gone.filter { $0.subject == .response }
        #expect(responses.map(\.reason) == [.appRemoved, .appRemoved])
        #expect(responses.map(\.note) == ["", "open"])
    }
}
