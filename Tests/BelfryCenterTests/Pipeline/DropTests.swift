// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct DropTests {
    @Test(arguments: StoreKind.allCases)
    func `keeps a dropped notification with its reason, and restores it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.mayDrop = true }
        let sequence = try fixture.push("spam", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked-sender")))
        let dropped = try #require(try fixture.entry(sequence))
        #expect(dropped.state == .dropped)
        #expect(dropped.detail.reason == "blocked-sender")
        #expect(try fixture.buried() == [.droppedByExtension])
        #expect(try fixture.delivered().isEmpty)
        try fixture.center.perform { try $0.restore(sequence) }
        #expect(try fixture.delivered() == ["spam"])
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { try $0.restore(sequence) }
        }
        #expect(error.code == .wrongState)
    }

    @Test(arguments: StoreKind.allCases)
    func `shows the original when the app may not drop`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("spam", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked-sender")))
        #expect(try fixture.entry(sequence)?.detail.verdict == .dropRefused)
        #expect(try fixture.delivered() == ["spam"])
    }
}
