// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire
import CenterSimulation
import Glibc

@testable import BelfryRuntime

/// What may happen to a host.
extension HostSchedule {
    /// Has something happen.
    func drawEvent() {
        hearWorkers()
        switch random.below(32) {
        case 0..<5: askSomeone()
        case 5: openSomething()
        case 6..<11: forkSomeone()
        case 11..<20: speak()
        case 20: die()
        case 21, 22: tellOfEnd()
        case 23, 24: compute()
        case 25: act()
        case 26: changeMachine()
        default: passTime()
        }
    }

    /// Has what is under way come to its end as it would without a liar: everybody answers, and every
    /// process ends that is to end.
    func finish() {
        hearWorkers()
        var isChanged = false
        for other in machine.all {
            switch other.stage {
            case .wanted: forked(other)
            case .forked where other.mustEnd: end(other)
            case .forked:
                guard other.socket.readings.isEmpty, let event = honestWord(of: other) else {
                    continue
                }
                say(event, other)
            case .ended:
                guard let worker = other.worker else { continue }
                tellOfEnd(other, worker)
            case .gone: continue
            }
            isChanged = true
        }
        for request in current {
            guard let session = request.session, request.run.verdict == nil, !isChanged else {
                continue
            }
            session.close()
            isChanged = true
        }
        if !isChanged, clock.advance() { note("the time") }
    }

    // MARK: Requests

    private var budget: Budget {
        var budget = Budget()
        (budget.wall, budget.grace) = (.milliseconds(300), .milliseconds(50))
        (budget.start, budget.cpu) = (.milliseconds(100), .seconds(10))
        return budget
    }

    private func askSomeone() {
        var options = ExtensionHost.RunOptions(budget: budget)
        if random.once(in: 8) { options.isFresh = true }
        if random.once(in: 4) { options.budget?.wall = .milliseconds(120) }
        ask(bundles[random.below(3)], options)
    }

    private func openSomething() {
        var options = ContentSession.Options()
        options.budget = budget
        open(bundles[3], options)
    }

    /// The user does something to an open notification.
    private func act() {
        let open = current.compactMap(\.session).filter { $0.machine.state != .closed }
        guard let session = random.pick(open) else { return }
        let input: ContentInput =
            switch random.below(6) {
            case 0: .open
            case 1: .dismiss
            default: .action("act", text: nil)
            }
        note("the user does \(input) to session \(session.run.number)")
        _ = session.perform(input)
    }

    // MARK: Processes

    private func some(_ stage: SimulatedWorker.Stage) -> SimulatedWorker? {
        random.pick(machine.all.filter { $0.stage == stage })
    }

    private func forkSomeone() {
        guard let other = some(.wanted), let worker = other.worker else { return }
        switch random.below(10) {
        case 0:
            note("worker \(other.number) cannot be forked")
            worker.forkFailed("no fork", isShortage: random.once(in: 2))
        case 1:
            note("worker \(other.number) is lost")
            other.stage = .forked
            worker.lost("its zygote ended", isShortage: random.once(in: 2))
            other.stage = .ended
        default: forked(other)
        }
    }

    private func forked(_ other: SimulatedWorker) {
        guard let worker = other.worker else { return }
        note("worker \(other.number) is forked")
        other.stage = .forked
        worker.forked(ForkedProcess(other.process, container: nil, layers: []))
    }

    private func die() {
        let asked = machine.all.filter {
            $0.stage == .forked && ($0.request != nil || !$0.socket.callbacks.isEmpty)
        }
        if random.once(in: 2), let other = random.pick(asked) {
            note("worker \(other.number) ends with its request unread")
            other.socket.isReset = true
            noteUnread(other)
            end(other)
        } else if let other = some(.forked) {
            note("worker \(other.number) ends")
            end(other)
        }
    }

    /// Notes the run of which nothing can be known by the end of this worker.
    private func noteUnread(_ other: SimulatedWorker) {
        guard let worker = other.worker, let run = worker.client?.run, run.isRunning,
            run.beginning.isWarm, !run.beginning.wasRequeued, run.client?.isLong == false,
            !worker.attention.hasAnswered, worker.attention.commandsSinceRun == 0,
            other.process.cpu == run.usage.cpuAtBeginning, other.socket.readings.isEmpty
        else { return }
        current.first { $0.run === run }?.unreadBy = worker.number
    }

    private func end(_ other: SimulatedWorker) {
        other.process.hasEnded = true
        other.socket.isClosed = true
        other.stage = .ended
        other.socket.notify()
    }

    private func tellOfEnd() {
        guard let other = some(.ended), let worker = other.worker else { return }
        tellOfEnd(other, worker)
    }

    private func tellOfEnd(_ other: SimulatedWorker, _ worker: Worker) {
        note("the zygote tells of the end of worker \(other.number)")
        let cause: ProcessEnd.Cause =
            other.process.isKilled ? .signalled(SIGKILL) : .exited(Int32(random.below(2)))
        worker.exited(ProcessEnd(cause: cause, userTime: other.process.cpu, systemTime: 0))
    }

    private func compute() {
        guard let other = some(.forked) else { return }
        let process = other.process
        if random.once(in: 2) {
            process.byteCount += UInt64(random.below(40)) << 20
            note("worker \(other.number) has \(process.byteCount >> 20) MB")
        } else {
            process.cpu += UInt64(random.below(12)) * 1_000_000_000
            note("worker \(other.number) has computed \(process.cpu) ns")
        }
        guard let alarm = process.alarm, process.cpu >= alarm else { return }
        process.alarm = nil
        process.whenAlarmRings()
    }

    // MARK: Words

    /// Has the host take what it was told while it did not listen.
    private func hearWorkers() {
        for other in machine.all where other.socket.isWatched { other.socket.notify() }
    }

    private func speak() {
        guard let other = some(.forked), !other.socket.isClosed, other.socket.readings.isEmpty
        else { return }
        guard random.below(12) > 0 else { return lie(other) }
        say(honestWord(of: other) ?? .log(level: 1, text: "at rest"), other)
    }

    private func say(_ event: WorkerEvent?, _ other: SimulatedWorker) {
        note("worker \(other.number) says \(event.map { "\($0)" } ?? "nonsense")")
        other.socket.readings.append(event.map(RunSocketReading.event) ?? .nonsense)
        other.socket.notify()
    }

    private static let report = LoadReport(
        version: 1 << 16,
        sealing: 1,
        loading: 1,
        starting: 1,
        abilities: [.answersResponses]
    )

    /// What an honest worker says next; nil where it has nothing to say.
    private func honestWord(of other: SimulatedWorker) -> WorkerEvent? {
        guard let worker = other.worker, !worker.machine.isLeaving else { return nil }
        let socket = other.socket
        if !worker.machine.isSealed { return .sealed }
        if !worker.machine.isServing { return .loaded(Self.report) }
        if !socket.requests.isEmpty {
            return .completed(run: socket.requests.removeLast(), changes: nil)
        }
        if !socket.callbacks.isEmpty {
            return .content(.returned(callback: socket.callbacks.removeFirst()))
        }
        guard !socket.responses.isEmpty else { return nil }
        let response = socket.responses.removeFirst()
        return .content(.answered(response: response, option: UInt32(random.below(3))))
    }

    private func lie(_ other: SimulatedWorker) {
        let run = other.request ?? UInt64(random.below(20))
        let lies: [WorkerEvent?] = [
            .sealed, .loaded(Self.report), nil,
            .loadFailed(LoadFailure(stage: .link, message: "no symbol")),
            .loadFailed(LoadFailure(stage: .shortage, message: "no thread")),
            .completed(run: run + 1, changes: nil), .abused(run: run),
            .strike(run: run, kind: .badHandle), .checkpoint(run: run, changes: ContentRecord()),
            DropReason("old").map { .dropped(run: run, reason: $0) },
            .content(.returned(callback: 99)),
            .content(.answered(response: 77, option: 0)), .content(.dismiss),
            .content(.performDefaultAction),
        ]
        let word = random.below(lies.count + 1)
        if word < lies.count { return say(lies[word], other) }
        note("worker \(other.number) floods")
        for _ in 0..<100 { other.socket.readings.append(.event(.log(level: 1, text: "again"))) }
        other.socket.notify()
    }

    // MARK: The world

    private func changeMachine() {
        switch random.below(8) {
        case 0: machine.isShort = true
        case 1:
            machine.library += 1
            note("the bundles are updated")
        case 2 where random.once(in: 2) && !isShutDown: shutDown()
        default: jump(.milliseconds(20))
        }
    }

    private func passTime() {
        switch random.below(12) {
        case 0: jump(.milliseconds(400))
        case 1, 6: jump(.milliseconds(100))
        case 2 where random.once(in: 8): jump(.seconds(62))
        case 3..<6: jump(.milliseconds(15))
        default:
            guard clock.advance() else { return }
        }
        note("time passes")
    }
}
