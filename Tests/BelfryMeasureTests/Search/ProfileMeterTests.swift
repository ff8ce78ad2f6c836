// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

@Suite struct ProfileMeterTests {
    @Test func `each budget has its own part and its own source`() async throws {
        var narrow = Budget()
        narrow.wall = .milliseconds(100)
        let sources = [1, 2].map { seed in
            KnownExtension(seed: seed) { generator, _, _ in
                .init(wall: 200 * generator.uniform(), cpu: 1, memory: 1e6)
            }
        }
        let groups = [true, false].map { isCold in
            [("wide", Budget()), ("narrow", narrow)].map { name, budget in
                PartPlan(name: name, isCold: isCold, budget: budget, runCount: 50)
            }
        }
        let parts = try await ProfileMeter(
            groups,
            rack: SourceRack(sources.map { source in { source } }),
            payloads: [try StandInSource.payload("text.json")],
            seed: 1
        )
        .measure()
        #expect(parts.map(\.name) == ["wide", "narrow", "wide", "narrow"])
        #expect(parts.map(\.isCold) == [true, true, false, false])
        #expect(parts.allSatisfy { $0.runCount == 50 })
        #expect(sources[0].budgets == [Budget()] && sources[1].budgets == [narrow])
        let failures = parts.map { part in
            part.verdicts.filter { $0.verdict == .fallback }.reduce(0) { $0 + $1.count }
        }
        #expect(failures[0] == 0 && failures[1] > 10 && failures[2] == 0 && failures[3] > 10)
    }

    /// Each session makes its first warm run before any is counted, and of five there is one.
    @Test func `warm runs are made in workers that are there`() async throws {
        let source = KnownExtension(seed: 1) { _, _, _ in .init(wall: 1, cpu: 1, memory: 1) }
        let plan = PartPlan(name: "warm", isCold: false, budget: Budget(), runCount: 5)
        let parts = try await ProfileMeter(
            [[plan]],
            rack: SourceRack([{ source }]),
            payloads: [try StandInSource.payload("text.json")],
            seed: 1
        )
        .measure()
        #expect(parts.first?.runCount == 5 && source.runCount == 8)
    }
}
