// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryBenchmarks
internal import Testing

@Suite struct ScheduleTests {
    @Test(arguments: 0..<12)
    func `runs every probe once in each round`(_ round: Int) {
        #expect(Schedule.order(ofRound: round, probeCount: 5).sorted() == [0, 1, 2, 3, 4])
    }

    @Test func `lets each probe be first in its turn`() {
        let firsts = (0..<8).compactMap { Schedule.order(ofRound: $0, probeCount: 4).first }
        #expect(Set(firsts) == [0, 1, 2, 3])
    }

    @Test func `lets no probe always follow the same one`() {
        for probe in 0..<4 {
            let before = (0..<8).compactMap { round -> Int? in
                let order = Schedule.order(ofRound: round, probeCount: 4)
                guard let place = order.firstIndex(of: probe), place > 0 else { return nil }
                return order[place - 1]
            }
            #expect(Set(before).count > 1, "probe \(probe) follows \(before)")
        }
    }

    @Test func `leaves out the first round and keeps at least one`() async throws {
        let schedule = Schedule(probes: [OneSampleProbe()], duration: .zero)
        let rounds = try await schedule.run { _ in }
        #expect(rounds.count == 1)
        #expect(rounds.first?[.pingPongTogether] == [.microseconds(1)])
    }
}

private struct OneSampleProbe: Probe {
    func measure(into round: inout Round) async throws {
        round.add(.microseconds(1), to: .pingPongTogether)
    }
}
