// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// What processes held after each of their runs, as the kernel counts it.
///
/// The host replaces a process that holds too much, so this adds up what each run left, whichever
/// process served it. The first runs of a process are not counted: they fill caches.
struct Holdings {
    /// Bytes, threads and descriptors left by all runs so far.
    private(set) var memory: [Double] = []
    private(set) var threads: [Double] = []
    private(set) var descriptors: [Double] = []

    /// Why a process was replaced before its time; nil when none was.
    private(set) var retirement: Retirement?

    /// How many runs were counted.
    var count: Int { memory.count }

    /// How many runs of each process are not counted.
    private static let warmingRunCount = 5

    /// Takes what is known after a run.
    mutating func add(_ report: RunReport) {
        guard let usage = report.usage, let worker = report.worker else { return }
        retirement = retirement ?? worker.retirement ?? worker.predecessorRetirement
        guard worker.runOrdinal > Self.warmingRunCount else { return }
        memory.append((memory.last ?? 0) + Double(usage.growthByteCount))
        threads.append((threads.last ?? 0) + Double(usage.growthThreadCount))
        descriptors.append((descriptors.last ?? 0) + Double(usage.growthDescriptorCount))
    }
}
