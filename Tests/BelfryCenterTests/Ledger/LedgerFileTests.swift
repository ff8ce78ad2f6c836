// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryLedger
import BelfryModel
import CenterSimulation
import Foundation
import Testing

@Suite struct LedgerFileTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("center.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Opens the ledger, and takes one more push of an identifier into it.
    private func open(adding identifier: String) throws -> Ledger {
        let ledger = try Ledger(at: path)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        try center.perform { turn in
            try turn.install(CenterApp(identifier: CenterFixture.app))
            _ = try turn.accept(try PushArrival.alert(CenterFixture.app, identifier))
        }
        return ledger
    }

    private func count(_ path: String) throws -> Int {
        try Ledger(at: path).read { try $0.size().entryCount }
    }

    @Test func `copies and checks a ledger while it is open`() throws {
        let ledger = try open(adding: "1")
        let copy = directory.file("copy.sqlite")
        try LedgerFile(path).check()
        try LedgerFile(path).backUp(to: copy)
        #expect(try count(copy) == 1)
        try ledger.close()
    }

    @Test func `never writes a copy over a file`() throws {
        try open(adding: "1").close()
        let copy = directory.file("mine.txt")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        let error = try #require(throws: CenterError.self) {
            try LedgerFile(path).backUp(to: copy)
        }
        #expect(error.message.contains("is there already"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data("mine".utf8))
    }

    @Test func `restores a backup and keeps the ledger that it replaces`() throws {
        try open(adding: "1").close()
        let copy = directory.file("copy.sqlite")
        try LedgerFile(path).backUp(to: copy)
        try open(adding: "2").close()
        let kept = try #require(try LedgerFile(path).restore(from: copy))
        #expect(try count(path) == 1)
        #expect(try count(kept) == 2)
        #expect(try count(copy) == 1)
    }

    /// The numbers of the events that a ledger has, and of its next response.
    private func numbers(_ path: String) throws -> (events: [Int], nextResponse: Int) {
        let ledger = try Ledger(at: path)
        defer { try? ledger.close() }
        return try ledger.write { transaction in
            let next = try transaction.insert(
                UserResponse(
                    app: CenterFixture.app,
                    sequence: 1,
                    identifier: "1",
                    action: UserResponse.opening,
                    date: CenterFixture.noon
                )
            )
            try transaction.removeResponse(next)
            return (try transaction.events(after: 0, limit: .max).map(\.cursor), next)
        }
    }

    @Test(arguments: [true, false])
    func `gives no number of an event or a response twice`(_ canReadOld: Bool) throws {
        try open(adding: "1").close()
        let copy = directory.file("copy.sqlite")
        try LedgerFile(path).backUp(to: copy)
        try open(adding: "2").close()
        let replaced = try numbers(path)
        if !canReadOld { try Data("damaged".utf8).write(to: URL(fileURLWithPath: path)) }
        _ = try LedgerFile(path).restore(from: copy)
        let known = try numbers(path)
        #expect(
            replaced.events.starts(with: known.events) && known.events.count < replaced.events.count
        )
        #expect(known.nextResponse > replaced.nextResponse)
        try open(adding: "3").close()
        let new = try numbers(path).events.dropFirst(known.events.count)
        let last = try #require(replaced.events.last)
        // A follower that has all of the old log finds that something is missing, too.
        #expect(new.allSatisfy { $0 > last + 1 } && !new.isEmpty)
    }

    @Test func `keeps what an old ledger has in its journal alone, under both of its names`() throws
    {
        let ledger = try open(adding: "1")
        let copy = directory.file("copy.sqlite")
        try LedgerFile(path).backUp(to: copy)
        // As a process leaves it that is killed.
        let killed = directory.file("killed.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: killed + suffix)
        }
        try ledger.close()
        let wal = try FileManager.default.attributesOfItem(atPath: killed + "-wal")
        #expect(wal[.size] as? Int != 0)
        let kept = try #require(try LedgerFile(killed).restore(from: copy))
        #expect(try count(kept) == 1 && count(killed) == 1)
        #expect(!FileManager.default.fileExists(atPath: killed + ".restoring"))
        let replaced = try open(adding: "2")
        try replaced.close()
        #expect(try LedgerFile(path).restore(from: kept) != nil)
        #expect(try count(path) == 1)
    }

    @Test func `refuses to restore over a ledger that is open, and from what is damaged`() throws {
        let ledger = try open(adding: "1")
        let copy = directory.file("copy.sqlite")
        try LedgerFile(path).backUp(to: copy)
        let busy = try #require(throws: CenterError.self) {
            _ = try LedgerFile(path).restore(from: copy)
        }
        #expect(busy.code == .inUse)
        try ledger.close()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
        try file.truncate(atOffset: 8192)
        try file.close()
        let damaged = try #require(throws: CenterError.self) {
            _ = try LedgerFile(path).restore(from: copy)
        }
        #expect(damaged.code == .damaged)
        #expect(try count(path) == 1)
    }
}
