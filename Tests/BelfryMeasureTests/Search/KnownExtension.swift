// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import Synchronization

@testable internal import BelfryRuntime

/// An extension whose needs are known: a stand-in for a host, which lets each run end as one would.
final class KnownExtension: RunSource {
    /// What one run needs; times in milliseconds, before the extension is told that its time ends.
    struct Need: Sendable {
        var wall: Double
        var cpu: Double
        var memory: Double
    }

    private struct State {
        var generator: TestGenerator
        var runCount = 0
        var budgets: [Budget] = []
        var leak = 0
    }

    private let state: Mutex<State>
    private let report = RunReport.standIn()
    private let need: @Sendable (inout TestGenerator, Int, Bool) -> Need

    /// - Parameters:
    ///   - seed: What the needs are drawn with.
    ///   - need: Draws what a run needs, by its number and whether its worker is new.
    init(
        seed: UInt64,
        need: @escaping @Sendable (inout TestGenerator, Int, Bool) -> Need
    ) {
        state = Mutex(State(generator: TestGenerator(seed: seed)))
        self.need = need
    }

    /// What its worker keeps of each run.
    var leakByteCount: Int {
        get { state.withLock { $0.leak } }
        set { state.withLock { $0.leak = newValue } }
    }

    var runCount: Int { state.withLock { $0.runCount } }

    /// The budgets that runs had, each once for runs one after the other.
    var budgets: [Budget] { state.withLock { $0.budgets } }

    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        let (need, kept, ordinal) = state.withLock { state in
            state.runCount += 1
            if state.budgets.last != budget { state.budgets.append(budget) }
            let ordinal = state.runCount % 64 + 1
            let need = self.need(&state.generator, state.runCount, isFresh)
            return (need, UInt64(state.leak * ordinal), ordinal)
        }
        var report = report
        report.outcome = .known(Self.end(of: need, under: budget))
        report.timing?.isWarm = !isFresh
        report.timing?.wallMilliseconds = min(need.wall, budget.wall.milliseconds)
        report.usage?.cpuMilliseconds = min(need.cpu, budget.cpu.milliseconds)
        let wall = Double(budget.memoryByteCount) * 1.25
        report.usage?.peakByteCount = UInt64(min(need.memory, wall))
        report.usage?.finalByteCount = kept
        report.worker?.runOrdinal = ordinal
        return FinishedRun(report: report, deliveredAt: .now)
    }

    private static func end(of need: Need, under budget: Budget) -> Verdict {
        let wall = budget.wall.milliseconds
        let grace = budget.grace.milliseconds
        if need.memory > Double(budget.memoryByteCount) { return .fallback(.memory) }
        if need.cpu >= budget.cpu.milliseconds { return .fallback(.cpu) }
        if need.wall >= wall { return .fallback(.timeout) }
        if grace < wall, need.wall >= wall - grace { return .delivered(.atExpiry) }
        return .delivered(.completed)
    }
}

/// Random numbers that a seed makes again, with the distributions that times have.
struct TestGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// From 0 to 1.
    mutating func uniform() -> Double { .random(in: 0..<1, using: &self) }

    /// Around 0, by the sum of twelve.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
}
