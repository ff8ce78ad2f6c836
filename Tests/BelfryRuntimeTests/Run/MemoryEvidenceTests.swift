// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct MemoryEvidenceTests {
    @Test func `nothing known is no evidence`() {
        #expect(!MemoryEvidence(budget: 24 << 20).isExhausted)
    }

    @Test(arguments: [(24 << 20, false), (24 << 20 + 1, true)] as [(UInt64, Bool)])
    func `a resident set that grew past the budget is evidence`(growth: UInt64, isEvidence: Bool) {
        let evidence = MemoryEvidence(residentGrowth: growth, budget: 24 << 20)
        #expect(evidence.isExhausted == isEvidence)
    }

    /// An idle worker of 100, a wall at 200.
    @Test(
        arguments: [(0, false), (100, false), (189, false), (190, true), (200, true)]
            as [(UInt64, Bool)]
    )
    func `private memory near the wall is evidence, what was there before is not`(
        peak: UInt64,
        isEvidence: Bool
    ) {
        let evidence = MemoryEvidence(
            peakDataByteCount: peak,
            dataLimit: 200,
            idleDataByteCount: 100,
            budget: 1000
        )
        #expect(evidence.isExhausted == isEvidence)
    }

    @Test(arguments: [(89, false), (90, true)] as [(UInt64, Bool)])
    func `a resident set that grew nearly to the wall is evidence`(
        growth: UInt64,
        isEvidence: Bool
    ) {
        let evidence = MemoryEvidence(
            dataLimit: 200,
            idleDataByteCount: 100,
            residentGrowth: growth,
            budget: 1000
        )
        #expect(evidence.isExhausted == isEvidence)
    }

    @Test func `a wall below what the idle worker had says nothing`() {
        let evidence = MemoryEvidence(
            peakDataByteCount: 150,
            dataLimit: 100,
            idleDataByteCount: 150,
            budget: 1000
        )
        #expect(!evidence.isExhausted)
    }
}
