// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host has measured of one worker.
///
/// It belongs to the host's thread.
final class WorkerGauge {
    /// The loaded, idle worker, which every run is measured against.
    private(set) var baseline = WorkerHoldings()

    /// What it held at the end of its last run; at first, the baseline.
    private(set) var last = WorkerHoldings()

    /// Its footprint and its threads when they were last looked at.
    private(set) var presentByteCount: UInt64 = 0
    private(set) var presentThreadCount = 0

    /// The most private memory that was seen, and the kernel's limit for it.
    private(set) var peakDataByteCount: UInt64 = 0
    private(set) var dataLimit: UInt64 = 0

    /// Notes what it holds as it is loaded and idle.
    func begin(with holdings: WorkerHoldings) {
        baseline = holdings
        last = holdings
        note(holdings)
    }

    /// Notes what it holds as a run of its ends.
    ///
    /// - Returns: What it held at the end of the run before.
    func endRun(with holdings: WorkerHoldings) -> WorkerHoldings {
        defer { last = holdings }
        return last
    }

    /// Notes the kernel's limit for its private memory, in bytes.
    func noteDataLimit(_ byteCount: UInt64) {
        dataLimit = byteCount
    }

    /// Notes what it was found to hold.
    func note(_ holdings: WorkerHoldings) {
        presentByteCount = holdings.byteCount
        presentThreadCount = holdings.threadCount
    }

    /// Notes what it was found to hold while it was at work.
    func note(_ footprint: ProcessMeter.Footprint) {
        peakDataByteCount = max(peakDataByteCount, footprint.dataByteCount)
        presentByteCount = footprint.byteCount
        presentThreadCount = footprint.threadCount
    }

    /// How much of its footprint at the last look is above the idle worker's.
    var presentGrowth: UInt64 { presentByteCount - min(presentByteCount, baseline.byteCount) }

    /// How much of a footprint is above the idle worker's.
    func growth(of footprint: ProcessMeter.Footprint) -> UInt64 {
        footprint.byteCount - min(footprint.byteCount, baseline.byteCount)
    }
}
