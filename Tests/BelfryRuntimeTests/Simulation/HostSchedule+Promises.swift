// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import BelfrySystem

@testable import BelfryRuntime

/// What must hold of a host after each step, whatever happens.
extension HostSchedule {
    /// The first promise that does not hold; nil where all do.
    ///
    /// It is asked after each step, so it reads of the host what it needs and no more: a struct that
    /// another module hands out is copied with all that it holds.
    func brokenPromise() -> String? {
        var waitingNow = 0
        for request in current where request.run.decidedAt == nil {
            let worker = request.run.worker
            observe(request, worker)
            if let worker {
                if let broken = brokenClock(request, worker) ?? brokenLease(request, worker) {
                    return broken
                }
            } else {
                if request.isWaiting { waitingNow += 1 }
                if let broken = brokenWall(request) { return broken }
            }
        }
        waitingCount = max(waitingCount, waitingNow)
        for request in current {
            if let broken = brokenVerdict(request) { return broken }
        }
        if let broken = brokenWorker() ?? brokenCount() ?? brokenZygote() { return broken }
        if waitingNow > 0, let broken = brokenWait() { return broken }
        waitingCount = waitingNow
        return nil
    }

    /// Looks at runs that are reported: nothing about them changes any more.
    func brokenPast() -> String? {
        requests.lazy.compactMap(brokenVerdict).first
    }

    /// Notes since when what is seen now of an undecided run is so.
    private func observe(_ request: SimulatedRequest, _ worker: Worker?) {
        let number = worker?.number
        request.hasNewWorker = request.worker?.number != number
        if request.preparedAt == nil, request.run.isAwaited { request.preparedAt = clock.now }
        if request.begunAt == nil, request.run.beginning.begunAt != nil {
            request.begunAt = clock.now
        }
        if request.hasNewWorker {
            request.worker = number.flatMap { machine[$0] }
            request.assignedAt = worker.map { _ in clock.now }
            request.runningAt = nil
            request.forgetUse()
            note(way(of: request))
        }
        if request.runningAt == nil, request.run.isRunning { request.runningAt = clock.now }
    }

    /// How a run came to its worker, or lost it, in words.
    private func way(of request: SimulatedRequest) -> String {
        guard let worker = request.worker else { return "run \(request.number) waits again" }
        let beginning = request.run.beginning
        let way = beginning.isPrewarmed ? "prewarmed" : beginning.isWarm ? "idle before" : "new"
        return "run \(request.number) has worker \(worker.number), \(way)"
    }

    // MARK: Verdicts

    private func brokenVerdict(_ request: SimulatedRequest) -> String? {
        if request.session == nil {
            if request.deliveries > 1 { return "run \(request.number) was delivered twice" }
            if request.isReported, request.deliveries == 0 {
                return "run \(request.number) was reported and not delivered"
            }
        }
        guard request.run.decidedAt != nil || request.verdict != nil,
            let verdict = request.run.verdict
        else {
            return request.session == nil && request.deliveries > 0 && !request.isReported
                ? "run \(request.number) was delivered and has no verdict" : nil
        }
        if let earlier = request.verdict {
            return earlier == verdict
                ? nil : "run \(request.number) was \(earlier.words) and is \(verdict.words)"
        }
        request.verdict = verdict
        note("run \(request.number) is decided: \(verdict.words)")
        noteVersions(request)
        return brokenEnd(request, verdict)
    }

    /// Looks at a verdict that has just come.
    private func brokenEnd(_ request: SimulatedRequest, _ verdict: Verdict) -> String? {
        let run = request.run
        let budget = request.budget
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

    /// Looks at the wall clock of an undecided run.
    private func brokenWall(_ request: SimulatedRequest) -> String? {
        guard let begun = request.begunAt, request.session == nil,
            clock.now > begun + request.budget.wall
        else { return nil }
        return "run \(request.number) has had more than its time"
    }

    /// Looks at the clocks of an undecided run that has a worker: none of them is past its end.
    private func brokenClock(_ request: SimulatedRequest, _ worker: Worker) -> String? {
        let now = clock.now
        let budget = request.budget
        if let broken = brokenWall(request) { return broken }
        guard let assigned = request.assignedAt, let other = request.worker else { return nil }
        if emphasis.hasFolders, let broken = brokenDisk(request, worker, other) { return broken }
        if request.runningAt == nil, now > assigned + budget.start {
            return "run \(request.number) starts for longer than its budget"
        }
        if let session = request.session { return brokenCallback(session) }
        if let begun = request.begunAt, let running = request.runningAt {
            let grace = begun + (budget.wall - budget.grace)
            if running < grace, now > grace, !other.socket.isClosed,
                !other.socket.expiring.contains(request.number)
            {
                return "run \(request.number) was not told that its time ends"
            }
        }
        return brokenUse(request, worker, other.process)
    }

    private func brokenCallback(_ session: DrawingSession) -> String? {
        guard session.run.isRunning, let callback = session.machine.current else { return nil }
        if !session.clocks.hasWall(of: callback.number) {
            return "callback \(callback.number) of session \(session.run.number) has no timer"
        }
        if clock.now > session.clocks.begin.time + session.run.budget.wall {
            return "callback \(callback.number) of session \(session.run.number) goes on too long"
        }
        return nil
    }

    private func brokenUse(
        _ request: SimulatedRequest,
        _ worker: Worker,
        _ process: SimulatedProcess
    ) -> String? {
        // One that has used nothing since the last look has broken nothing since.
        guard request.runningAt != nil, !process.hasEnded else { return nil }
        if process.cpu > 0, !process.isAlarmDue {
            let used = process.cpu - min(process.cpu, request.run.usage.cpuAtBeginning)
            if used > request.budget.cpuNanoseconds {
                return "run \(request.number) has had too much CPU time"
            }
        }
        guard process.byteCount > SimulatedProcess.firstByteCount else { return nil }
        let baseline = worker.gauge.baseline.byteCount
        let growth = process.byteCount - min(process.byteCount, baseline)
        guard growth > UInt64(request.budget.memoryByteCount) else {
            request.excessSince = nil
            return nil
        }
        let since = request.excessSince ?? clock.now
        request.excessSince = since
        return clock.now > since + Run.longestInterval
            ? "run \(request.number) has too much memory, and goes on" : nil
    }

    // MARK: Leases

    private func brokenLease(_ request: SimulatedRequest, _ worker: Worker) -> String? {
        if worker.client?.lease !== request.run {
            return "run \(request.number) has worker \(worker.number), which serves another"
        }
        if request.standing?.isQuarantined == true {
            return "run \(request.number) is of a bundle in quarantine, and has a worker"
        }
        if worker.isLeaving {
            return "run \(request.number) has worker \(worker.number), which is being ended"
        }
        if request.hasNewWorker, request.run.beginning.isPrewarmed,
            request.worker?.mark != machine.library
        {
            return "run \(request.number) has worker \(worker.number) of an older library"
        }
        return nil
    }

    private func brokenWorker() -> String? {
        var busy = InlineArray<4, Int>(repeating: 0)
        for other in machine.all {
            guard let worker = other.worker else { continue }
            let isLeaving = worker.isLeaving
            other.isInTheWay = isLeaving
            if let run = worker.client?.run {
                other.isInTheWay = true
                if let broken = brokenLease(worker, run, isLeaving) { return broken }
                if run.decidedAt == nil, other.kind < Self.serviceCount { busy[other.kind] += 1 }
            } else if let broken = brokenRest(worker, other, isLeaving) {
                return broken
            }
        }
        for kind in 0..<Self.serviceCount where busy[kind] > parallelRuns[kind] {
            return "\(bundles[kind].name) has \(busy[kind]) runs at once"
        }
        return nil
    }

    /// Looks at a worker that has a client.
    private func brokenLease(_ worker: Worker, _ run: Run, _ isLeaving: Bool) -> String? {
        if run.worker !== worker {
            return "worker \(worker.number) is leased to run \(run.number), which has another"
        }
        if !isLeaving, let decided = run.decidedAt, clock.now >= decided + disk.settlingTime {
            return "worker \(worker.number) is leaked: its run \(run.number) is decided"
        }
        return nil
    }

    /// Looks at a worker that has no client.
    private func brokenRest(
        _ worker: Worker,
        _ other: SimulatedWorker,
        _ isLeaving: Bool
    ) -> String? {
        if worker.isIdle {
            if isShutDown { return "worker \(worker.number) is idle, and its host shuts down" }
            if other.socket.isToldToStop {
                return "worker \(worker.number) is idle, and was told to end"
            }
            if other.request != nil, !other.socket.isClosed {
                return "worker \(worker.number) is idle, and works at a run"
            }
        } else if isLeaving {
            return nil
        } else if worker.prewarmedFor != nil {
            // One that has ended was ready before, or is about to be told of.
            if !other.socket.isClosed, clock.now > worker.requestedAt + worker.budget.start {
                return "worker \(worker.number) is prewarmed for longer than a start may take"
            }
        } else if case .none = worker.duty {
            return "worker \(worker.number) is leaked: nobody has it"
        }
        return nil
    }

    // MARK: Waiting

    private func brokenWait() -> String? {
        guard !isShutDown else { return nil }
        for request in current where request.isWaiting && request.run.overload == nil {
            let run = request.run
            var busy = 0
            for other in machine.all where other.kind == request.kind {
                if other.isInTheWay { busy += 1 }
                if !request.isFresh, let worker = other.worker, suits(worker, request) {
                    return "run \(request.number) waits, and worker \(other.number) is idle"
                }
            }
            let isHeldBack = run.beginning.retryAt.map { $0 >= clock.now } ?? false
            if !isHeldBack, request.session != nil || busy < parallelRuns[request.kind] {
                return "run \(request.number) waits, and may have a worker"
            }
        }
        return nil
    }

    private func suits(_ worker: Worker, _ request: SimulatedRequest) -> Bool {
        worker.isIdle && worker.prewarmedFor == nil && worker.budget == request.budget
            && worker.readings?.hasEnded == false
            && (!emphasis.hasFolders
                || worker.storage == storage.folders(for: request.run.bundle, isClosed: false))
    }

    // MARK: Counts

    private func brokenCount() -> String? {
        let count = pool.count
        if count != machine.all.count {
            let lost = pool.all.first { machine[$0.number] == nil }?.number ?? 0
            return "worker \(lost) is in the pool, and its zygote has forgotten it"
        }
        if count > limits.workerCount {
            return "there are \(count) workers, and may be \(limits.workerCount)"
        }
        let strikes = register.updateCount
        if strikes != offenceCount {
            return
                "\(offenceCount) runs count against their bundles, and \(strikes) strikes are in "
                + "the register"
        }
        if hasShutDown, count > 0 { return "\(count) workers outlive the host" }
        return nil
    }
}
