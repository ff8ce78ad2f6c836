// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// What a warm worker may keep and do between runs before it is replaced.
enum IdleAllowance {
    /// CPU time from the end of a run to the beginning of the next: enough to clean up.
    static let cpu = Duration.milliseconds(100)

    /// How long it may have nothing to do.
    static let time = Duration.seconds(60)

    /// Packets from the end of a run to the beginning of the next: what was under way.
    static let packetCount = 256

    /// Threads and descriptors more than when it was loaded.
    static let threadCount = 32
    static let descriptorCount = 16

    /// How much of its memory budget it may keep: what is left must do for a run.
    static func byteCount(of budget: Budget) -> UInt64 {
        UInt64(clamping: budget.memoryByteCount) / 2
    }

    /// How much more private writable memory it may have than when it was loaded, touched or not: what
    /// the kernel still grants it (``Budget/dataLimit(footprint:data:)``) must do for a run.
    ///
    /// Stacks of threads are most of it. Past the kernel's limit the next run's allocations fail, for
    /// what earlier runs have left.
    static func dataByteCount(of budget: Budget) -> UInt64 {
        UInt64(clamping: budget.memoryByteCount) / 8 * 5
    }

    /// How often idle workers are looked at.
    static let interval = Duration.seconds(1)

    /// What a worker exceeds; nil for nothing.
    static func exceeded(
        by holdings: WorkerHoldings,
        over baseline: WorkerHoldings,
        _ budget: Budget
    ) -> Retirement? {
        if holdings.byteCount > baseline.byteCount.addingSaturated(byteCount(of: budget)) {
            return .memory
        }
        if holdings.threadCount > baseline.threadCount + threadCount { return .threads }
        if holdings.descriptorCount > baseline.descriptorCount + descriptorCount {
            return .descriptors
        }
        // Last, and no misuse: memory that is only asked for harms nobody.
        let data = baseline.dataByteCount.addingSaturated(dataByteCount(of: budget))
        return holdings.dataByteCount > data ? .spent : nil
    }
}
