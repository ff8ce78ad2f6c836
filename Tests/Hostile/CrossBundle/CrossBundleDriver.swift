// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
import BelfryRandom
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Synchronization
internal import Testing

/// Runs fourteen hostile bundles and three honest ones in one host, each without a pause.
final class CrossBundleDriver: Sendable {
    private let stage: HostileStage
    private let bundles: [(entry: CrossBundleEntry, bundle: ExtensionBundle)]
    private let generator: Mutex<SeededGenerator>
    private let references = Mutex<[String: Outcome.Fingerprint]>([:])

    /// The results so far.
    let tally = Mutex(CrossBundleTally())

    init(stage: HostileStage, seed: UInt64) throws {
        self.stage = stage
        generator = Mutex(SeededGenerator(seed: seed))
        bundles = try (CrossBundleEntry.honest + CrossBundleEntry.attackers).enumerated()
            .map { index, entry in
                (entry, try stage.bundle("Cross-\(index)", entry.fixture))
            }
    }

    /// Runs the honest bundles for a while, alone or with the hostile ones beside them.
    func run(for length: Duration, attacked isAttacked: Bool) async throws {
        let end = ContinuousClock.now + length
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in bundles.indices where isAttacked || bundles[index].entry.isHonest {
                group.addTask {
                    while ContinuousClock.now < end {
                        try await self.runOnce(index, attacked: isAttacked)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func runOnce(_ index: Int, attacked isAttacked: Bool) async throws {
        let (entry, bundle) = bundles[index]
        let act = generator.withLock { generator in
            entry.acts[Int.random(in: 0..<entry.acts.count, using: &generator)]
        }
        let neighbour = bundles[(index + 1) % bundles.count].bundle.libraryPath
        let settings = RunSettings(entry.budget, payload: #","neighbour":"\#(neighbour)""#)
        let outcome = try await stage.run(bundle, act: act.name, settings)
        try check(
            outcome,
            of: entry,
            act,
            named: "\(bundle.name) \(entry.fixture.name) \(act.name)"
        )
        tally.withLock { tally in
            let verdict = "\(outcome.report.verdict): \(outcome.report.reason)"
            tally.verdicts[verdict, default: 0] += 1
            guard entry.isHonest else { return }
            if isAttacked {
                tally.attacked.append(outcome.latency)
            } else {
                tally.alone.append(outcome.latency)
            }
        }
    }

    private func check(
        _ outcome: Outcome,
        of entry: CrossBundleEntry,
        _ act: CrossBundleEntry.Act,
        named name: String
    ) throws {
        #expect(outcome.deliveries.count == 1, "\(name): \(outcome.deliveries.count) deliveries")
        if !act.verdicts.isEmpty {
            #expect(
                act.verdicts.contains(outcome.verdict),
                "\(name): \(outcome.verdict): \(outcome.report.explanation)"
            )
        }
        if outcome.report.isDelivered {
            for (attempt, accepted) in act.answers.sorted(by: { $0.key < $1.key }) {
                let found = outcome.answers[attempt] ?? "nothing"
                #expect(accepted.contains(found), "\(name): \(attempt) answered \(found)")
            }
        }
        guard entry.isHonest else { return }
        #expect(outcome.report.strikes.isEmpty, "\(name): \(outcome.report.strikes)")
        let result = try outcome.fingerprint()
        let reference = references.withLock { references in
            if references[name] == nil { references[name] = result }
            return references[name]
        }
        #expect(result == reference, "\(name): its result has changed")
    }
}
