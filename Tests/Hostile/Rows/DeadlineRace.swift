// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Row 21: a completion as close to the deadline as it can be, on both sides of it.
enum DeadlineRace {
    private static let rounds = 48
    private static let atOnce = 4

    static let trial = Trial(
        "fifty times",
        .named("21-races-its-deadline"),
        manifest: { ["ParallelRuns": atOnce] }
    ) { stage, bundle in
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            var next = 0
            for _ in 0..<atOnce {
                group.addTask { [number = next] in try await race(stage, bundle, number) }
                next += 1
            }
            var outcomes: [Outcome] = []
            while let outcome = try await group.next() {
                outcomes.append(outcome)
                guard next < rounds else { continue }
                group.addTask { [number = next] in try await race(stage, bundle, number) }
                next += 1
            }
            return outcomes
        }
        #expect(outcomes.count == rounds)
        for outcome in outcomes { check(outcome) }
        // Far enough on either side to be sure.
        #expect(outcomes.contains { $0.report.isDelivered })
        #expect(outcomes.contains { $0.verdict == .fallback(.timeout) })
    }

    /// From eight milliseconds before the deadline to three after it, denser near it.
    private static func race(
        _ stage: HostileStage,
        _ bundle: ExtensionBundle,
        _ number: Int
    ) async throws -> Outcome {
        let offsets = [-8000, -3000, -1000, -500, -200, -100, -50, -10, 0, 1, 100, 3000]
        let offset = offsets[number % offsets.count]
        let settings = RunSettings("wall=1500ms", payload: #","offset":"\#(offset)""#)
        return try await stage.run(bundle, settings)
    }

    private static func check(_ outcome: Outcome) {
        #expect(outcome.deliveries.count == 1)
        let verdicts: [Verdict] = [
            .delivered(.completed), .delivered(.atExpiry), .fallback(.timeout),
        ]
        #expect(verdicts.contains(outcome.verdict), "\(outcome.verdict)")
        let title = outcome.deliveries.first?.content.title
        #expect(title == (outcome.report.isDelivered ? "changed" : "before"))
        #expect(outcome.report.strikes.allSatisfy { $0.hasSuffix("Completion") })
    }
}
