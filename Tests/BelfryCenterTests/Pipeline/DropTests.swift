// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
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

    @Test(arguments: StoreKind.allCases)
    func `shows the original where the user lets the app drop nothing`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.mayDrop = true }
        #expect(try fixture.installed().settings.filtering == .enabled)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.filtering = .disabled }
        }
        let sequence = try fixture.push("spam", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked-sender")))
        #expect(try fixture.entry(sequence)?.detail.verdict == .center(.dropRefused))
        #expect(try fixture.delivered() == ["spam"])
        // Like an app that may drop nothing, it is not asked about what alerts nobody.
        let silent = try PushPayload.parse(Array(#"{"aps":{"badge":1}}"#.utf8), isFromWire: true)
        let quiet = try fixture.push("quiet", isMutable: true) { $0.payload = silent }
        try fixture.center.pump()
        #expect(try fixture.entry(quiet)?.detail.verdict == .engine(.notCalled(.noAlert)))
    }
}
