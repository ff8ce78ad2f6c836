// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryMeasure
import BelfryRuntime
import Synchronization
import Testing

@Suite struct ComparerTests {
    /// Two builds on a machine that comes and goes over many runs, the new one slower by a factor,
    /// and each process of either faster or slower than others by chance.
    private static func compare(
        seed: UInt64,
        factor: Double,
        pairCount: Int = 200,
        oldFailures: Double = 0,
        newFailures: Double = 0
    ) async throws -> ComparisonReport {
        let machine = Machine(seed: seed)
        let build = { (factor: Double, failures: Double) -> SourceRack.Maker in
            {
                let process = machine.process()
                return KnownExtension(seed: seed &+ UInt64(process * 1e9)) { generator, _, _ in
                    let noise = machine.next() * process * (1 + 0.1 * generator.normal())
                    let isStuck = generator.uniform() < failures
                    return .init(
                        wall: isStuck ? 1e9 : 20 * factor * max(noise, 0.2),
                        cpu: 10 * factor * max(noise, 0.2),
                        memory: 4e6
                    )
                }
            }
        }
        var options = Comparer.Options(seed: seed)
        options.drawCount = 300
        let plan = PartPlan(name: "warm", isCold: false, budget: Budget(), runCount: pairCount)
        let comparer = Comparer(
            old: .init([plan], build(1, oldFailures)),
            new: .init([plan], build(factor, newFailures)),
            payloads: [try StandInSource.payload("text.json")],
            options: options
        )
        return try await comparer.compare().comparison
    }

    @Test func `finds a tenth more, and says how much`() async throws {
        var (coverCount, foundCount) = (0, 0)
        for seed in 1...8 as ClosedRange<UInt64> {
            let report = try await Self.compare(seed: seed, factor: 1.1, pairCount: 400)
            let median = try #require(report.metrics.first { $0.metric == .wall })
            #expect(median.percentile == 50 && median.change != .less)
            if median.change == .more { foundCount += 1 }
            let share = try #require(median.share)
            #expect(abs(share.value - 0.1) < 0.08 && share.low < share.value)
            if share.low <= 0.1, share.high >= 0.1 { coverCount += 1 }
        }
        #expect(foundCount >= 6, "found in \(foundCount) of 8")
        #expect(coverCount >= 6, "\(coverCount) of 8 intervals hold the true change")
    }

    @Test func `finds a tenth less`() async throws {
        let report = try await Self.compare(seed: 3, factor: 0.9)
        #expect(report.metrics.first { $0.metric == .cpu }?.change == .less)
    }

    /// What waited while another process was started is slower once, whoever was started first.
    @Test func `sees no change in who was warmed up first`() async throws {
        let clock = Mutex(0.0)
        let maker: SourceRack.Maker = {
            let lastEnd = Mutex<Double?>(nil)
            return KnownExtension(seed: 5) { generator, _, _ in
                let cpu = clock.withLock { now in
                    let waited = lastEnd.withLock { now - ($0 ?? now) }
                    let isFirst = lastEnd.withLock { $0 == nil }
                    let cpu = (waited > 500 ? 15 : 10) * (1 + 0.02 * generator.normal())
                    now += isFirst ? 1000 : cpu
                    lastEnd.withLock { $0 = now }
                    return cpu
                }
                return .init(wall: 20, cpu: cpu, memory: 4e6)
            }
        }
        var options = Comparer.Options(seed: 1)
        options.drawCount = 300
        let plan = PartPlan(name: "warm", isCold: false, budget: Budget(), runCount: 1000)
        let comparer = Comparer(
            old: .init([plan], maker),
            new: .init([plan], maker),
            payloads: [try StandInSource.payload("text.json")],
            options: options
        )
        let report = try await comparer.compare().comparison
        let cpu = report.metrics.filter { $0.metric == .cpu }
        #expect(cpu.map(\.percentile) == [50, 90, 99])
        #expect(cpu.map(\.change) == [.noneShown, .noneShown, .noneShown])
    }

    /// Of all comparisons together 1 in 20 may be wrong.
    @Test func `does not cry where there is no change`() async throws {
        var cries = 0
        for seed in 1...25 as ClosedRange<UInt64> {
            let report = try await Self.compare(seed: seed, factor: 1)
            let changes = report.metrics.map(\.change) + report.completions.map(\.change)
            if changes.contains(.more) || changes.contains(.less) { cries += 1 }
        }
        #expect(cries <= 5, "\(cries) of 25")
    }

    @Test func `what there are too few runs for is not judged`() async throws {
        let report = try await Self.compare(seed: 1, factor: 3)
        for metric in report.metrics {
            let isKnown = metric.change != .tooFewRuns
            #expect(isKnown == (metric.percentile < 99))
        }
        // Two percentiles of three metrics, and completions.
        #expect(report.comparisonCount == 7)
        #expect(abs(report.correctedConfidence - (1 - 0.05 / 7)) < 1e-9)
        #expect(
            report.metrics.filter { $0.metric == .footprint }.allSatisfy {
                $0.difference.value == 0
            }
        )
    }

    @Test func `failures of one build are shown`() async throws {
        let report = try await Self.compare(seed: 1, factor: 1, newFailures: 0.2)
        let completion = try #require(report.completions.first)
        #expect(completion.change == .less && completion.oldCount == 200)
        #expect(completion.difference.low < -0.2 && completion.difference.high < -0.1)
        let few = try await Self.compare(seed: 1, factor: 1, oldFailures: 0.01, newFailures: 0.012)
        #expect(few.completions.first?.change == .noneShown)
    }

    @Test func `the same seed gives the same intervals`() async throws {
        let reports = [
            try await Self.compare(seed: 5, factor: 1.02),
            try await Self.compare(seed: 5, factor: 1.02),
        ]
        #expect(reports[0].metrics.map(\.difference) == reports[1].metrics.map(\.difference))
    }
}

/// How slow a machine is, which changes over tens of runs.
private final class Machine: Sendable {
    private let state: Mutex<(generator: TestGenerator, level: Double)>

    init(seed: UInt64) {
        state = Mutex((TestGenerator(seed: seed &* 31), 0))
    }

    /// How slow one process is.
    func process() -> Double {
        state.withLock { 1 + 0.02 * $0.generator.normal() }
    }

    func next() -> Double {
        state.withLock { state in
            state.level = state.level * 0.97 + 0.03 * state.generator.normal()
            return 1 + 0.5 * state.level
        }
    }
}
