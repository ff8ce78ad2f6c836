// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host itself saw of a worker's memory until it ended, to tell a process that was refused
/// memory from one that crashed: both end in a signal.
struct MemoryEvidence: Equatable {
    /// The most private memory that was seen (VmData), and the wall the kernel holds it to
    /// (RLIMIT_DATA); 0 for what is not known.
    var peakDataByteCount: UInt64 = 0
    var dataLimit: UInt64 = 0

    /// VmData when it was loaded and idle.
    var idleDataByteCount: UInt64 = 0

    /// How far its largest resident set was above that of the idle worker (getrusage(2)).
    var residentGrowth: UInt64 = 0

    /// The memory budget.
    var budget: UInt64

    /// Whether the crash record says that the thread that crashed had been refused memory.
    ///
    /// The only trace there is of one allocation larger than all that was left. It is the worker's
    /// word, which can do no more than call a crash one of memory.
    var isReported = false

    /// Whether memory had run out, or nearly: past the budget, or nine tenths of the way to the wall.
    var isExhausted: Bool {
        if isReported || residentGrowth > budget { return true }
        guard dataLimit > idleDataByteCount else { return false }
        // What the idle worker has is no growth of the extension's.
        let enough = (dataLimit - idleDataByteCount) / 10 * 9
        let growth = peakDataByteCount - min(peakDataByteCount, idleDataByteCount)
        return growth >= enough || residentGrowth >= enough
    }
}
