// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// Begins the runs of one part, each when it is to begin, and has them recorded.
///
/// However many runs there are, there are no more tasks than runs in flight. Once its task is
/// cancelled it begins no further run, and waits for those in flight.
struct LoadGenerator: Sendable {
    let plan: PartPlan

    /// What the runs are about, in turn.
    let payloads: [MeasuredPayload]
    let source: any RunSource
    let recorder: PartRecorder

    func run() async throws {
        try await warmUp()
        guard !Task.isCancelled else { return }
        recorder.begin()
        defer { recorder.end() }
        switch plan.pace {
        case .closed(let concurrency): try await runClosed(concurrency)
        case .open(let rate, let concurrency): try await runOpen(rate, concurrency)
        }
    }

    private func warmUp() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for ordinal in 0..<plan.warmUpCount {
                group.addTask { _ = try await make(ordinal) }
            }
            try await group.waitForAll()
        }
    }

    /// Each lane begins its next run as its last one ends.
    private func runClosed(_ concurrency: Int) async throws {
        let turns = Turns(count: plan.runCount)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(concurrency, plan.runCount) {
                group.addTask {
                    while !Task.isCancelled, let ordinal = turns.next() {
                        plan.prepare?()
                        try await measure(ordinal)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func runOpen(_ rate: Double, _ concurrency: Int) async throws {
        let begin = MonotonicTime.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            var places = concurrency
            for ordinal in 0..<plan.runCount {
                let intendedAt = begin + .seconds(Double(ordinal) / rate)
                await sleep(until: intendedAt)
                if places == 0 {
                    try await group.next()
                    places += 1
                }
                guard !Task.isCancelled else { break }
                places -= 1
                group.addTask { try await measure(ordinal, intendedAt: intendedAt) }
            }
            try await group.waitForAll()
        }
    }

    /// Waits until a time, or not at all once the task is cancelled.
    private func sleep(until time: MonotonicTime) async {
        let left = time - .now
        guard left > .zero else { return }
        try? await Task.sleep(for: left, tolerance: .zero)
    }

    /// Makes a run and has it recorded.
    ///
    /// - Parameters:
    ///   - ordinal: Which it is, from 0 on.
    ///   - intendedAt: When it was to begin; nil for now.
    /// - Throws: What keeps every run from being made.
    private func measure(_ ordinal: Int, intendedAt: MonotonicTime? = nil) async throws {
        let startedAt = MonotonicTime.now
        let run = try await make(ordinal)
        recorder.record(
            RunSample(
                ordinal: ordinal + 1,
                payload: payload(of: ordinal).name,
                intendedAt: intendedAt ?? startedAt,
                startedAt: startedAt,
                run: run
            )
        )
    }

    private func make(_ ordinal: Int) async throws -> FinishedRun {
        try await source.run(payload(of: ordinal), budget: plan.budget, isFresh: plan.isCold)
    }

    private func payload(of ordinal: Int) -> MeasuredPayload {
        payloads[ordinal % payloads.count]
    }
}

/// Gives every run to one lane.
private final class Turns: Sendable {
    private let count: Int
    private let taken = Atomic(0)

    init(count: Int) {
        self.count = count
    }

    func next() -> Int? {
        let ordinal = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return ordinal < count ? ordinal : nil
    }
}
