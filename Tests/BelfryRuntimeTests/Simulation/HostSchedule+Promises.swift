// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import BelfrySystem

@testable import BelfryRuntime

/// What must hold of a host after each step, whatever happens.
extension HostSchedule {
    /// The first promise that does not hold; nil where all do.
    func brokenPromise() -> String? {
        observe()
        let waitingNow = current.count(where: \.isWaiting)
        waitingCount = max(waitingCount, waitingNow)
        for request in current {
            if let broken = brokenVerdict(request) ?? brokenClock(request) { return broken }
        }
        let workers = pool.all
        let broken =
            brokenLease(workers) ?? brokenWorker(workers) ?? brokenWait(workers)
            ?? brokenCount(workers)
        waitingCount = waitingNow
        return broken
    }

    /// Looks at runs that are reported: nothing about them changes any more.
    func brokenPast() -> String? {
        requests.lazy.compactMap(brokenVerdict).first
    }

    /// Notes since when what is seen now is so.
    private func observe() {
        for request in current where request.run.verdict == nil {
            let run = request.run
            request.hasNewWorker = request.worker != run.worker?.number
            if request.begunAt == nil, run.beginning.begunAt != nil { request.begunAt = clock.now }
            if request.hasNewWorker {
                request.worker = run.worker?.number
                request.assignedAt = run.worker.map { _ in clock.now }
                request.runningAt = nil
            }
            if run.isRunning, request.runningAt == nil { request.runningAt = clock.now }
        }
    }

    // MARK: Verdicts

    private func brokenVerdict(_ request: SimulatedRequest) -> String? {
        let run = request.run
        if request.session == nil {
            if request.deliveries > 1 { return "run \(run.number) was delivered twice" }
            if request.isReported, request.deliveries == 0 {
                return "run \(run.number) was reported and not delivered"
            }
            if request.deliveries > 0, run.verdict == nil, !request.isReported {
                return "run \(run.number) was delivered and has no verdict"
            }
        }
        defer { request.verdict = run.verdict }
        guard let verdict = run.verdict else { return nil }
        if request.versions == nil { noteVersions(request) }
        if let earlier = request.verdict {
            return earlier == verdict ? nil : "run \(run.number) was \(earlier) and is \(verdict)"
        }
        return brokenEnd(request, verdict)
    }

    /// Looks at a verdict that has just come.
    private func brokenEnd(_ request: SimulatedRequest, _ verdict: Verdict) -> String? {
        let run = request.run
        let budget = run.budget
        let begun = request.begunAt ?? clock.now
        let isLong = request.session != nil
        let byDeath: [Verdict] = [
            .fallback(.exited), .fallback(.crash), .fallback(.killedFromOutside),
        ]
        if let unread = request.unreadBy, byDeath.contains(verdict),
            run.worker?.number ?? unread == unread
        {
            return "run \(run.number) was ended by worker \(unread), which had not read it"
        }
        if let broken = brokenFault(run) { return broken }
        switch verdict {
        case .fallback(.timeout) where !isLong && clock.now < begun + budget.wall:
            return "run \(run.number) ended for its time before that was over"
        case .fallback(.startTimeout) where clock.now < begun + min(budget.start, budget.wall):
            return "run \(run.number) ended for its start before that was over"
        case .fallback(.hostOverloaded)
        where clock.now < request.askedAt + limits.queueTime && waitingCount < limits.queueLength:
            return "run \(run.number) was refused, and only \(waitingCount) runs waited"
        default: return nil
        }
    }

    // MARK: Budgets

    /// Looks at the clocks of a run that is not decided: none of them is past its end.
    private func brokenClock(_ request: SimulatedRequest) -> String? {
        let run = request.run
        let now = clock.now
        let budget = run.budget
        guard run.verdict == nil else { return nil }
        if let begun = request.begunAt, request.session == nil, now > begun + budget.wall {
            return "run \(run.number) has had more than its time"
        }
        guard let worker = run.worker, let assigned = request.assignedAt else { return nil }
        if emphasis.hasFolders, let broken = brokenDisk(request, worker) { return broken }
        if !run.isRunning, now > assigned + budget.start {
            return "run \(run.number) starts for longer than its budget"
        }
        if let session = request.session { return brokenCallback(session) }
        if let begun = request.begunAt {
            let grace = begun + (budget.wall - budget.grace)
            if let running = request.runningAt, running < grace, now > grace,
                let socket = machine[worker.number]?.socket, !socket.isClosed,
                !socket.expiring.contains(run.number)
            {
                return "run \(run.number) was not told that its time ends"
            }
        }
        return brokenUse(request, worker)
    }

    private func brokenCallback(_ session: DrawingSession) -> String? {
        guard session.run.isRunning, let callback = session.machine.current else { return nil }
        if session.walls[callback.number] == nil {
            return "callback \(callback.number) of session \(session.run.number) has no timer"
        }
        if clock.now > session.callbackBegan.time + session.run.budget.wall {
            return "callback \(callback.number) of session \(session.run.number) goes on too long"
        }
        return nil
    }

    private func brokenUse(_ request: SimulatedRequest, _ worker: Worker) -> String? {
        let run = request.run
        guard run.isRunning, let process = machine[worker.number]?.process, !process.hasEnded else {
            return nil
        }
        let used = process.cpu - min(process.cpu, run.usage.cpuAtBeginning)
        if used > run.budget.cpuNanoseconds { return "run \(run.number) has had too much CPU time" }
        let baseline = worker.gauge.baseline.byteCount
        let growth = process.byteCount - min(process.byteCount, baseline)
        guard growth > UInt64(run.budget.memoryByteCount) else {
            request.excessSince = nil
            return nil
        }
        let since = request.excessSince ?? clock.now
        request.excessSince = since
        return clock.now > since + Run.longestInterval
            ? "run \(run.number) has too much memory, and goes on" : nil
    }

    // MARK: Leases

    private func brokenLease(_ workers: [Worker]) -> String? {
        for request in current {
            let run = request.run
            guard run.verdict == nil, let worker = run.worker else { continue }
            if worker.client?.run !== run {
                return "run \(run.number) has worker \(worker.number), which serves another"
            }
            if request.standing?.isQuarantined == true {
                return "run \(run.number) is of a bundle in quarantine, and has a worker"
            }
            if worker.machine.isLeaving {
                return "run \(run.number) has worker \(worker.number), which is being ended"
            }
            if run.beginning.isPrewarmed, request.hasNewWorker,
                machine[worker.number]?.mark != machine.library
            {
                return "run \(run.number) has worker \(worker.number) of an older library"
            }
        }
        let busy = workers.filter { worker in
            worker.client.map { !$0.isLong && $0.run.verdict == nil } ?? false
        }
        for worker in busy {
            let limit = worker.bundle.manifest.parallelRuns
            guard busy.count > limit else { continue }
            let count = busy.count { $0.bundle.path == worker.bundle.path }
            if count > limit { return "\(worker.bundle.name) has \(count) runs at once" }
        }
        return nil
    }

    private func brokenWorker(_ workers: [Worker]) -> String? {
        for worker in workers {
            guard let other = machine[worker.number] else {
                return "worker \(worker.number) is in the pool, and its zygote has forgotten it"
            }
            if let run = worker.client?.run {
                if run.worker !== worker {
                    return
                        "worker \(worker.number) is leased to run \(run.number), which has another"
                }
                if let decided = run.decidedAt, !worker.machine.isLeaving,
                    clock.now >= decided + disk.settlingTime
                {
                    return "worker \(worker.number) is leaked: its run \(run.number) is decided"
                }
            } else if worker.isIdle {
                if other.socket.isToldToStop {
                    return "worker \(worker.number) is idle, and was told to end"
                }
                if other.request != nil, !other.socket.isClosed {
                    return "worker \(worker.number) is idle, and works at a run"
                }
            } else if worker.prewarmedFor != nil {
                if !worker.machine.isLeaving, clock.now > worker.requestedAt + worker.budget.start {
                    return "worker \(worker.number) is prewarmed for longer than a start may take"
                }
            } else if case .none = worker.duty, !worker.machine.isLeaving {
                return "worker \(worker.number) is leaked: nobody has it"
            }
        }
        return nil
    }

    // MARK: Waiting

    private func brokenWait(_ all: [Worker]) -> String? {
        guard !isShutDown else { return nil }
        for request in current where request.isWaiting && request.run.overload == nil {
            let run = request.run
            let workers = all.filter { $0.bundle.path == run.bundle.path }
            if !run.plan.isFresh, let suited = workers.first(where: { suits($0, run) }) {
                return "run \(run.number) waits, and worker \(suited.number) is idle"
            }
            let isHeldBack = run.beginning.retryAt.map { $0 >= clock.now } ?? false
            let busy = workers.count { $0.client != nil || $0.machine.isLeaving }
            if !isHeldBack, request.session != nil || busy < run.bundle.manifest.parallelRuns {
                return "run \(run.number) waits, and may have a worker"
            }
        }
        return nil
    }

    private func suits(_ worker: Worker, _ run: Run) -> Bool {
        worker.isIdle && worker.prewarmedFor == nil && worker.budget == run.budget
            && worker.process?.hasEnded == false
            && worker.storage == storage.folders(for: run.bundle)
    }

    // MARK: Counts

    private func brokenCount(_ workers: [Worker]) -> String? {
        if workers.count > limits.workerCount {
            return "there are \(workers.count) workers, and may be \(limits.workerCount)"
        }
        if register.updateCount != offenceCount {
            return "\(offenceCount) runs count against their bundles, and \(register.updateCount) "
                + "strikes are in the register"
        }
        if hasShutDown, pool.count > 0 { return "\(pool.count) workers outlive the host" }
        return nil
    }
}
