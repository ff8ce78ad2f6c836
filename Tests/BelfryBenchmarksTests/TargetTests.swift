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
        (Target(.warmRun, most: 6), 6, false),
        (Target(.warmRun, most: 20), 20, true),
        (Target(.warmRun, limits: [.pingPongTogether], addition: 3), 43, true),
        (
            Target(
                .warmRun,
                most: 25,
                limits: [.pingPongTogether, .pingPongApart],
                factor: 1.5
            ), 15, false
        ),
        (
            Target(.warmRun, most: 25, limits: [.pingPongShared, .pingPongApart], factor: 4),
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
        let outcome = target.outcome(in: Self.rounds)
        #expect(outcome.value == 20)
        #expect(outcome.bound == bound)
        #expect(outcome.isMet == isMet)
    }

    @Test func `is held against another quantile than the median`() {
        let target = Target(.time(.warmRun, quantile: 0.99), most: 29)
        let outcome = target.outcome(in: Self.rounds)
        #expect(outcome.value.map { abs($0 - 29.8) < 0.001 } == true)
        #expect(outcome.isMet == false)
        #expect(outcome.title == "C, warm: whole run, p99")
    }

    @Test func `is held against the memory of an idle worker`() {
        let target = Target(.idleMemory(of: "C"), most: 400)
        let outcome = target.outcome(in: Self.rounds, idleMemory: ["C": 312, "Swift": 632])
        #expect(outcome.value == 312)
        #expect(outcome.isMet == true)
    }

    @Test func `says that something was not measured`() {
        let outcomes = [
            Target(.command, most: 5).outcome(in: Self.rounds),
            Target(.warmRun, limits: [.spawnTrue]).outcome(in: Self.rounds),
            Target(.idleMemory(of: "C"), most: 400).outcome(in: Self.rounds),
            Target(.unmeasured("queued", because: "there is none"), most: 5)
                .outcome(in: Self.rounds),
        ]
        #expect(outcomes.map(\.isMet) == [nil, nil, nil, nil])
        #expect(outcomes.map(\.reason) == [nil, nil, nil, "there is none"])
    }

    @Test(arguments: [
        (
            Target(.warmRun, most: 6, limits: [.extismKept], factor: 0.5),
            "6.00 µs; 0.5 × Extism, plug-in kept"
        ),
        (
            Target(.prewarmedDelivery, limits: [.warmDelivery], addition: 100),
            "C, warm: to delivery + 100 µs"
        ),
        (Target(.idleMemory(of: "Swift"), most: 1024), "1024 KiB"),
    ])
    func `says its bounds in words`(target: Target, terms: String) {
        #expect(target.outcome(in: []).terms == terms)
    }
}
