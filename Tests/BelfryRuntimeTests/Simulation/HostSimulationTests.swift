// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

@testable import BelfryRuntime

/// Whole hosts without a kernel, driven by seeds.
@Suite(.timeLimit(.minutes(5)))
struct HostSimulationTests {
    /// How long new seeds are tried, in seconds; `BELFRY_SIMULATION_SECONDS` says otherwise.
    private static let seconds =
        ProcessInfo.processInfo.environment["BELFRY_SIMULATION_SECONDS"].flatMap(Double.init) ?? 5

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    @Test func `keeps every promise with seeds that broke one once`() throws {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        let simulator = HostSimulator(bundles: bundles.all)
        for seed in HostSimulator.failedSeeds { try Self.check(seed, simulator) }
    }

    @Test func `keeps every promise, whatever workers and machine do`() async throws {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        let simulator = HostSimulator(bundles: bundles.all)
        let found = await simulator.search(
            for: .seconds(Self.seconds),
            from: .random(in: 0...(.max)),
            threadCount: 1
        )
        print("host simulation: \(found.scheduleCount) schedules")
        if let seed = found.failedSeed { try Self.check(seed, simulator) }
        #expect(found.failedSeed == nil)
        #expect(found.scheduleCount > 0)
    }

    @Test func `plays a seed the same way again`() throws {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        let simulator = HostSimulator(bundles: bundles.all)
        var lineCount = 0
        for seed in 0..<40 as Range<UInt64> {
            let first = simulator.play(seed, isTold: true)
            let second = simulator.play(seed, isTold: true)
            lineCount += first.history.count
            #expect(first.history == second.history)
        }
        #expect(lineCount > 40 * 20)
    }

    private static func check(_ seed: UInt64, _ simulator: HostSimulator) throws {
        let outcome = simulator.play(seed, isTold: true)
        guard let failure = outcome.failure else { return }
        throw Failure(
            description: "seed \(seed): \(failure); `make simulate SEED=\(seed)` shows it again\n"
                + outcome.history.joined(separator: "\n")
        )
    }
}
