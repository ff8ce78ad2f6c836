// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom

/// Measures the same work under several budgets side by side.
package struct ProfileMeter: Sendable {
    private let groups: [[PartPlan]]
    private let rack: SourceRack
    private let payloads: [MeasuredPayload]
    private let seed: UInt64
    private let progress: SearchProgress

    /// - Parameters:
    ///   - groups: Parts that are measured side by side, one for each budget.
    ///   - rack: Makes the runs, with a lane for each budget.
    ///   - payloads: What the runs are about, in turn; one at least.
    ///   - seed: What the order of each round is drawn with.
    ///   - progress: Is told of every run.
    package init(
        _ groups: [[PartPlan]],
        rack: SourceRack,
        payloads: [MeasuredPayload],
        seed: UInt64,
        progress: SearchProgress = SearchProgress()
    ) {
        precondition(!payloads.isEmpty, "a run is about a payload")
        precondition(groups.allSatisfy { $0.count == rack.count }, "each part has its lane")
        self.groups = groups
        self.rack = rack
        self.payloads = payloads
        self.seed = seed
        self.progress = progress
    }

    /// Measures, until all is done or the stop sign is raised.
    ///
    /// - Returns: The parts, as far as they came.
    /// - Throws: What keeps runs from being made.
    package func measure(until stopSign: StopSign = StopSign()) async throws -> [MeasuredPart] {
        try await stopSign.guarding(rack.stop) {
            var generator = SeededGenerator(seed: seed)
            var parts: [MeasuredPart] = []
            for plans in groups where !Task.isCancelled {
                let runs = InterleavedRuns(
                    plans: plans,
                    rack: rack,
                    payloads: payloads,
                    progress: progress
                )
                parts += try await runs.run(drawing: &generator)
            }
            return parts
        }
    }
}
