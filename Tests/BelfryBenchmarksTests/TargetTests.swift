// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryBenchmarks
import Testing

struct TargetTests {
    private static let rounds: [Round] = [10, 20, 30].map { time in
        var round = Round()
        round.add(.microseconds(time), to: .warmRun)
        round.add(.microseconds(time * 2), to: .pingPongTogether)
        round.add(.microseconds(time / 2), to: .pingPongApart)
        return round
    }

    @Test(arguments: [
        (Target(subject: .warmRun, most: 6), 6, false),
        (Target(subject: .warmRun, most: 20), 20, true),
        (Target(subject: .warmRun, limits: [.pingPongTogether], addition: 3), 43, true),
        (
            Target(
                subject: .warmRun,
                most: 25,
                limits: [.pingPongTogether, .pingPongApart],
                factor: 1.5
            ), 15, false
        ),
        (
            Target(
                subject: .warmRun,
                most: 25,
                limits: [.pingPongShared, .pingPongApart],
                factor: 4
            ),
            25, true
        ),
    ])
    func `is held against the tightest of its bounds`(
        target: Target,
        bound: Double,
        isMet: Bool
    )
        throws
    {
        let outcome = try #require(target.outcome(in: Self.rounds))
        #expect(outcome.median == 20)
        #expect(outcome.bound == bound)
        #expect(outcome.isMet == isMet)
    }

    @Test func `says nothing of what was not measured`() {
        #expect(Target(subject: .command, most: 5).outcome(in: Self.rounds) == nil)
        #expect(Target(subject: .warmRun, limits: [.spawnTrue]).outcome(in: Self.rounds) == nil)
    }
}
