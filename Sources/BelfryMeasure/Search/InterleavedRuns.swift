// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom
internal import BelfryReport
internal import BelfrySystem

/// Runs of several parts in turns: one of each on the same payload, in an order that is drawn anew
/// each time.
///
/// The machine does this and that over seconds, so that two measurements one after the other differ
/// without cause. Here what slows one part is as likely to slow the others. And two processes of one
/// build differ for as long as they live, so there are several sessions, each with processes of its
/// own.
struct InterleavedRuns: Sendable {
    /// The parts, each with as many runs as the others.
    let plans: [PartPlan]

    /// What makes the runs of each part.
    let rack: SourceRack

    /// What the runs are about, in turn.
    let payloads: [MeasuredPayload]
    let progress: SearchProgress

    /// Most sessions, and the fewest runs of one part in each.
    private static let mostSessions = 25
    private static let leastRuns = 4

    private var runCount: Int { plans.map(\.runCount).min() ?? 0 }
    private var sessionCount: Int {
        max(1, min(Self.mostSessions, runCount / Self.leastRuns))
    }

    /// Makes the runs, until there are enough or the task is cancelled.
    ///
    /// - Parameters:
    ///   - generator: Draws the orders.
    ///   - take: Is given the reports of each round in the order of the parts, and its session.
    /// - Returns: The parts, as far as they came.
    /// - Throws: What keeps every run from being made.
    func run(
        drawing generator: inout SeededGenerator,
        _ take: ([RunReport], Int) -> Void = { _, _ in }
    ) async throws -> [MeasuredPart] {
        let recorders = plans.map(PartRecorder.init)
        progress.begin(plans.map(\.name).joined(separator: " · "), runCount: runCount * plans.count)
        for recorder in recorders { recorder.begin() }
        do {
            for session in 0..<sessionCount where !Task.isCancelled {
                try await run(session, recorders, &generator) { take($0, session) }
            }
        } catch {
            await rack.stop()
            throw error
        }
        await rack.stop()
        return recorders.map { recorder in
            recorder.end()
            var part = recorder.part()
            part.warmUpCount = warmUpRounds * sessionCount
            return part
        }
    }

    private func run(
        _ session: Int,
        _ recorders: [PartRecorder],
        _ generator: inout SeededGenerator,
        _ take: ([RunReport]) -> Void
    ) async throws {
        let sources = try await rack.renew(inOrder: plans.indices.shuffled(using: &generator))
        let lanes = plans.indices.map { Lane(plans[$0], sources[$0], recorders[$0]) }
        try await warmUp(lanes, &generator)
        let range = runCount * session / sessionCount..<runCount * (session + 1) / sessionCount
        for ordinal in range {
            guard let reports = try await round(ordinal, lanes, &generator) else { return }
            take(reports)
        }
    }

    /// A part, and what makes its runs: a host of its own, so that it keeps its warm worker.
    private struct Lane {
        let plan: PartPlan
        let source: any RunSource
        let recorder: PartRecorder

        init(_ plan: PartPlan, _ source: any RunSource, _ recorder: PartRecorder) {
            self.plan = plan
            self.source = source
            self.recorder = recorder
        }
    }

    /// Rounds that are not counted, in each session.
    ///
    /// A cold run more than there is: the first has a zygote to wait for. The second run of a warm
    /// worker still does what later ones do not have to.
    private var warmUpRounds: Int { plans.contains { !$0.isCold } ? 3 : 1 }

    /// Makes runs in the way in which those that count are made: a part that is always warmed up last
    /// would go on as it is, while the others have waited for it.
    private func warmUp(_ lanes: [Lane], _ generator: inout SeededGenerator) async throws {
        for ordinal in 0..<warmUpRounds {
            for index in lanes.indices.shuffled(using: &generator) where !Task.isCancelled {
                _ = try await make(ordinal, lanes[index])
            }
        }
    }

    /// One run of each; nil where one may have been ended by a cancellation.
    private func round(
        _ ordinal: Int,
        _ lanes: [Lane],
        _ generator: inout SeededGenerator
    ) async throws -> [RunReport]? {
        var reports = [RunReport?](repeating: nil, count: lanes.count)
        for index in lanes.indices.shuffled(using: &generator) {
            let lane = lanes[index]
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
            reports[index] = run.report
        }
        return reports.compactMap(\.self)
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
