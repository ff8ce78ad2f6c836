// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

@testable internal import BelfryMeasure

@Suite struct GateComparisonTests {
    private static func comparison(_ change: Change, share: Double) -> ComparisonReport {
        let interval = ChangeInterval(value: share, low: share, high: share)
        let metric = MetricChange(
            kind: "warm",
            metric: .wall,
            unit: "ms",
            percentile: 50,
            old: 10,
            new: 10 * (1 + share),
            difference: ChangeInterval(value: 10 * share, low: 10 * share, high: 10 * share),
            share: interval,
            change: change
        )
        return ComparisonReport(
            oldPath: "/Old.appex",
            oldVersion: "1.0",
            seed: 1,
            pairCount: 1000,
            sessionCount: 25,
            confidence: 0.95,
            comparisonCount: 1,
            correctedConfidence: 0.95,
            metrics: [metric],
            completions: []
        )
    }

    private static func outcomes(
        _ text: String,
        _ comparison: ComparisonReport?
    ) throws -> [GateOutcome] {
        let clauses = try GateExpression.parse(text).clauses
        return clauses.flatMap { $0.outcomes(of: comparison) ?? [] }
    }

    @Test(arguments: [
        ("change.p50.wall > 5%", Change.more, 0.08, true),
        ("change.p50.wall > 10%", .more, 0.08, false),
        ("change.p50.wall > 500us", .more, 0.08, true),
        ("warm: change.p50.wall > 5%", .more, 0.08, true),
        ("change.p50.wall > 5%", .noneShown, 0.08, false),
        ("change.p50.wall > 5%", .less, -0.08, false),
    ])
    func `fails on what is shown to be worse by so much`(
        clause: String,
        change: Change,
        share: Double,
        isFailed: Bool
    ) throws {
        let outcomes = try Self.outcomes(clause, Self.comparison(change, share: share))
        #expect(outcomes.map(\.isFailed) == [isFailed])
        #expect(outcomes.first?.part == "warm")
    }

    @Test func `fails where nothing was compared`() throws {
        #expect(try Self.outcomes("change.p50.wall > 5%", nil).map(\.isFailed) == [true])
        let other = Self.comparison(.more, share: 1)
        #expect(try Self.outcomes("cold: change.p50.wall > 5%", other).map(\.isFailed) == [true])
    }

    @Test(arguments: ["change.max.wall > 5%", "change.p50.latency > 5ms", "change.wall > 5%"])
    func `knows what is compared`(clause: String) {
        #expect(throws: GateError.self) { try GateExpression.parse(clause) }
    }
}
