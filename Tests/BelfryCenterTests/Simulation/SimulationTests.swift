// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryLedger
import CenterSimulation
import Foundation
import Testing

/// Seeded schedules with crashes at every step; `BELFRY_CENTER_SECONDS` says for how long.
@Suite struct SimulationTests {
    private static var seconds: Double {
        ProcessInfo.processInfo.environment["BELFRY_CENTER_SECONDS"].flatMap(Double.init) ?? 3
    }

    /// Where the search begins: another place each time, unless `BELFRY_CENTER_SEED` names one.
    private static var firstSeed: UInt64 {
        ProcessInfo.processInfo.environment["BELFRY_CENTER_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 0..<1 << 32)
    }

    /// Seeds that once failed; each stays here.
    ///
    /// 9: what was held for a summary was left when the schedule ended before it.
    ///
    /// 1723958766: a request's picture, which an extension had replaced, was taken from a notification
    /// that was dismissed, and was not its own again when that was put back.
    ///
    /// 1682: the hours of Do Not Disturb were not followed after a restart by a clock that had been set back
    /// to a time after the last event.
    static let found: [UInt64] = [9, 1_723_958_766, 1682]

    @Test(arguments: found)
    func `keeps every promise where a schedule once broke one`(_ seed: UInt64) throws {
        try CenterSchedule(seed: seed, over: MemoryStore()).run()
    }

    @Test(.timeLimit(.minutes(30)))
    func `keeps every promise in any order of events and crashes`() throws {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var seed = Self.firstSeed
        var count = 0
        repeat {
            do {
                try CenterSchedule(seed: seed, over: MemoryStore()).run()
            } catch {
                Issue.record("seed \(seed): \(error); BELFRY_CENTER_SEED=\(seed) runs it again")
                return
            }
            seed += 1
            count += 1
        } while ContinuousClock.now < end
        print("center: \(count) schedules, the last was \(seed - 1)")
    }

    @Test(arguments: 1...12)
    func `keeps every promise over SQLite as in memory`(_ seed: UInt64) throws {
        var options = Ledger.Options()
        options.synchronous = "OFF"
        options.checksMemory = true
        let path = try TemporaryDirectory().file("center.sqlite")
        let ledger = try Ledger(at: path, options: options)
        try CenterSchedule(seed: seed, over: ledger).run()
        try ledger.check()
        let (entries, sizes) = try ledger.read { store in
            (
                try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max),
                try store.sizes()
            )
        }
        let found = Dictionary(grouping: entries, by: \.app).mapValues { entries in
            LedgerSize(
                entryCount: entries.count,
                byteCount: entries.reduce(0) { $0 + ContentCoding.byteCount(of: $1) }
            )
        }
        #expect(sizes == found)
    }
}
