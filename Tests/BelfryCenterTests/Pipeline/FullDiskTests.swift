// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct FullDiskTests {
    private static let app = "com.example.app"

    private func make() throws -> (FullDisk, ScriptedEngine, Center) {
        let disk = FullDisk()
        let engine = ScriptedEngine()
        let center = Center(
            store: disk,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: engine
        )
        try center.perform { turn in
            try turn.install(CenterApp(identifier: Self.app, serviceExtension: "service.appex"))
            _ = try turn.requestAuthorization([.alert], for: Self.app)
            try turn.answerAuthorization(true, for: Self.app)
        }
        return (disk, engine, center)
    }

    private func expectFull(_ body: () throws -> Void) throws {
        let error = try #require(throws: CenterError.self) { try body() }
        #expect(error.code == .full)
    }

    @Test func `goes on where it was once there is room again`() throws {
        let (disk, engine, center) = try make()
        for name in ["1", "2", "3"] {
            let push = try PushArrival.alert(Self.app, name, title: name, thread: "t")
            try center.perform { _ = try $0.accept(push) }
        }
        disk.isFull = true
        try expectFull { try center.pump() }
        #expect(engine.running.isEmpty)
        disk.isFull = false
        try center.pump()
        disk.isFull = true
        let work = engine.take(0)
        let verdict = RecordedVerdict(.delivered(.completed))
        let outcome = ExtensionOutcome(.content(work.content, verdict))
        try expectFull { try center.finish(work.lease, outcome) }
        try expectFull { try center.pump() }
        disk.isFull = false
        try center.pump()
        while !engine.running.isEmpty {
            let work = engine.take(0)
            try center.finish(work.lease, ExtensionOutcome(.content(work.content, verdict)))
            try center.pump()
        }
        let delivered = try center.read { try $0.delivered(of: Self.app) }
        #expect(delivered.map(\.shown.title) == ["1", "2", "3"])
        #expect(delivered.allSatisfy { $0.detail.attempts == 1 })
    }

    @Test func `acknowledges nothing that it could not store`() throws {
        let (disk, _, center) = try make()
        let push = try PushArrival.alert(Self.app, "one")
        disk.isFull = true
        try expectFull { try center.perform { _ = try $0.accept(push) } }
        disk.isFull = false
        #expect(try center.perform { try $0.accept(push) } == .accepted(1))
    }
}
