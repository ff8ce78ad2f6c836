// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// Looks at workers again and again, for as long as there is something to see: at those that work
/// and at those that are idle.
///
/// It belongs to the host's thread.
final class WorkerRounds {
    private let clock: any HostClock
    private let disks: DiskSupervisor
    private let overload: OverloadManager
    private unowned let owner: any WorkerRoundsOwner

    private lazy var idle = Round(clock) { [unowned self] in lookAtIdle() }
    private lazy var working = Round(clock) { [unowned self] in lookAtWorking() }

    /// Makes one that looks at nothing yet.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - disks: What looks at what workers write.
    ///   - overload: What reads what the machine has, when that is due.
    ///   - owner: Whose workers are looked at.
    init(
        _ clock: any HostClock,
        _ disks: DiskSupervisor,
        _ overload: OverloadManager,
        _ owner: any WorkerRoundsOwner
    ) {
        self.clock = clock
        self.disks = disks
        self.overload = overload
        self.owner = owner
    }

    /// Looks at the idle workers in a while.
    func beginIdle() {
        idle.look(in: IdleAllowance.interval)
    }

    /// Looks at the working workers in a while at the latest.
    func look(in interval: Duration) {
        working.look(in: interval)
    }

    /// Looks no more.
    func stop() {
        working.stop()
        idle.stop()
    }

    // MARK: Between runs

    /// Looks at the idle workers.
    ///
    /// - Returns: When to look again; nil where none is left.
    private func lookAtIdle() -> Duration? {
        for worker in owner.all where worker.isIdle { worker.ringAlarmIfDue() }
        for worker in owner.all where worker.isIdle { look(atIdle: worker) }
        if overload.readIfDue() { owner.relieve() }
        return owner.all.contains(where: \.isIdle) ? IdleAllowance.interval : nil
    }

    private func look(atIdle worker: Worker) {
        guard let time = worker.idleTime, let process = worker.readings,
            let cpu = process.cpuNanoseconds
        else { return }
        // One that has computed nothing since it was looked at holds what it held.
        let hasComputed = cpu != time.cpu
        let holdings = hasComputed ? process.holdings : nil
        worker.noteIdleCPU(cpu)
        if let holdings { worker.gauge.note(holdings) }
        if hasComputed, process.isExiting {
            owner.dismiss(worker, .ended)
        } else if let excess = holdings.flatMap(worker.excess) {
            owner.dismiss(worker, excess)
        } else if clock.now - time.since >= IdleAllowance.time {
            worker.retire(because: .idle)
            disks.takeBackIdle(worker)
        }
    }

    // MARK: At work

    /// Looks at the working workers.
    ///
    /// - Returns: When to look again; nil where there is nothing to see.
    private func lookAtWorking() -> Duration? {
        var next: Duration?
        for worker in owner.all where !worker.isIdle { worker.ringAlarmIfDue() }
        for worker in owner.all {
            guard let lease = worker.client?.lease, lease.isRunning else { continue }
            let interval = lease.sample()
            next = min(next ?? interval, interval)
        }
        if overload.readIfDue() { owner.relieve() }
        for worker in owner.all where !worker.isIdle && !worker.isLeaving {
            if let interval = worker.sampleBesideRun() { next = min(next ?? interval, interval) }
            if let interval = disks.sample(worker) { next = min(next ?? interval, interval) }
        }
        return next
    }
}

/// Whose workers are looked at.
protocol WorkerRoundsOwner: WorkerOwner {
    /// All workers, in the order of their numbers.
    var all: [Worker] { get }

    /// Ends workers that do nothing, where the machine has too little.
    func relieve()
}

/// A look that is taken again after as long as it says itself, or earlier where that was asked for.
private final class Round {
    private let clock: any HostClock
    private let body: () -> Duration?
    private var next: (time: MonotonicTime, token: EventToken)?

    init(_ clock: any HostClock, _ body: @escaping () -> Duration?) {
        self.clock = clock
        self.body = body
    }

    func look(in interval: Duration) {
        let time = clock.now + interval
        if let next {
            if next.time <= time { return }
            clock.cancel(next.token)
        }
        let token = clock.call(at: time) { [weak self] in self?.takeLook() }
        next = (time, token)
    }

    private func takeLook() {
        next = nil
        if let interval = body() { look(in: interval) }
    }

    func stop() {
        if let next { clock.cancel(next.token) }
        next = nil
    }
}
