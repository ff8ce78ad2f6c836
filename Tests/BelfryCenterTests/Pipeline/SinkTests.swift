// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import CenterSimulation
import Testing

@Suite struct SinkTests {
    @Test(arguments: StoreKind.allCases)
    func `gives a sink every event in order, and goes on where it was`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.push("one")
        try fixture.center.publish()
        try fixture.restart()
        try fixture.center.pump()
        try fixture.center.publish()
        let all = try fixture.center.read { try $0.transaction.events(after: 0, limit: .max) }
        #expect(fixture.sink.shown == all)
        #expect(fixture.sink.deliveryCount == all.count)
    }

    @Test(arguments: StoreKind.allCases)
    func `tells the events of one notification, the first ones first`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let one = try fixture.push("one")
        let two = try fixture.push("two")
        try fixture.center.pump()
        try fixture.center.perform { try $0.markSeen([one]) }
        func kinds(_ sequence: Int, limit: Int) throws -> [CenterEvent.Kind] {
            let events = try fixture.center.read {
                try $0.transaction.events(of: sequence, limit: limit)
            }
            #expect(events.allSatisfy { $0.sequence == sequence && $0.cursor > 0 })
            return events.map(\.kind)
        }
        #expect(try kinds(one, limit: 9) == [.accepted, .decided, .presented, .seen])
        #expect(try kinds(two, limit: 2) == [.accepted, .decided])
        #expect(try kinds(99, limit: 9) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `gives an event again that a sink failed on, and the others theirs`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let other = RememberingSink(name: "desktop")
        try fixture.center.add(other)
        fixture.sink.fails = true
        let failures = try fixture.center.publish()
        #expect(failures.keys.sorted() == ["page"])
        #expect(fixture.sink.shown.isEmpty)
        #expect(!other.shown.isEmpty)
        try fixture.center.publish()
        #expect(fixture.sink.shown == other.shown)
    }
}
