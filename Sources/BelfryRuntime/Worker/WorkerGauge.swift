// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host has measured of one worker.
struct WorkerGauge {
    /// The loaded, idle worker, which every run is measured against.
    var baseline = WorkerHoldings()

    /// What it held at the end of its last run; at first, the baseline.
    var last = WorkerHoldings()

    /// Its footprint and its threads when they were last looked at.
    private(set) var presentByteCount: UInt64 = 0
    private(set) var presentThreadCount = 0

    /// The most private memory that was seen, and the kernel's limit for it.
    private(set) var peakDataByteCount: UInt64 = 0
    var dataLimit: UInt64 = 0

    /// Notes what it was found to hold.
    mutating func note(_ holdings: WorkerHoldings) {
        presentByteCount = holdings.byteCount
        presentThreadCount = holdings.threadCount
    }

    /// Notes what it was found to hold while it was at work.
    mutating func note(_ footprint: ProcessMeter.Footprint) {
        peakDataByteCount = max(peakDataByteCount, footprint.dataByteCount)
        presentByteCount = footprint.byteCount
        presentThreadCount = footprint.threadCount
    }

    /// How much of a footprint is above the idle worker's.
    func growth(of footprint: ProcessMeter.Footprint) -> UInt64 {
        footprint.byteCount - min(footprint.byteCount, baseline.byteCount)
    }
}
