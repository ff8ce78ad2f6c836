// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Workers between runs: what they may keep and do, and when they are replaced.
extension ExtensionHost {
    // MARK: After a run

    /// Why a worker gets no further run after this one; nil when it is kept.
    func retirement(of worker: WorkerRecord, after run: RunRecord) -> Retirement? {
        if run.isFresh { return .fresh }
        if !run.strikes.isEmpty { return .strikes }
        if worker.runCount >= WorkerRecord.runLimit || worker.locks.isSpent { return .spent }
        if hasWrittenEnough(worker) { return .spent }
        guard let process = worker.process, !process.hasEnded, !process.meter.isExiting else {
            return .ended
        }
        // What it held when it had completed may have been given back since; it is looked at again
        // only when that was too much.
        guard exceedsAllowance(worker.lastHoldings, worker, run.budget) != nil else { return nil }
        guard let holdings = process.meter.holdings else { return .ended }
        return exceedsAllowance(holdings, worker, run.budget)
    }

    private func exceedsAllowance(
        _ holdings: WorkerHoldings,
        _ worker: WorkerRecord,
        _ budget: Budget
    ) -> Retirement? {
        IdleAllowance.exceeded(by: holdings, over: worker.baseline, budget)
    }

    /// Begins a worker's time between runs.
    func becameIdle(_ worker: WorkerRecord) {
        worker.run = nil
        worker.idleSince = .now
        worker.idlePacketCount = 0
        if let process = worker.process, let cpu = process.meter.cpuNanoseconds {
            process.alarm.set(to: cpu + UInt64(IdleAllowance.cpu.nanoseconds))
        }
        startWatchingIdle()
    }

    // MARK: Between runs

    func idleCPUSpent(_ worker: WorkerRecord, _ now: UInt64) {
        // One whose run is being finished is judged when that is done.
        guard worker.isIdle else { return }
        dismiss(worker, .idleCPU)
    }

    /// Counts a packet of a worker that has nothing to answer.
    func heardWhileIdle(_ worker: WorkerRecord) {
        worker.idlePacketCount += 1
        if worker.idlePacketCount > IdleAllowance.packetCount { dismiss(worker, .idlePackets) }
    }

    private func startWatchingIdle() {
        guard idleWatch == nil else { return }
        idleWatch = reactor.schedule(at: .now + IdleAllowance.interval) { [weak self] in
            self?.assumeIsolated { $0.watchIdle() }
        }
    }

    private func watchIdle() {
        idleWatch = nil
        for worker in Array(workers.all) where worker.isIdle {
            guard let since = worker.idleSince, let meter = worker.process?.meter,
                let cpu = meter.cpuNanoseconds
            else { continue }
            // One that has computed nothing since it was looked at holds what it held.
            let hasComputed = cpu != worker.idleCPU
            let holdings = hasComputed ? meter.holdings : nil
            worker.idleCPU = cpu
            if let holdings { worker.note(holdings) }
            if hasComputed, meter.isExiting {
                dismiss(worker, .ended)
            } else if let exceeded = holdings.flatMap({
                exceedsAllowance($0, worker, worker.budget)
            }) {
                dismiss(worker, exceeded)
            } else if .now - since >= IdleAllowance.time {
                worker.retirement = .idle
                retire(worker)
                Task { await takeBackIdle(worker) }
            }
        }
        readResourcesIfDue()
        if workers.all.contains(where: \.isIdle) { startWatchingIdle() }
    }

    /// Replaces an idle worker for what it did, and lets the next report say so.
    private func dismiss(_ worker: WorkerRecord, _ retirement: Retirement) {
        worker.retirement = retirement
        departures[worker.bundle.path] = retirement
        kill(worker)
        Task { await takeBackIdle(worker) }
    }
}
