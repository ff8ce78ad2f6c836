// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

@testable import BelfryRuntime

/// Whole hosts without a kernel, driven by seeds.
@Suite(.timeLimit(.minutes(5)))
struct HostSimulationTests {
    /// Seeds that broke a promise once.
    private static let failedSeeds: [UInt64] = [1_350_963_428_002_002_697]

    /// How long new seeds are tried, in seconds; `BELFRY_SIMULATION_SECONDS` says otherwise.
    private static let seconds =
        ProcessInfo.processInfo.environment["BELFRY_SIMULATION_SECONDS"].flatMap(Double.init) ?? 5

    /// The one seed to be tried, for a schedule that failed.
    private static let chosenSeed =
        ProcessInfo.processInfo.environment["BELFRY_SIMULATION_SEED"].flatMap { UInt64($0) }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    @Test func `every run is delivered once, whatever workers and machine do`() async throws {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        for seed in Self.chosenSeed.map({ [$0] }) ?? Self.failedSeeds {
            try await Self.play(seed, bundles)
        }
        guard Self.chosenSeed == nil else { return }
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var count = 0
        while ContinuousClock.now < end {
            try await Self.play(.random(in: 0...(.max)), bundles)
            count += 1
        }
        print("host simulation: \(count) schedules")
        #expect(count > 0)
    }

    private static func play(_ seed: UInt64, _ bundles: SimulatedBundles) async throws {
        let executor = StepExecutor()
        let schedule = HostSchedule(seed: seed, bundles.all, on: executor)
        let task = Task { await schedule.play(stepCount: 60) }
        // Everything runs here: the task, and what the host starts.
        while !schedule.isOver {
            executor.drain()
            await Task.yield()
        }
        let (failure, history) = await task.value
        guard let problem = failure else { return }
        throw Failure(
            description: "seed \(seed) (BELFRY_SIMULATION_SEED): \(problem)\n"
                + history.joined(separator: "\n")
        )
    }
}
