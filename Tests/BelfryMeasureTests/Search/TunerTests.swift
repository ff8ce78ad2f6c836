// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryMeasure
import BelfryRuntime
import Testing

@Suite struct TunerTests {
    /// Needs from a value to a half more, evenly.
    private static func even(
        _ wall: Double,
        _ cpu: Double,
        _ memory: Double
    )
        -> @Sendable (inout TestGenerator, Int, Bool) -> KnownExtension.Need
    {
        { generator, _, _ in
            KnownExtension.Need(
                wall: wall * (1 + generator.uniform() / 2),
                cpu: cpu * (1 + generator.uniform() / 2),
                memory: memory * (1 + generator.uniform() / 2)
            )
        }
    }

    private static func tune(
        _ source: any RunSource,
        until stopSign: StopSign = StopSign(),
        _ change: (inout Tuner.Options) -> Void = { _ in }
    ) async throws -> TuningReport {
        var options = Tuner.Options()
        options.plan = TrialPlan(target: 0.99)
        options.kinds = [false]
        change(&options)
        let tuner = Tuner(
            source: source,
            payloads: [try StandInSource.payload("text.json")],
            options: options
        )
        return try await tuner.tune(until: stopSign)
    }

    /// With 299 runs and no failure what passes is above the 96th of a hundred nearly always, and
    /// nothing above the most that a run needs has to be tried.
    @Test func `the smallest budget lies where it must, for many seeds`() async throws {
        var unsafeCount = 0
        for seed in 1...10 as ClosedRange<UInt64> {
            let source = KnownExtension(seed: seed, need: Self.even(200, 100, 8e6))
            let report = try await Self.tune(source)
            #expect(report.isFound && report.warnings.isEmpty, "\(report.warnings)")
            let passed = report.budgets.map { $0.smallestPassed ?? 0 }
            let most = [300, 150, 12e6]
            for (passed, most) in zip(passed, most) {
                #expect(passed > most * 0.95 && passed <= most * 1.07, "seed \(seed): \(passed)")
                if passed < most * (1 - 0.01 / 3) { unsafeCount += 1 }
            }
            for tuned in report.budgets {
                let failed = try #require(tuned.largestFailed)
                let passed = try #require(tuned.smallestPassed)
                let recommended = try #require(tuned.recommended)
                #expect(failed < passed && recommended >= passed * 1.25)
                #expect(recommended <= passed * 1.25 * 1.11)
            }
            let combined = try #require(report.combined.last)
            #expect(combined.hasPassed && combined.confidence >= 0.95)
            #expect(combined.shownShare >= 0.99)
            #expect(report.runCount == source.runCount)
        }
        // A budget that lets 1 in 100 fail passes 1 time in 20; a rung is coarser than that.
        #expect(unsafeCount <= 7, "\(unsafeCount) of 30")
    }

    @Test func `the same runs give the same report`() async throws {
        let reports = try await [0, 1].asyncMap { _ in
            try await Self.tune(KnownExtension(seed: 7, need: Self.even(200, 100, 8e6)))
        }
        #expect(reports[0].budgets.map(\.text) == reports[1].budgets.map(\.text))
        #expect(reports[0].runCount == reports[1].runCount)
    }

    /// What is found makes runs complete, in workers that it has replaced.
    @Test func `a leak is told of with the budget that was found`() async throws {
        let source = KnownExtension(seed: 3, need: Self.even(200, 100, 8e6))
        source.leakByteCount = 65_536
        let report = try await Self.tune(source)
        #expect(report.isFound)
        #expect(report.warnings.count == 1)
        #expect(report.warnings[0].hasPrefix("a leak: the worker keeps 64 KB more with each run; "))
        #expect(report.warnings[0].contains("when it keeps more than"), "\(report.warnings)")
    }

    /// An extension is told a second before its time ends, and then does otherwise.
    @Test func `a wall longer than the grace second leaves it as well`() async throws {
        let report = try await Self.tune(
            KnownExtension(seed: 1, need: Self.even(900, 100, 8e6))
        )
        let wall = try #require(report.budgets.first { $0.budget == .wall })
        #expect(report.isFound)
        #expect(try #require(wall.smallestPassed) > 2300)
        #expect(try #require(wall.recommended) >= 1350 * 1.25 + 1000)
        #expect(wall.text?.hasSuffix("ms") == true || wall.text?.hasSuffix("s") == true)
    }

    @Test func `too few runs say what they are worth`() async throws {
        let source = KnownExtension(seed: 1, need: Self.even(200, 100, 8e6))
        let report = try await Self.tune(source) {
            $0.plan = TrialPlan(target: 0.999, runCount: 100)
        }
        #expect(report.isFound && report.failuresAllowed == 0)
        #expect(abs((report.combined.last?.confidence ?? 0) - 0.0952) < 0.001)
        let warning = try #require(report.warnings.first)
        #expect(warning.contains("100 runs a trial show 99.9 % with a confidence of 9.5 %"))
        #expect(warning.contains("make 2995"))
    }

    @Test func `an extension that fails anyway is not tuned`() async throws {
        let source = KnownExtension(seed: 1) { generator, _, _ in
            let isSlow = generator.uniform() < 0.1
            return .init(wall: isSlow ? 1e6 : 20, cpu: 10, memory: 1e6)
        }
        let report = try await Self.tune(source)
        #expect(!report.isFound && report.budgets.isEmpty)
        #expect(report.warnings.first?.contains("fallback: timeout") == true)
    }

    @Test func `a machine that changes meanwhile is named`() async throws {
        let source = KnownExtension(seed: 1) { generator, number, _ in
            let slowness = number < 1500 ? 1.0 : 1.6
            return .init(
                wall: 100 * slowness * (1 + generator.uniform() / 10),
                cpu: 20,
                memory: 1e6
            )
        }
        let report = try await Self.tune(source)
        #expect(report.warnings.contains { $0.contains("too noisy") }, "\(report)")
    }

    /// What starts slowly needs more than what is warm, and both are to complete.
    @Test func `warm and cold runs both pass`() async throws {
        let source = KnownExtension(seed: 1) { generator, _, isFresh in
            .init(wall: (isFresh ? 400 : 100) + generator.uniform(), cpu: 20, memory: 1e6)
        }
        let report = try await Self.tune(source) { $0.kinds = [false, true] }
        let wall = try #require(report.budgets.first)
        #expect(try #require(wall.smallestPassed) == 410)
        #expect(report.kinds == ["warm", "cold"])
    }

    /// Held to little it makes do with it, as one does that drops a cache when it is told of pressure.
    @Test func `the search goes below what unhindered runs used`() async throws {
        let source = Frugal()
        let report = try await Self.tune(source)
        let memory = try #require(report.budgets.first { $0.budget == .memory })
        #expect(memory.largestNeed == 8e6)
        #expect(try #require(memory.smallestPassed) < 2.1e6)
    }

    @Test func `a search that is stopped tells what it has`() async throws {
        let source = Stopped(runCount: 399)
        let report = try await Self.tune(source, until: source.stopSign) {
            $0.plan = TrialPlan(runCount: 1_000_000)
        }
        #expect(report.isInterrupted && !report.isFound)
        #expect(report.runCount == 399 && report.budgets.isEmpty)
    }
}

/// Raises a stop sign in the run after so many, which lasts until its task is cancelled.
private struct Stopped: RunSource {
    let runCount: Int
    let stopSign = StopSign()
    private let known = KnownExtension(seed: 1) { _, _, _ in
        .init(wall: 200, cpu: 100, memory: 8e6)
    }

    init(runCount: Int) { self.runCount = runCount }

    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        let finished = try await known.run(payload, budget: budget, isFresh: isFresh)
        guard known.runCount > runCount else { return finished }
        stopSign.raise()
        // Ends with the cancellation that the sign brings.
        try? await Task.sleep(for: .seconds(600))
        return finished
    }
}

/// Uses 8 MB, or what it is given, but never less than 2 MB.
private struct Frugal: RunSource {
    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        let memory = max(2e6, min(8e6, Double(budget.memoryByteCount)))
        let known = KnownExtension(seed: 1) { _, _, _ in .init(wall: 20, cpu: 20, memory: memory) }
        return try await known.run(payload, budget: budget, isFresh: isFresh)
    }
}

extension Array {
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async rethrows
        -> [Value]
    {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
