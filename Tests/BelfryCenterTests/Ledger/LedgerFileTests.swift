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
