// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
import BelfryRandom
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// Runs the mixed soak: several runs at once, chosen by a seed, every one checked.
final class SoakDriver: Sendable {
    /// How many runs are under way at the same time.
    private static let lanes = 6

    /// How often everything stops, so that what is held can be counted.
    static let batches = 10

    private let stage: HostileStage
    private let bundles: [ExtensionBundle]
    private let generator: Mutex<SeededGenerator>
    private let reference: Outcome.Fingerprint
    private let weights: Int

    /// Runs of the batch that nobody has taken on yet.
    private let left = Mutex(0)

    /// The results so far.
    let tally = Mutex(SoakTally())

    init(stage: HostileStage, seed: UInt64) async throws {
        self.stage = stage
        generator = Mutex(SeededGenerator(seed: seed))
        weights = Soak.entries.reduce(0) { $0 + $1.weight }
        var known: [Fixture: ExtensionBundle] = [:]
        bundles = try Soak.entries.map { entry in
            if let bundle = known[entry.fixture] { return bundle }
            let name = "Soak-\(known.count)"
            let bundle = try stage.bundle(name, entry.fixture, ["ParallelRuns": 3])
            known[entry.fixture] = bundle
            return bundle
        }
        reference = try await stage.run(bundles[0]).fingerprint()
    }

    /// Runs good extensions alone, so that there is something to compare with.
    func runGood(_ count: Int) async throws {
        try await run(count) { _ in
            0
        } note: { tally, latency in
            tally.alone.append(latency)
        }
    }

    /// Runs a batch of everything.
    func runMixed(_ count: Int) async throws {
        try await run(count, choose) { tally, latency in tally.mixed.append(latency) }
    }

    private func choose(_ generator: inout SeededGenerator) -> Int {
        var number = Int.random(in: 0..<weights, using: &generator)
        for (index, entry) in Soak.entries.enumerated() {
            if number < entry.weight { return index }
            number -= entry.weight
        }
        return 0
    }

    private func run(
        _ count: Int,
        _ choose: @escaping @Sendable (inout SeededGenerator) -> Int,
        note: @escaping @Sendable (inout SoakTally, Duration) -> Void
    ) async throws {
        left.withLock { $0 = count }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.lanes {
                group.addTask {
                    while self.takesOne() {
                        let index = self.generator.withLock { choose(&$0) }
                        try await self.run(index, note)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func takesOne() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }

    private func run(
        _ index: Int,
        _ note: @Sendable (inout SoakTally, Duration) -> Void
    ) async throws {
        let entry = Soak.entries[index]
        let outcome = try await stage.run(bundles[index], act: entry.act, RunSettings(entry.budget))
        let name = "\(entry.fixture.library) \(entry.act)"
        #expect(outcome.deliveries.count == 1, "\(name): \(outcome.deliveries.count) deliveries")
        if !entry.verdicts.isEmpty {
            #expect(
                entry.verdicts.contains(outcome.verdict),
                "\(name): \(outcome.verdict): \(outcome.report.explanation)"
            )
        }
        if !outcome.report.isDelivered {
            #expect(outcome.deliveries.first?.content == outcome.original, "\(name)")
        }
        tally.withLock {
            $0.verdicts["\(outcome.report.verdict): \(outcome.report.reason)", default: 0] += 1
        }
        guard entry.isGood else { return }
        #expect(try outcome.fingerprint() == reference, "a good extension's result has changed")
        let wait = Duration.milliseconds(outcome.report.timing?.queueWaitMilliseconds ?? 0)
        tally.withLock { note(&$0, max(.zero, outcome.latency - wait)) }
    }
}
