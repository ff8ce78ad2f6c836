// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// Hostile and honest bundles in one host at full load: none reaches another.
///
/// `BELFRY_CROSS_SECONDS` says for how long, `BELFRY_CROSS_SEED` repeats the choices. Only a suite of
/// a minute and more is held to a latency: the machine of a short one does other things.
@Suite(.timeLimit(.minutes(60)))
struct CrossBundleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["BELFRY_CROSS_SECONDS"].flatMap { Int($0) } ?? 20
    private static let seed =
        environment["BELFRY_CROSS_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

    /// How often the honest bundles are alone, and as often attacked, in turns.
    private static let windows = 4

    @Test func `no bundle reaches another, and honest ones keep their verdicts`() async throws {
        let shelf = try await FixtureShelf.path()
        let results = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-cross-\(UUID().uuidString).txt")
        print("cross-bundle: seed \(Self.seed), \(Self.seconds) s")
        await #expect(processExitsWith: .success) {
            [
                seed = Self.seed as UInt64, seconds = Self.seconds as Int, shelf = shelf as String,
                path = results.path as String
            ] in
            try await CrossBundleTests.perform(seed, seconds, shelf: shelf, resultsPath: path)
        }
        print((try? String(contentsOf: results, encoding: .utf8)) ?? "cross-bundle: no results")
        try? FileManager.default.removeItem(at: results)
    }

    private static func perform(
        _ seed: UInt64,
        _ seconds: Int,
        shelf: String,
        resultsPath: String
    ) async throws {
        let workshop = try Workshop()
        setenv("TMPDIR", workshop.folder.path, 1)
        unsetenv("XDG_RUNTIME_DIR")
        try await Task.sleep(for: .seconds(1))
        let before = try Holdings.now()
        let targets = try Holdings.descriptorTargets()
        let tally = try await load(workshop, seed, seconds, shelf, resultsPath)
        #expect(tally.attacked.count >= windows)
        if seconds >= 60 { #expect(tally.slowdown <= 3) }
        let after = try await Holdings.settled(at: before)
        // Dispatch and Foundation keep what they opened for the first that waits.
        let isOfHost = { (target: String) in
            !target.hasPrefix("anon_inode:") && target != "/proc/loadavg"
        }
        let left = try Holdings.descriptorTargets().filter(isOfHost)
            .difference(from: targets.filter(isOfHost)).insertions
        #expect(left.isEmpty, "\(left)")
        #expect(after.descendants == before.descendants, "\(before) \(after)")
        #expect(after.mounts == before.mounts, "\(before) \(after)")
    }

    /// Loads a host, which is gone afterwards with all that it held open.
    private static func load(
        _ workshop: borrowing Workshop,
        _ seed: UInt64,
        _ seconds: Int,
        _ shelf: String,
        _ resultsPath: String
    ) async throws -> CrossBundleTally {
        let begin = ContinuousClock.now
        let stage = try HostileStage(workshop, shelf: shelf)
        let driver = try CrossBundleDriver(stage: stage, seed: seed)
        let window = Duration.seconds(seconds) / (2 * windows)
        for number in 0..<2 * windows {
            try await driver.run(for: window, attacked: number % 2 == 1)
        }
        await stage.host.shutdown()
        let tally = driver.tally.withLock { $0 }
        let text = tally.report(seed: seed, took: ContinuousClock.now - begin)
        try text.write(toFile: resultsPath, atomically: true, encoding: .utf8)
        return tally
    }
}
