// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem

/// What a worker has when it is loaded, and what the kernel holds it to from there on.
extension Worker {
    /// Takes the measure of the worker, which is loaded and idle, and has the kernel hold it to its
    /// memory budget.
    ///
    /// - Returns: Whether it can be given a request; false for one that has too much already.
    func measureBaseline() -> Bool {
        guard let readings, let footprint = readings.footprint else { return true }
        gauge.begin(
            with: WorkerHoldings(footprint, descriptorCount: readings.descriptorCount)
        )
        if hasTooManyThreads(footprint) { return false }
        // What constructors took would be out of every later count.
        let isTooLarge = footprint.byteCount > UInt64(clamping: budget.memoryByteCount)
        if isTooLarge || isPastLimit(footprint, readings) {
            startsTooLarge(footprint)
            return false
        }
        limitData(by: footprint, readings)
        return true
    }

    /// Looks at what a worker has while it serves no request: while it is loaded, as its constructors
    /// run, and while its run is finished.
    ///
    /// - Returns: When to look again; nil for one that serves, or has no process.
    func sampleBesideRun() -> Duration? {
        guard let readings, client?.lease.isRunning != true else { return nil }
        guard let footprint = readings.footprint else { return Self.look }
        if readyAt == nil {
            if hasTooManyThreads(footprint) { return nil }
            guard isPastLimit(footprint, readings) else { return Self.look }
            startsTooLarge(footprint)
            return nil
        }
        guard let lease = client?.lease, lease.verdict != nil else { return nil }
        guard isPastLimit(footprint, readings) else { return Self.look }
        kill(because: .memory)
        return nil
    }

    /// How often it is looked at.
    private static let look = Duration.milliseconds(10)

    /// Whether it has more private memory than the kernel's limit, which counts no page that is mapped
    /// in the place of another: so a library's zeroes pass it.
    private func isPastLimit(
        _ footprint: ProcessMeter.Footprint,
        _ readings: any ProcessReadings
    ) -> Bool {
        footprint.dataByteCount > readings.dataLimit ?? .max
    }

    private func startsTooLarge(_ footprint: ProcessMeter.Footprint) {
        if let client { return client.lease.startsTooLarge(footprint) }
        // One that was prewarmed waits for no run: the next one starts its own, to report.
        kill()
    }

    /// Ends a worker that has more threads than its bundle may, which the kernel lets happen only where
    /// workers have no user namespace of their own.
    private func hasTooManyThreads(_ footprint: ProcessMeter.Footprint) -> Bool {
        if let client { return client.lease.hasTooManyThreads(footprint) }
        guard footprint.threadCount > bundle.manifest.threads else { return false }
        owner.noteDeparture(of: bundle, .threads)
        kill()
        return true
    }

    private func limitData(
        by footprint: ProcessMeter.Footprint,
        _ readings: any ProcessReadings
    ) {
        let limit = budget.dataLimit(
            footprint: footprint.byteCount,
            data: footprint.dataByteCount
        )
        // A limit is only ever lowered: one from before it was loaded may be tighter.
        gauge.noteDataLimit(min(limit, readings.dataLimit ?? limit))
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
