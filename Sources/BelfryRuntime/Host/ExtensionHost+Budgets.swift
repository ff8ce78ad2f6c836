// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

extension ExtensionHost {
    /// How often a worker is looked at while it works.
    private static let samplingInterval = Duration.milliseconds(10)

    func measureBeginning(_ run: RunRecord, _ worker: WorkerRecord) {
        guard let meter = worker.process?.meter else { return }
        // A cold start is part of the run, as on iOS (P118).
        run.usage.cpuAtBeginning = run.isWarm ? meter.cpuNanoseconds ?? 0 : 0
        run.usage.statisticsAtBeginning = meter.statistics
    }

    func measureEnd(_ run: RunRecord, _ worker: WorkerRecord) {
        guard let meter = worker.process?.meter else { return }
        note(meter.footprint, run, worker)
        if let cpu = meter.cpuNanoseconds {
            run.usage.cpu = cpu - min(cpu, run.usage.cpuAtBeginning)
        }
        run.usage.statistics = meter.statistics
    }

    /// Looks at all working workers now and again in a while, until none works.
    func startSampling() {
        guard sampling == nil else { return }
        sampling = reactor.schedule(at: .now + Self.samplingInterval) { [weak self] in
            self?.assumeIsolated { $0.sample() }
        }
    }

    private func sample() {
        sampling = nil
        let working = runs.values.filter { $0.machine.isRunning }
        for run in working { sample(run) }
        if !working.isEmpty { startSampling() }
    }

    private func sample(_ run: RunRecord) {
        guard let worker = run.worker, let meter = worker.process?.meter else { return }
        note(meter.footprint, run, worker)
        let limit = UInt64(run.budget.memoryByteCount)
        if run.usage.final > limit {
            return perform(run.machine.exceeded(.memory), on: run)
        }
        if run.usage.final > run.budget.pressureByteCount, !run.usage.isPressureTold {
            run.usage.isPressureTold = true
            tell(worker, .pressure(used: run.usage.final, limit: limit))
        }
        guard let cpu = meter.cpuNanoseconds else { return }
        if cpu - min(cpu, run.usage.cpuAtBeginning) > UInt64(run.budget.cpu.nanoseconds) {
            perform(run.machine.exceeded(.cpu), on: run)
        }
    }

    private func note(
        _ footprint: ProcessMeter.Footprint?,
        _ run: RunRecord,
        _ worker: WorkerRecord
    ) {
        guard let footprint, footprint.byteCount > 0 else { return }
        let above = footprint.byteCount - min(footprint.byteCount, worker.baseline)
        run.usage.final = above
        run.usage.peak = max(run.usage.peak, above)
    }
}
