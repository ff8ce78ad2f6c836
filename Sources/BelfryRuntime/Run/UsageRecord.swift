// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire
internal import Glibc

/// What a run used, from counters that were read at its beginning and along the way.
struct UsageRecord {
    /// The worker's CPU time as the run began, and what the run has used since, in nanoseconds.
    private(set) var cpuAtBeginning: UInt64 = 0
    private(set) var cpu: UInt64 = 0

    /// The process's counters as the run began, and as it was decided.
    private(set) var statisticsAtBeginning: ProcessMeter.Statistics?
    private(set) var statistics: ProcessMeter.Statistics?

    /// The most memory above the baseline that was seen, and that of the last look.
    private(set) var peak: UInt64 = 0
    private(set) var final: UInt64 = 0

    /// Resident pages of files at the last look: libraries that all processes share.
    private var filePageByteCount: UInt64 = 0

    /// The most above the baseline that the run can have had, by the kernel's counts.
    private(set) var kernelPeak: UInt64?

    /// Whether the extension was told that it has little memory left, or little CPU time.
    private var isPressureTold = false
    private(set) var isCPUPressureTold = false
    private(set) var growth = Growth()

    /// What a worker holds more than after its last run; less when it is negative.
    struct Growth {
        var byteCount: Int64 = 0
        var threadCount = 0
        var descriptorCount = 0
    }
}

extension UsageRecord {
    // MARK: CPU time

    /// Begins with the worker's CPU time; one that has ended by now, whose is nil, uses nothing.
    mutating func begin(cpu: UInt64?) {
        cpuAtBeginning = cpu ?? .max
    }

    /// Notes what was used by a moment at which the worker's CPU time is this.
    mutating func noteCPU(_ total: UInt64) {
        cpu = total - min(total, cpuAtBeginning)
    }

    /// The worker's CPU time as it was noted last; the largest where it is not known.
    var cpuAtEnd: UInt64 { cpuAtBeginning.addingSaturated(cpu) }

    /// Notes that the extension is told of its CPU time; false where it was told before.
    mutating func tellCPUPressure() -> Bool {
        defer { isCPUPressureTold = true }
        return !isCPUPressureTold
    }

    // MARK: Counters

    /// Begins with the process's counters.
    mutating func begin(_ statistics: ProcessMeter.Statistics?) {
        statisticsAtBeginning = statistics
    }

    /// Ends with the process's counters, and with what its worker holds more than before.
    mutating func end(_ statistics: ProcessMeter.Statistics, _ growth: Growth) {
        self.statistics = statistics
        self.growth = growth
    }

    // MARK: Memory

    /// Notes what a worker has when it is loaded, which is more than a run may use.
    mutating func begin(tooLarge byteCount: UInt64) {
        final = byteCount
        peak = byteCount
    }

    /// Notes the memory above the baseline, and the pages of files.
    mutating func noteMemory(_ above: UInt64, files: UInt64) {
        final = above
        peak = max(peak, above)
        filePageByteCount = files
    }

    /// Notes that the extension is told of its memory; false where it was told before.
    mutating func tellPressure() -> Bool {
        defer { isPressureTold = true }
        return !isPressureTold
    }

    /// Notes that it has made room, so that it is told again when there is none.
    mutating func endPressure() {
        isPressureTold = false
    }

    /// Notes the most that the run can have had, however short, by two counts that miss nothing.
    ///
    /// The most that was ever resident can be an earlier run's, or have been pages of a file. But what
    /// it did not have as it began it has had to fault in, a page at a time: workers have no huge ones.
    mutating func noteKernelPeak(
        _ footprint: ProcessMeter.Footprint,
        since before: WorkerHoldings,
        above baseline: WorkerHoldings
    ) {
        guard let first = statisticsAtBeginning, let last = statistics else { return }
        let files = min(before.filePageByteCount, footprint.filePageByteCount)
        let most = footprint.residentPeakByteCount
        let resident = most - min(most, baseline.byteCount + files)
        let faults = last.faultCount - min(last.faultCount, first.faultCount)
        kernelPeak = min(resident, Self.most(before, above: baseline, faults))
    }

    /// Notes the same of a run whose process went on until it ended.
    mutating func noteKernelPeak(until end: ProcessEnd, _ gauge: WorkerGauge) {
        let most = end.peakResidentByteCount
        let resident = most - min(most, gauge.baseline.byteCount + filePageByteCount)
        guard let last = statistics ?? statisticsAtBeginning else {
            kernelPeak = resident
            return
        }
        let faults = end.faultCount - min(end.faultCount, last.faultCount)
        let since = Self.most(gauge.last, above: gauge.baseline, faults)
        kernelPeak = min(resident, max(kernelPeak ?? 0, since))
    }

    /// What there can be at most after so many faults.
    private static func most(
        _ before: WorkerHoldings,
        above baseline: WorkerHoldings,
        _ faultCount: UInt64
    ) -> UInt64 {
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        // A zygote may tell of any number of faults.
        return (before.byteCount - min(before.byteCount, baseline.byteCount))
            .addingSaturated(faultCount.multipliedSaturated(by: page))
    }
}

extension UsageRecord.Growth {
    init(from before: WorkerHoldings, to after: WorkerHoldings) {
        byteCount = Int64(clamping: after.byteCount) - Int64(clamping: before.byteCount)
        threadCount = after.threadCount - before.threadCount
        descriptorCount = after.descriptorCount - before.descriptorCount
    }
}
