// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import Foundation
import Testing

@testable import BelfryRuntime

struct QuarantineTests {
    private func strike(_ quarantine: inout Quarantine, at time: Int64, _ digest: String = "a") {
        quarantine.strike(digest, identifier: "id", path: "/p", reason: "crash", at: time)
    }

    @Test func `three strikes in ten minutes are too many, two are not`() {
        var quarantine = Quarantine()
        strike(&quarantine, at: 1000)
        strike(&quarantine, at: 1001)
        #expect(quarantine.sentence(of: "a", at: 1001) == nil)
        strike(&quarantine, at: 1599)
        #expect(quarantine.sentence(of: "a", at: 1599)?.until == 1659)
        #expect(quarantine.sentence(of: "a", at: 1659) == nil)
        #expect(quarantine.sentence(of: "b", at: 1599) == nil)
    }

    @Test func `strikes that are far apart do not add up`() {
        var quarantine = Quarantine()
        for index in 0..<20 { strike(&quarantine, at: 1000 + Int64(index) * 301) }
        #expect(quarantine.entries["a"]?.sentenceCount == 0)
    }

    @Test func `each strike on probation doubles the sentence, up to a day`() {
        var quarantine = Quarantine()
        var now: Int64 = 10_000
        for _ in 0..<2 { strike(&quarantine, at: now) }
        var sentences: [Int64] = []
        for _ in 0..<13 {
            strike(&quarantine, at: now)
            let until = quarantine.entries["a"]?.until ?? 0
            sentences.append(until - now)
            now = until
        }
        #expect(sentences.prefix(4) == [60, 120, 240, 480])
        #expect(sentences.suffix(2) == [86_400, 86_400])
    }

    @Test func `a strike of a run that was under way does not lengthen a sentence`() {
        var quarantine = Quarantine()
        for _ in 0..<4 { strike(&quarantine, at: 1000) }
        #expect(quarantine.entries["a"]?.until == 1060)
        #expect(quarantine.entries["a"]?.sentenceCount == 1)
    }

    @Test func `a day without a strike is forgotten`() {
        var quarantine = Quarantine()
        for _ in 0..<3 { strike(&quarantine, at: 1000) }
        strike(&quarantine, at: 1061 + 86_400, "b")
        #expect(quarantine.entries.keys.sorted() == ["b"])
    }

    @Test func `a clock that is set back keeps nobody for longer than a day`() {
        var quarantine = Quarantine()
        for _ in 0..<3 { strike(&quarantine, at: 10_000_000) }
        #expect(quarantine.sentence(of: "a", at: 10_000_000) != nil)
        #expect(quarantine.sentence(of: "a", at: 1000) == nil)
    }

    @Test func `remembers a thousand bundles, the most recent`() {
        var quarantine = Quarantine()
        for index in 0..<1100 { strike(&quarantine, at: 1000 + Int64(index), "\(index)") }
        #expect(quarantine.entries.count == 1000)
        #expect(quarantine.entries["99"] == nil)
        #expect(quarantine.entries["1099"] != nil)
    }

    @Test func `a reset forgets`() {
        var quarantine = Quarantine()
        for _ in 0..<3 { strike(&quarantine, at: 1000) }
        let wasKnown = quarantine.reset("a")
        let isStillKnown = quarantine.reset("a")
        #expect(wasKnown && !isStillKnown)
        #expect(quarantine.sentence(of: "a", at: 1000) == nil)
    }

    @Test func `a register keeps what several write at once`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-quarantine-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("register.json").path
        try await withThrowingTaskGroup { group in
            for index in 0..<16 {
                group.addTask {
                    try QuarantineRegister(path: path).update {
                        $0.strike(
                            "\(index)",
                            identifier: "id",
                            path: "/p",
                            reason: "crash",
                            at: 1000
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try QuarantineRegister(path: path).read().entries.count == 16)
    }

    @Test func `a register that somebody does not let go is not waited for for ever`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-quarantine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let register = QuarantineRegister(path: folder.appendingPathComponent("r.json").path)
        let holder = unsafe open(register.path + ".lock", O_RDWR | O_CREAT, 0o600)
        try #require(holder >= 0 && flock(holder, LOCK_EX) == 0)
        #expect(throws: QuarantineError.self) { try register.update { $0.reset("a") } }
        close(holder)
        #expect(try !register.update { $0.reset("a") })
    }

    @Test func `a register that is damaged says so and is left as it is`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-quarantine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("register.json")
        try Data("{".utf8).write(to: file)
        let register = QuarantineRegister(path: file.path)
        #expect(throws: QuarantineError.self) { try register.read() }
        #expect(throws: QuarantineError.self) { try register.update { $0.reset("a") } }
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }

    @Test func `what the host or its user did is nobody's offence`() {
        let innocent: [Verdict] = [
            .delivered(.completed), .delivered(.atExpiry), .fallback(.hostShutdown),
            .fallback(.hostResource), .fallback(.hostOverloaded), .fallback(.killedFromOutside),
            .rejected(.sandbox), .rejected(.quarantined), .notCalled(.noAlert),
        ]
        for verdict in innocent { #expect(!verdict.isOffence) }
        let guilty: [Verdict] = [
            .delivered(.checkpoint), .fallback(.crash), .fallback(.timeout), .rejected(.link),
        ]
        for verdict in guilty { #expect(verdict.isOffence) }
    }
}
