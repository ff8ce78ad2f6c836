// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Foundation
import Testing

@testable import BelfryLedger

/// How runs went over time, as the ledger sums it up.
@Suite struct LedgerStatisticsTests {
    private static let noon = CenterFixture.noon
    private static let hour: Int64 = 3_600_000

    /// Two hours, and one before noon.
    private static let spans = [(-1, 0), (0, 1), (1, 2)].map { from, until in
        noon + Int64(from) * hour..<noon + Int64(until) * hour
    }

    private let directory: TemporaryDirectory
    private var path: String { directory.file("center.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A ledger with apps that had no runs.
    private func open(_ apps: String...) throws -> Ledger {
        let ledger = try Ledger(at: path)
        for app in apps {
            try ledger.write { try $0.put(CenterApp(identifier: app, serviceExtension: "a.appex")) }
        }
        return ledger
    }

    private func add(
        _ verdict: RecordedVerdict,
        of app: String,
        milliseconds: Int64,
        wall: Int? = nil,
        limit: Int = 30_000_000,
        to ledger: Ledger
    ) throws {
        try ledger.write { try Self.add(verdict, of: app, milliseconds, wall, limit, $0) }
    }

    private static func add(
        _ verdict: RecordedVerdict,
        of app: String,
        _ milliseconds: Int64,
        _ wall: Int?,
        _ limit: Int,
        _ transaction: any CenterTransaction
    ) throws {
        let entry = LedgerEntry(
            key: UUID().uuidString,
            app: app,
            identifier: "i",
            source: .local,
            accepted: noon,
            original: NotificationContent()
        )
        let sequence = try #require(try transaction.insert(entry))
        try transaction.put(
            RunRecord(
                ExtensionWork.Lease(sequence: sequence, attempt: 1),
                ended: noon + milliseconds,
                verdict: verdict,
                wall: wall.map {
                    RunRecord.Wall(microseconds: $0, limitMicroseconds: limit)
                }
            )
        )
    }

    private static let completed = RecordedVerdict(.delivered(.completed))
    private static let timeout = RecordedVerdict(.fallback(.timeout))
    private static let crash = RecordedVerdict(.fallback(.crash))

    private func read() throws -> RunStatistics {
        try RunStatisticsReader(path: path).read(Self.spans)
    }

    @Test func `counts how the runs of each span ended`() throws {
        let ledger = try open("com.example.a", "com.example.b", "com.example.idle")
        let (first, second) = (Int64(0), Self.hour)
        for verdict in [Self.completed, Self.completed, Self.timeout, .dropped("spam")] {
            try add(verdict, of: "com.example.a", milliseconds: first, to: ledger)
        }
        for verdict in [Self.crash, Self.crash, RecordedVerdict(.notCalled(.notMutable))] {
            try add(verdict, of: "com.example.a", milliseconds: second, to: ledger)
        }
        try add(.center(.interrupted), of: "com.example.b", milliseconds: second, to: ledger)
        let apps = try read().apps
        #expect(apps.map(\.app) == ["com.example.a", "com.example.b"])
        let one = try #require(apps.first)
        #expect(one.spans.map(\.runCount) == [0, 4, 2])
        #expect(one.spans.map { $0.count(.content) } == [0, 2, 0])
        #expect(one.spans.map { $0.count(.dropped) } == [0, 1, 0])
        #expect(one.spans.map { $0.count(.notCalled) } == [0, 0, 1])
        #expect(one.all.runCount == 6)
        #expect(
            one.all.fallbacks == [
                RunStatistics.Ending(Self.crash, 2), RunStatistics.Ending(Self.timeout, 1),
            ]
        )
        #expect(one.all.wall == nil)
        // What ended with the process of the centre, and what another version recorded, are fallbacks.
        #expect(apps.last?.all.fallbacks == [RunStatistics.Ending(.center(.interrupted), 1)])
        try ledger.close()
    }

    @Test func `has a run in the span that it ended in`() throws {
        let ledger = try open("com.example.a")
        for milliseconds in [-Self.hour - 1, -Self.hour, -1, 0, Self.hour - 1, 2 * Self.hour] {
            try add(Self.completed, of: "com.example.a", milliseconds: milliseconds, to: ledger)
        }
        let one = try #require(try read().apps.first)
        #expect(one.spans.map(\.runCount) == [2, 2, 0])
        #expect(one.all.runCount == 4)
        try ledger.close()
    }

    @Test(arguments: [
        (1, [7, 7, 7]), (10, [5, 10, 10]), (100, [50, 95, 99]), (200, [100, 190, 198]),
    ])
    func `takes percentiles by the nearest rank`(_ count: Int, _ expected: [Int]) throws {
        let ledger = try open("com.example.a")
        for wall in (1...count).shuffled() {
            try add(
                Self.completed,
                of: "com.example.a",
                milliseconds: 0,
                wall: count == 1 ? 7 : wall,
                limit: wall == 1 ? 90 : 60,
                to: ledger
            )
        }
        try add(Self.timeout, of: "com.example.a", milliseconds: 0, to: ledger)
        let wall = try #require(try read().apps.first?.all.wall)
        #expect([wall.p50, wall.p95, wall.p99] == expected)
        #expect(wall.count == count && wall.limit == 90)
        #expect(wall.maximum == (count == 1 ? 7 : count))
        let spans = try #require(try read().apps.first?.spans)
        #expect(spans.map(\.wall) == [nil, wall, nil])
        try ledger.close()
    }

    @Test func `reads beside a transaction of the centre's, and what was committed`() throws {
        let ledger = try open("com.example.a")
        try add(Self.completed, of: "com.example.a", milliseconds: 0, to: ledger)
        try ledger.write { transaction in
            try Self.add(Self.crash, of: "com.example.a", 0, nil, 1, transaction)
            #expect(try read().apps.first?.all.runCount == 1)
        }
        #expect(try read().apps.first?.all.runCount == 2)
        try ledger.close()
    }

    @Test func `keeps the numbers of a run whose report has gone`() throws {
        let ledger = try open("com.example.a")
        try add(Self.completed, of: "com.example.a", milliseconds: 0, wall: 9, to: ledger)
        try ledger.write { transaction in
            var run = try #require(try transaction.runs(of: 1).first)
            run.report = Array("{}".utf8)
            try transaction.put(run)
            #expect(try transaction.reportByteCount() == 2)
            #expect(try transaction.removeReports(limit: 9) == 1)
            #expect(try transaction.removeReports(limit: 9) == 0)
            #expect(try transaction.reportByteCount() == 0)
        }
        #expect(try read().apps.first?.all.wall?.p50 == 9)
        try ledger.close()
    }

    @Test func `sums up a hundred thousand runs from an index alone`() async throws {
        let ledger = try open("com.example.a")
        try add(Self.completed, of: "com.example.a", milliseconds: 0, wall: 1, to: ledger)
        try ledger.close()
        try await SQLiteFile.execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
            INSERT INTO run
            SELECT 1, n, \(Self.noon.milliseconds) + n % 3600000, 'delivered', 'completed', '', 0, NULL,
                'com.example.a', n, 1000000 FROM number
            """,
            in: path
        )
        let opened = try Ledger(at: path)
        let one = try #require(try read().apps.first)
        #expect(one.all.runCount == 100_000)
        #expect(one.all.wall?.p50 == 50_000 && one.all.wall?.p99 == 99_000)
        try opened.close()
        for query in [RunStatisticsReader.endingsQuery, RunStatisticsReader.wallQuery] {
            let plan = try await SQLiteFile.plan(query, in: path)
            let runs = plan.filter { $0.contains(" run") && !$0.contains("run_of") }
            #expect(!runs.isEmpty, "\(plan)")
            #expect(
                runs.allSatisfy {
                    $0.contains("SEARCH run USING COVERING INDEX run_ended (ended>? AND ended<?)")
                },
                "\(plan)"
            )
        }
    }

    @Test func `says where a ledger cannot be read`() throws {
        try Data("no database, whatever its name says".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CenterError.self) { try read() }
        #expect(error?.message.contains(path) == true)
    }
}
