// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryRuntime

extension FuzzTarget {
    /// Budgets of the command line.
    ///
    /// One that is accepted is in its ranges, and what the host computes from it is in order.
    static let budget = FuzzTarget(
        "budget",
        byteLimit: 256,
        seeds: {
            [
                "wall=5s,memory=12MB", "ios-small,cpu=1.5s,output=64KB", "network=1024GB",
                "start=500ms,requests=5,connections=2", "memory=9223372036854775807",
            ]
            .map { Array($0.utf8) }
        },
        check: { bytes in
            var budget = Budget()
            do throws(BudgetError) {
                try budget.apply(String(decoding: bytes, as: UTF8.self))
            } catch {
                return
            }
            let sizes = [budget.memoryByteCount, budget.outputByteCount, budget.network.byteCount]
            for size in sizes { try hold((1...(1 << 40)).contains(size), "a size is \(size)") }
            for time in [budget.wall, budget.start, budget.cpu] {
                let isInRange = time > .zero && time <= .seconds(31_536_000)
                try hold(isInRange, "a time is \(time)")
            }
            let memory = UInt64(budget.memoryByteCount)
            try hold(budget.pressureByteCount <= memory, "pressure begins past the budget")
            try hold(budget.memoryWallByteCount >= memory, "the wall is below the budget")
            for footprint in [0, memory, .max] as [UInt64] {
                let limit = budget.dataLimit(footprint: footprint, data: footprint)
                try hold(limit >= footprint, "a limit of \(limit) is below what is in use")
            }
            for limit in budget.smallLimits { try holdOneLine(limit) }
        }
    )
}
