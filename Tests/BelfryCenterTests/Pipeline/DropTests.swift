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

    private struct Asking: AppAsking {
        func ask(_ app: String, about sequence: Int) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `shows a restored one that its app in front agrees to, though a newer one was shown`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind) { $0.mayDrop = true }
        let old = try fixture.push("spam", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked-sender")))
        try fixture.push("newer") { $0.collapseIdentifier = "spam" }
        try fixture.center.pump()
        let center = Center(
            store: fixture.store,
            clock: fixture.clock,
            engine: fixture.engine,
            apps: Asking()
        )
        try center.perform { turn in
            try turn.removeDelivered(nil, of: CenterFixture.app)
            try turn.changeDevice { $0.foregroundApp = CenterFixture.app }
            try turn.restore(old)
            #expect(try turn.asked(of: nil).map(\.sequence) == [old])
            #expect(
                try turn.answerPresentation(of: old, by: CenterFixture.app, .surfaces([.list]))
            )
        }
        #expect(try fixture.entry(old)?.state == .presented)
    }

    @Test(arguments: StoreKind.allCases)
    func `shows the original when the app may not drop`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("spam", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked-sender")))
        #expect(try fixture.entry(sequence)?.detail.verdict == .center(.dropRefused))
        #expect(try fixture.delivered() == ["spam"])
    }
}
