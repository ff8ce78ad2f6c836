// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Synchronization

/// Makes the runs of several parts, one part after the other.
package final class Meter: Sendable {
    private let plans: [PartPlan]
    private let payloads: [MeasuredPayload]
    private let source: any RunSource
    private let stopSign: StopSign
    private let patience: Duration
    private let current = Mutex<PartRecorder?>(nil)

    /// A measuring that has not begun.
    ///
    /// - Parameters:
    ///   - plans: The parts.
    ///   - payloads: What the runs are about, in turn; at least one.
    ///   - source: What makes the runs.
    ///   - stopSign: What ends it early.
    ///   - patience: How long runs in flight may take to end once the stop sign is up.
    package init(
        _ plans: [PartPlan],
        payloads: [MeasuredPayload],
        source: any RunSource,
        stopSign: StopSign = StopSign(),
        patience: Duration = .seconds(1)
    ) {
        precondition(!payloads.isEmpty, "a run is about a payload")
        self.plans = plans
        self.payloads = payloads
        self.source = source
        self.stopSign = stopSign
        self.patience = patience
    }

    /// Measures.
    ///
    /// - Returns: The parts, as far as they came; none without a run.
    /// - Throws: What kept the runs from being made.
    package func run() async throws -> [MeasuredPart] {
        var parts: [MeasuredPart] = []
        for plan in plans where !stopSign.isRaised {
            let part = try await measure(plan)
            if part.runCount > 0 { parts.append(part) }
        }
        return parts
    }

    /// How far it has come; nil before it begins.
    package var progress: MeasurementProgress? {
        current.withLock { $0 }?.progress
    }

    private func measure(_ plan: PartPlan) async throws -> MeasuredPart {
        let recorder = PartRecorder(plan)
        current.withLock { $0 = recorder }
        let generator = LoadGenerator(
            plan: plan,
            payloads: payloads,
            source: source,
            recorder: recorder
        )
        // What ends after the last moment was ended by us, and says nothing about the extension.
        try await stopSign.guarding(source.stop, patience: patience, atLast: recorder.close) {
            try await generator.run()
        }
        return recorder.part()
    }
}
