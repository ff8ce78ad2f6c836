// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Testing

@testable import BelfryRuntime

struct IdleAllowanceTests {
    private let baseline = WorkerHoldings(
        byteCount: 1_000_000,
        residentByteCount: 5_000_000,
        threadCount: 4,
        descriptorCount: 6
    )

    @Test(arguments: [
        (12_582_912, 0, 0, nil), (12_582_913, 0, 0, Retirement.memory), (0, 32, 16, nil),
        (0, 33, 0, .threads), (0, 0, 17, .descriptors),
    ]) func `keeps what is within the allowance`(
        bytes: UInt64,
        threads: Int,
        descriptors: Int,
        retirement: Retirement?
    ) {
        let holdings = WorkerHoldings(
            byteCount: 1_000_000 + bytes,
            threadCount: 4 + threads,
            descriptorCount: 6 + descriptors
        )
        let exceeded = IdleAllowance.exceeded(by: holdings, over: baseline, Budget())
        #expect(exceeded == retirement)
    }

    /// 24 MB and an eighth is what the kernel grants besides; the next run has half of the budget.
    @Test(arguments: [(15_728_640, nil), (15_728_641, Retirement.spent)])
    func `is replaced without blame when it has asked for most of what the kernel grants`(
        bytes: Int,
        retirement: Retirement?
    ) {
        var baseline = baseline
        baseline.dataByteCount = 30_000_000
        var holdings = baseline
        holdings.dataByteCount += UInt64(bytes)
        let budget = Budget()
        #expect(IdleAllowance.exceeded(by: holdings, over: baseline, budget) == retirement)
        #expect(retirement?.isMisuse != true)
        let limit = budget.dataLimit(footprint: 1_000_000, data: baseline.dataByteCount)
        #expect(limit - holdings.dataByteCount >= 12_582_911)
    }

    @Test func `looks away no longer than it takes to pass the wall`() {
        var budget = Budget()
        #expect(Run.interval(until: budget, isExceededFrom: 0) == .milliseconds(10))
        budget.memoryByteCount = 8 << 20
        let interval = Run.interval(until: budget, isExceededFrom: 0)
        #expect(interval == .nanoseconds((10 << 20) / 2))
        #expect(Run.interval(until: budget, isExceededFrom: 8 << 20) < interval)
        #expect(Run.interval(until: budget, isExceededFrom: .max) == .milliseconds(1))
    }
}
