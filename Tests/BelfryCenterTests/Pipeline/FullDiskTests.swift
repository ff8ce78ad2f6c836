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

    @Test func `takes each outcome once where one of several cannot be stored`() throws {
        let (disk, engine, center) = try make()
        for name in ["1", "2"] {
            let push = try PushArrival.alert(Self.app, name, title: name)
            try center.perform { _ = try $0.accept(push) }
        }
        try center.pump()
        let verdict = RecordedVerdict(word: "delivered", reason: "completed")
        let messages = (0..<2).map { _ in
            let work = engine.take(0)
            return EngineMessage.outcome(
                work.lease,
                ExtensionOutcome(.content(work.content, verdict))
            )
        }
        disk.failingParts = 1
        try expectFull { try center.hear(messages) }
        try center.pump()
        #expect(center.load == (0, 0))
        let delivered = try center.read { try $0.delivered(of: Self.app) }
        #expect(delivered.map(\.shown.title) == ["1", "2"])
        #expect(try center.read { try $0.transaction.runs(of: 1).count } == 1)
    }

    @Test func `begins later what could not begin with its arrival`() throws {
        let (disk, engine, center) = try make()
        let push = try PushArrival.alert(Self.app, "one", title: "one")
        disk.isFull = true
        try expectFull { _ = try center.performTogether([{ try $0.accept(push) }]) }
        #expect(engine.running.isEmpty)
        #expect(center.load == (0, 0))
        disk.isFull = false
        let accepted = try center.performTogether([{ try $0.accept(push) }])
        #expect(try accepted[0].get() == .accepted(1))
        #expect(engine.running.map(\.content.title) == ["one"])
    }

    @Test func `acknowledges nothing that it could not store`() throws {
        let (disk, _, center) = try make()
        let push = try PushArrival.alert(Self.app, "one")
        disk.isFull = true
        try expectFull { try center.perform { _ = try $0.accept(push) } }
        #expect(center.load == (0, 0))
        disk.isFull = false
        #expect(try center.perform { try $0.accept(push) } == .accepted(1))
    }
}
