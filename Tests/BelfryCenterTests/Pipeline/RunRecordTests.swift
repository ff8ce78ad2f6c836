// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

/// What stays of runs: their reports, and the files that notifications own.
@Suite struct RunRecordTests {
    private static let file = "/store/ab/cd.png"

    private static func outcome(of work: ExtensionWork, files: [String] = []) -> ExtensionOutcome {
        let verdict = RecordedVerdict(.delivered(.completed))
        return ExtensionOutcome(.content(work.content, verdict), files: files)
    }

    private static func finish(_ fixture: CenterFixture, report: String = "{}") throws {
        let work = fixture.engine.take(0)
        try fixture.center.finish(work.lease, outcome(of: work))
        try fixture.center.hear(.report(work.lease, Array(report.utf8), wall: wall))
    }

    private static let wall = RunRecord.Wall(microseconds: 1500, limitMicroseconds: 30_000_000)

    private static func runs(_ fixture: CenterFixture, of sequence: Int) throws -> [RunRecord] {
        try fixture.center.read { try $0.transaction.runs(of: sequence) }
    }

    // MARK: Reports

    @Test(arguments: StoreKind.allCases)
    func `keeps each run of a notification with its verdict and report`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        try fixture.restart()
        try fixture.center.pump()
        try Self.finish(fixture, report: #"{"schema":1}"#)
        let runs = try Self.runs(fixture, of: sequence)
        #expect(runs.map(\.lease.attempt) == [1, 2])
        #expect(
            runs.map(\.verdict) == [.center(.interrupted), RecordedVerdict(.delivered(.completed))]
        )
        #expect(runs.map(\.report) == [nil, Array(#"{"schema":1}"#.utf8)])
        #expect(runs.map(\.wall) == [nil, Self.wall])
        #expect(runs.allSatisfy { $0.ended == CenterFixture.noon })
    }

    @Test(arguments: StoreKind.allCases)
    func `passes over the report of a run that it does not know`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let lease = ExtensionWork.Lease(sequence: 9, attempt: 1)
        try fixture.center.hear(.report(lease, [1]))
        #expect(try Self.runs(fixture, of: 9).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `puts a run back that its engine could not finish`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.unfinished))
        try fixture.center.pump()
        #expect(fixture.engine.running.isEmpty)
        #expect(try fixture.entry(sequence)?.state == .accepted)
        #expect(try fixture.restart() == 0)
        try fixture.center.pump()
        try fixture.complete(title: "changed")
        #expect(try fixture.delivered() == ["changed"])
        #expect(try fixture.entry(sequence)?.detail.interruptions == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `begins no run while it drains, and keeps what comes`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        fixture.center.isDraining = true
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        #expect(fixture.engine.begun.isEmpty)
        #expect(try fixture.entry(sequence)?.state == .accepted)
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets reports by age and by size, and keeps their notifications`(
        _ kind: StoreKind
    ) throws {
        let policy = CenterPolicy.with {
            $0.retention.reportMilliseconds = 60_000
            $0.retention.reportByteLimit = 5
            $0.batch = 1
        }
        let fixture = try CenterFixture(kind, policy: policy)
        var sequences: [Int] = []
        for name in ["old", "large", "small"] {
            sequences.append(try fixture.push(name, isMutable: true))
            try fixture.center.pump()
            try Self.finish(fixture, report: name)
            try fixture.advance(seconds: 40)
        }
        // "old" is 120 s old; "large" and "small" together are over 5 bytes.
        try fixture.center.perform { _ = try $0.prune() }
        let kept = try sequences.map { try Self.runs(fixture, of: $0).map { $0.report != nil } }
        // The run of "large" stays without its report.
        #expect(kept == [[], [false], [true]])
        #expect(try Self.runs(fixture, of: sequences[1]).map(\.wall) == [Self.wall])
        #expect(try fixture.delivered() == ["old", "large", "small"])
        // By age alone: what is left is small enough.
        try fixture.advance(seconds: 60)
        for _ in 1...2 { try fixture.center.perform { _ = try $0.prune() } }
        #expect(try sequences.allSatisfy { try Self.runs(fixture, of: $0).isEmpty })
    }

    // MARK: Files

    @Test(arguments: StoreKind.allCases)
    func `frees a file with the last notification that owns it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for name in ["one", "two"] {
            try fixture.push(name, isMutable: true)
            try fixture.center.pump()
            let work = fixture.engine.take(0)
            try fixture.center.finish(work.lease, Self.outcome(of: work, files: [Self.file]))
        }
        func remove(_ name: String) throws {
            try fixture.center.perform {
                _ = try $0.removeDelivered([name], of: CenterFixture.app)
            }
        }
        try remove("two")
        #expect(fixture.engine.freed.isEmpty)
        try remove("one")
        #expect(fixture.engine.freed == [Self.file])
        #expect(try fixture.center.read { try $0.transaction.ownedFiles() }.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `frees the files of notifications that are forgotten or whose app is removed`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.retention.entryLimit = 1 })
        for name in ["one", "two"] {
            try fixture.push(name, isMutable: true)
            try fixture.center.pump()
            let work = fixture.engine.take(0)
            try fixture.center.finish(work.lease, Self.outcome(of: work, files: ["/store/\(name)"]))
        }
        try fixture.center.perform { _ = try $0.prune() }
        #expect(fixture.engine.freed == ["/store/one"])
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(fixture.engine.freed == ["/store/one", "/store/two"])
    }

    @Test(arguments: StoreKind.allCases)
    func `frees the files of an outcome that nobody waits for`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        let work = fixture.engine.take(0)
        try fixture.center.finish(work.lease, Self.outcome(of: work, files: [Self.file]))
        // One of the two is shown by the first outcome.
        let late = Self.outcome(of: work, files: [Self.file, "/store/late"])
        try fixture.center.finish(work.lease, late)
        #expect(fixture.engine.freed == ["/store/late"])
        #expect(fixture.engine.settledLeases == [work.lease, work.lease])
    }

    /// A request that is due after a minute, and shows files.
    private static func request(_ name: String, files: [String]) -> NotificationRequest {
        var request = NotificationRequest.titled(name, .timeInterval(seconds: 60, repeats: false))
        request.content.attachments = files.map {
            NotificationAttachment(
                identifier: $0,
                typeIdentifier: "public.png",
                url: $0,
                byteCount: 1
            )
        }
        return request
    }

    @Test(arguments: StoreKind.allCases)
    func `hands a request's files to its notification`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(Self.request("one", files: [Self.file]))
        #expect(try fixture.center.read { try $0.transaction.ownedFiles() } == [Self.file])
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered() == ["Local one"])
        #expect(fixture.engine.freed.isEmpty)
        try fixture.center.perform { _ = try $0.removeDelivered(nil, of: CenterFixture.app) }
        #expect(fixture.engine.freed == [Self.file])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the files of a notification that can be restored`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for name in ["restored", "forgotten"] {
            try fixture.add(Self.request(name, files: ["/store/\(name)"]))
        }
        let app = CenterFixture.app
        try fixture.center.perform { try $0.answerAuthorization(false, for: app) }
        try fixture.advance(seconds: 60)
        #expect(try fixture.entry(1)?.state == .dropped)
        #expect(fixture.engine.freed.isEmpty)
        try fixture.center.perform { try $0.answerAuthorization(true, for: app) }
        try fixture.center.perform { try $0.restore(1) }
        try fixture.center.perform { _ = try $0.removeDelivered(nil, of: app) }
        #expect(fixture.engine.freed == ["/store/restored"])
        try fixture.center.perform { try $0.removeApp(app) }
        #expect(fixture.engine.freed == ["/store/restored", "/store/forgotten"])
    }

    @Test(arguments: StoreKind.allCases)
    func `frees the files of a request that is removed or replaced`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(Self.request("one", files: [Self.file, "/store/other"]))
        try fixture.add(Self.request("one", files: [Self.file]))
        #expect(fixture.engine.freed == ["/store/other"])
        try fixture.center.perform { _ = try $0.removePending(["one"], of: CenterFixture.app) }
        #expect(fixture.engine.freed == ["/store/other", Self.file])
        try fixture.add(Self.request("two", files: [Self.file]))
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(fixture.engine.freed == ["/store/other", Self.file, Self.file])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a file that one caller frees and the next one shows`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(Self.request("one", files: [Self.file]))
        let app = CenterFixture.app
        _ = try fixture.center.performTogether([
            { _ = try $0.removePending(["one"], of: app) },
            { try $0.add([Self.request("two", files: [Self.file])], for: app) },
        ])
        #expect(fixture.engine.freed.isEmpty)
        #expect(try fixture.pending() == ["two"])
    }
}
