// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
@testable import BelfryLedger
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

/// The ledger's index of what notifications say, which is written behind them.
@Suite struct LedgerSearchTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("center.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(_ engine: ScriptedEngine = ScriptedEngine()) throws -> Center {
        let clock = VirtualClock(now: CenterFixture.noon)
        return Center(store: try Ledger(at: path), clock: clock, engine: engine)
    }

    private func accept(_ count: Int, isMutable: Bool = false, by center: Center) throws {
        for _ in 0..<count {
            let number = try center.read { try $0.transaction.size() }.entryCount + 1
            let push = try PushArrival.alert(
                CenterFixture.app,
                "\(number)",
                title: "tea \(number)",
                isMutable: isMutable
            )
            try center.perform { _ = try $0.accept(push) }
        }
        try center.pump()
    }

    private func install(_ center: Center) throws {
        try center.perform { turn in
            try turn.install(
                CenterApp(identifier: CenterFixture.app, serviceExtension: "service.appex")
            )
            _ = try turn.requestAuthorization([.alert], for: CenterFixture.app)
            try turn.answerAuthorization(true, for: CenterFixture.app)
        }
    }

    private func found(_ words: String, by center: Center) throws -> [Int] {
        let query = try SearchQuery(words)
        let states = Set(EntryState.allCases)
        return try center.read {
            try $0.transaction.search(query, of: nil, in: states, before: nil, limit: 100)
        }.map(\.sequence)
    }

    @Test func `writes its index in pieces, behind the arrivals`() throws {
        let center = try open()
        try install(center)
        try accept(5, by: center)
        #expect(try found("tea", by: center) == [])
        #expect(try center.perform { try $0.transaction.updateSearch(limit: 2) })
        #expect(try found("tea", by: center) == [2, 1])
        #expect(try center.perform { try $0.transaction.updateSearch(limit: 2) })
        #expect(try !center.perform { try $0.transaction.updateSearch(limit: 2) })
        #expect(try found("tea", by: center) == [5, 4, 3, 2, 1])
        // What is rolled back is written again.
        struct Failure: Error {}
        try accept(1, by: center)
        #expect(throws: Failure.self) {
            try center.perform { turn in
                _ = try turn.updateSearch()
                throw Failure()
            }
        }
        #expect(try found("6", by: center) == [])
        _ = try center.perform { try $0.updateSearch() }
        #expect(try found("6", by: center) == [6])
    }

    @Test func `follows what is decided later, in pieces`() throws {
        let engine = ScriptedEngine()
        let center = try open(engine)
        try install(center)
        try accept(4, isMutable: true, by: center)
        while try center.perform({ try $0.transaction.updateSearch(limit: 2) }) {}
        for _ in 1...4 {
            let work = engine.take(0)
            var content = work.content
            content.title = "coffee"
            let verdict = RecordedVerdict(.delivered(.completed))
            try center.finish(work.lease, ExtensionOutcome(.content(content, verdict)))
        }
        #expect(try center.perform { try $0.transaction.updateSearch(limit: 3) })
        #expect(try found("coffee", by: center).count == 3)
        #expect(try !center.perform { try $0.transaction.updateSearch(limit: 3) })
        #expect(try found("coffee", by: center) == [4, 3, 2, 1])
        #expect(try found("tea", by: center) == [])
    }

    @Test func `finds the others where a row cannot be read`() async throws {
        let ledger = try Ledger(at: path)
        let clock = VirtualClock(now: CenterFixture.noon)
        let writer = Center(store: ledger, clock: clock, engine: ScriptedEngine())
        try install(writer)
        try accept(3, by: writer)
        try ledger.close()
        try await SQLiteFile.execute(
            "UPDATE notification SET state = 'none' WHERE sequence = 2",
            in: path
        )
        let center = try open()
        while try center.perform({ try $0.updateSearch() }) {}
        #expect(try found("tea", by: center) == [3, 1])
    }

    @Test func `is written anew where the log has lost what it did not follow`() throws {
        let engine = ScriptedEngine()
        let center = try open(engine)
        try install(center)
        try accept(2, isMutable: true, by: center)
        while try center.perform({ try $0.updateSearch() }) {}
        let work = engine.take(0)
        var content = work.content
        content.title = "coffee"
        let verdict = RecordedVerdict(.delivered(.completed))
        try center.finish(work.lease, ExtensionOutcome(.content(content, verdict)))
        try center.perform { turn in
            let last = try turn.transaction.lastCursor()
            try turn.transaction.trimEvents(through: last, before: turn.now + 1, beyond: 0)
        }
        while try center.perform({ try $0.updateSearch() }) {}
        #expect(try found("coffee", by: center) == [1])
        #expect(try found("tea", by: center) == [2])
    }

    @Test func `keeps no word of what is gone`() throws {
        let ledger = try Ledger(at: path)
        let clock = VirtualClock(now: CenterFixture.noon)
        let center = Center(store: ledger, clock: clock, engine: ScriptedEngine())
        try install(center)
        try accept(3, by: center)
        while try center.perform({ try $0.updateSearch() }) {}
        func count(_ condition: String) throws -> Int? {
            let sql = "SELECT count(*) FROM notification_text WHERE \(condition)"
            return try ledger.read { try ($0 as? LedgerTransaction)?.number(sql) }
        }
        try center.perform { try $0.transaction.removeEntry(2) }
        #expect(try count("notification_text MATCH '2'") == 0)
        #expect(try count("notification_text MATCH 'tea'") == 2)
        // The rows of an app go by a reference.
        try center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try count("true") == 0)
        try ledger.check()
    }

    @Test(arguments: [nil, 1, 3] as [Int?])
    func `goes through what is found in its order, and sorts nothing`(apps: Int?) async throws {
        try Ledger(at: path).close()
        let plan = try await SQLiteFile.plan(LedgerTransaction.search(4, ofApps: apps), in: path)
        #expect(plan.contains { $0.contains("SCAN notification_text VIRTUAL TABLE") }, "\(plan)")
        #expect(plan.contains { $0.contains("notification USING INTEGER PRIMARY KEY") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
