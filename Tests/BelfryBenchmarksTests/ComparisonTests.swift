// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryBenchmarks
internal import Testing

@Suite struct ComparisonTests {
    private let pair: (subject: Series, limit: Series) = (.warmRun, .pingPongTogether)

    @Test func `takes the ratio within each round, not of the totals`() throws {
        // The machine was ten times slower in the second and third round, for both alike.
        let rounds = [
            round([20, 22, 24], over: [10, 11, 12]),
            round([200, 220, 240], over: [100, 110, 120]),
            round([200, 220, 240], over: [100, 110, 120]),
        ]
        let comparison = try #require(Comparison(of: pair, in: rounds))
        #expect(comparison.ratio.quantile(0) == 2)
        #expect(comparison.ratio.quantile(1) == 2)
        #expect(comparison.ratio.count == 3)
    }

    @Test func `lets one disturbed round not move the middle`() throws {
        let rounds = [
            round([30], over: [10]), round([9000], over: [10]), round([31], over: [10]),
        ]
        let comparison = try #require(Comparison(of: pair, in: rounds))
        #expect(abs(comparison.ratio.median - 3.1) < 1e-9)
    }

    @Test func `leaves out rounds that miss one side, but keeps their samples`() throws {
        let rounds = [
            round([30], over: [10]), round([], over: [20]), round([40], over: []),
        ]
        let comparison = try #require(Comparison(of: pair, in: rounds))
        #expect(comparison.ratio.count == 1)
        #expect(comparison.subject.count == 2)
        #expect(comparison.limit.median == .microseconds(15))
    }

    @Test func `is none when no round has both sides`() {
        #expect(Comparison(of: pair, in: [round([1], over: []), round([], over: [1])]) == nil)
        #expect(Comparison(of: pair, in: []) == nil)
    }

    private func round(_ subject: [Int], over limit: [Int]) -> Round {
        var round = Round()
        for microseconds in subject { round.add(.microseconds(microseconds), to: pair.subject) }
        for microseconds in limit { round.add(.microseconds(microseconds), to: pair.limit) }
        return round
    }
}
