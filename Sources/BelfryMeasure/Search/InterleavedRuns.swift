// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfrySystem

/// Runs of several parts in turns: one of each on the same payload, in an order that is drawn anew
/// each time.
///
/// The machine does this and that over seconds, so that two measurements one after the other differ
/// without cause. Here what slows one part is as likely to slow the others.
struct InterleavedRuns: Sendable {
    /// A part, and what makes its runs: a host of its own, so that it keeps its warm worker.
    struct Lane: Sendable {
        let plan: PartPlan
        let source: any RunSource
        let recorder: PartRecorder

        init(_ plan: PartPlan, _ source: any RunSource) {
            self.plan = plan
            self.source = source
            recorder = PartRecorder(plan)
        }
    }

    /// The parts, each with as many runs as the others.
    let lanes: [Lane]

    /// What the runs are about, in turn.
    let payloads: [MeasuredPayload]
    let progress: SearchProgress

    /// Makes the runs, until there are enough or the task is cancelled.
    ///
    /// - Parameters:
    ///   - generator: Draws the orders.
    ///   - take: Is given the reports of each round, in the order of the lanes.
    /// - Throws: What keeps every run from being made.
    func run(
        drawing generator: inout SplitMix,
        _ take: ([RunReport]) -> Void = { _ in }
    ) async throws {
        let runCount = lanes.map(\.plan.runCount).min() ?? 0
        progress.begin(
            lanes.map(\.plan.name).joined(separator: " · "),
            runCount: runCount * lanes.count
        )
        try await warmUp()
        for lane in lanes { lane.recorder.begin() }
        defer { for lane in lanes { lane.recorder.end() } }
        for ordinal in 0..<runCount {
            var reports = [RunReport?](repeating: nil, count: lanes.count)
            for index in lanes.indices.shuffled(using: &generator) {
                guard let report = try await measure(ordinal, lanes[index]) else { return }
                reports[index] = report
            }
            take(reports.compactMap(\.self))
        }
    }

    private func warmUp() async throws {
        for lane in lanes {
            for ordinal in 0..<lane.plan.warmUpCount where !Task.isCancelled {
                _ = try await make(ordinal, lane)
            }
        }
    }

    /// Makes a run and has it recorded; nil where it may have been ended by a cancellation.
    private func measure(_ ordinal: Int, _ lane: Lane) async throws -> RunReport? {
        guard !Task.isCancelled else { return nil }
        lane.plan.prepare?()
        let startedAt = MonotonicTime.now
        let run = try await make(ordinal, lane)
        guard !Task.isCancelled else { return nil }
        progress.count(run.report)
        lane.recorder.record(
            RunSample(
                ordinal: ordinal + 1,
                payload: payloads[ordinal % payloads.count].name,
                intendedAt: startedAt,
                startedAt: startedAt,
                run: run
            )
        )
        return run.report
    }

    private func make(_ ordinal: Int, _ lane: Lane) async throws -> FinishedRun {
        let payload = payloads[ordinal % payloads.count]
        return try await lane.source.run(
            payload,
            budget: lane.plan.budget,
            isFresh: lane.plan.isCold
        )
    }
}
