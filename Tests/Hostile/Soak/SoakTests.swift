// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// Good and hostile extensions mixed at random in one host, over and over.
///
/// `BELFRY_SOAK_RUNS` says how many runs, `BELFRY_SOAK_SEED` repeats a soak's choices.
@Suite(.timeLimit(.minutes(60)))
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let runs = environment["BELFRY_SOAK_RUNS"].flatMap { Int($0) } ?? 400
    private static let seed =
        environment["BELFRY_SOAK_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

    @Test func `no run is lost or doubled, and the host stays as it is`() async throws {
        let shelf = try await FixtureShelf.path()
        let results = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-soak-\(UUID().uuidString).txt")
        print("soak: seed \(Self.seed), \(Self.runs) runs")
        await #expect(processExitsWith: .success) {
            [
                seed = Self.seed as UInt64, runs = Self.runs as Int, shelf = shelf as String,
                path = results.path as String
            ] in
            try await SoakTests.soak(seed: seed, runs: runs, shelf: shelf, resultsPath: path)
        }
        print((try? String(contentsOf: results, encoding: .utf8)) ?? "soak: no results")
        try? FileManager.default.removeItem(at: results)
    }

    private static func soak(
        seed: UInt64,
        runs: Int,
        shelf: String,
        resultsPath: String
    ) async throws {
        let workshop = try Workshop()
        setenv("TMPDIR", workshop.folder.path, 1)
        unsetenv("XDG_RUNTIME_DIR")
        // What Dispatch keeps for those that sleep is not to be counted later; it makes none for a
        // sleep that is over before it gets to it.
        try await Task.sleep(for: .seconds(1))
        let before = try Holdings.now()
        let begin = ContinuousClock.now
        let tally = try await soak(seed, runs, workshop, shelf)
        let text = tally.report(seed: seed, runs: runs, took: ContinuousClock.now - begin)
        try text.write(toFile: resultsPath, atomically: true, encoding: .utf8)
        check(tally)
        let after = try await Holdings.settled(at: before)
        #expect(after.descriptors == before.descriptors, "\(before) \(after)")
        #expect(after.descendants == before.descendants, "\(before) \(after)")
        #expect(after.mounts == before.mounts, "\(before) \(after)")
    }

    private static func soak(
        _ seed: UInt64,
        _ runs: Int,
        _ workshop: borrowing Workshop,
        _ shelf: String
    ) async throws -> SoakTally {
        let stage = try HostileStage(workshop, shelf: shelf)
        let driver = try await SoakDriver(stage: stage, seed: seed)
        try await driver.runGood(max(100, runs / 20))
        for _ in 0..<SoakDriver.batches {
            try await driver.runMixed(runs / SoakDriver.batches)
            let held = try Holdings.now()
            let memory = try Holdings.residentKilobytes()
            driver.tally.withLock { $0.holdings.append((held, memory)) }
        }
        await stage.host.shutdown()
        return driver.tally.withLock { $0 }
    }

    /// Flat is: no more at the end than in the first half, but for the workers that happen to be kept.
    private static func check(_ tally: SoakTally) {
        let half = tally.holdings.count / 2
        guard let last = tally.holdings.last else { return }
        let earlier = tally.holdings.prefix(half)
        let descriptors = earlier.map(\.0.descriptors).max() ?? 0
        let threads = earlier.map(\.0.threads).max() ?? 0
        let memory = earlier.map(\.1).max() ?? 0
        #expect(last.0.descriptors <= descriptors + 64)
        #expect(last.0.threads <= threads + 4)
        #expect(last.1 <= memory + 16 * 1024)
        // Generous: this machine is shared. The numbers are printed.
        #expect(SoakTally.quantile(0.5, of: tally.mixed) < 500)
        #expect(SoakTally.quantile(0.99, of: tally.mixed) < 5000)
    }
}
