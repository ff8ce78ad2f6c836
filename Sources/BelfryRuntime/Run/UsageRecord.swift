// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Glibc

/// What a run used, from counters that were read at its beginning and along the way.
struct UsageRecord {
    var cpuAtBeginning: UInt64 = 0
    var cpu: UInt64 = 0
    var statisticsAtBeginning: ProcessMeter.Statistics?
    var statistics: ProcessMeter.Statistics?
    var peak: UInt64 = 0
    var final: UInt64 = 0

    /// Resident pages of files at the last look: libraries that all processes share.
    var filePageByteCount: UInt64 = 0

    /// The most above the baseline that the run can have had, by the kernel's counts.
    var kernelPeak: UInt64?
    var isPressureTold = false
    var isCPUPressureTold = false
    var growth = Growth()

    /// What a worker holds more than after its last run; less when it is negative.
    struct Growth {
        var byteCount: Int64 = 0
        var threadCount = 0
        var descriptorCount = 0
    }
}

extension UsageRecord {
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
        before.byteCount - min(before.byteCount, baseline.byteCount)
            + faultCount * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension UsageRecord.Growth {
    init(from before: WorkerHoldings, to after: WorkerHoldings) {
        byteCount = Int64(clamping: after.byteCount) - Int64(clamping: before.byteCount)
        threadCount = after.threadCount - before.threadCount
        descriptorCount = after.descriptorCount - before.descriptorCount
    }
}
