// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// What a worker has when it is loaded, and what the kernel holds it to from there on.
extension Worker {
    /// Takes the measure of the worker, which is loaded and idle, and has the kernel hold it to its
    /// memory budget.
    ///
    /// - Returns: Whether it can be given a request; false for one that has too much already.
    func measureBaseline() -> Bool {
        guard let process, let footprint = process.footprint else { return true }
        let holdings = WorkerHoldings(footprint, descriptorCount: process.descriptorCount)
        gauge.baseline = holdings
        gauge.last = holdings
        gauge.note(holdings)
        if let client, client.lease.hasTooManyThreads(footprint) { return false }
        // What constructors took would be out of every later count.
        if footprint.byteCount > UInt64(clamping: budget.memoryByteCount) {
            // One that was prewarmed waits for no run: the next one starts its own, to report.
            guard let client else {
                kill()
                return false
            }
            client.lease.startsTooLarge(footprint)
            return false
        }
        limitData(by: footprint, process)
        return true
    }

    private func limitData(
        by footprint: ProcessMeter.Footprint,
        _ process: any WorkerProcess
    ) {
        let limit = budget.dataLimit(
            footprint: footprint.byteCount,
            data: footprint.dataByteCount
        )
        // A limit is only ever lowered: one from before it was loaded may be tighter.
        gauge.dataLimit = min(limit, process.dataLimit ?? limit)
        if gauge.dataLimit == limit { forking.limitData(of: number, to: limit) }
    }

    /// Why a worker that holds so much gets no further run; nil when it is kept.
    func excess(_ holdings: WorkerHoldings) -> Retirement? {
        IdleAllowance.exceeded(by: holdings, over: gauge.baseline, budget)
    }

    /// When its life began, in nanoseconds of UNIX time, by the clock of files.
    var beginning: UInt64 {
        let age = UInt64(clamping: (clock.now - requestedAt).nanoseconds)
        let now = clock.fileTime
        return now - min(now, age + Self.fileClockTick)
    }

    /// How late the kernel's clock for files can be, in nanoseconds.
    static let fileClockTick: UInt64 = 20_000_000
}
