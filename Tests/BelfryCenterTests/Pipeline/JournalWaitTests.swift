// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// How long a notification waits in the journal until its extension is asked.
@Suite struct JournalWaitTests {
    @Test(arguments: StoreKind.allCases)
    func `counts the time behind others, and while the process is down`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.push("first", thread: "t", isMutable: true)
        try fixture.push("second", thread: "t", isMutable: true)
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.waitedMilliseconds) == [0])
        try fixture.advance(seconds: 3)
        try fixture.complete()
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.waitedMilliseconds) == [3_000])
        try fixture.restart()
        try fixture.advance(seconds: 4)
        #expect(fixture.engine.running.map(\.waitedMilliseconds) == [7_000])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts none of the time that a push was stored for its device`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        var push = try PushArrival.alert(CenterFixture.app, "one", title: "one", isMutable: true)
        push.token = "aa"
        let delivery = PushDelivery(
            environment: .development,
            topic: CenterFixture.app,
            priority: 10,
            expiration: nil
        )
        try fixture.center.perform { [push] turn in
            _ = try turn.register(CenterFixture.app, for: .development, making: "aa")
            _ = try turn.changeDevice(PushDevice.main, isOnline: false)
            _ = try turn.receive(push, delivery, as: "unique")
        }
        try fixture.advance(seconds: 60)
        #expect(fixture.engine.running.isEmpty)
        try fixture.center.perform { turn in
            _ = try turn.changeDevice(PushDevice.main, isOnline: true)
        }
        try fixture.advance(seconds: 2)
        #expect(fixture.engine.running.count == 1)
        #expect(fixture.engine.running.allSatisfy { $0.waitedMilliseconds <= 2_000 })
        #expect(try fixture.entry(1)?.detail.forwarded == CenterFixture.noon + 60_000)
    }
}
