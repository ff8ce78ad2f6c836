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
        tendZygotes()
        hearWorkers()
        switch emphasis.draw(&random) {
        case .ask: askSomeone()
        case .open: openSomething()
        case .fork: advanceZygote()
        case .speak: speak()
        case .die: die()
        case .tell: tellOfEnd()
        case .compute: compute()
        case .write: write()
        case .act: act()
        case .zygote: strikeZygote()
        case .world: changeWorld()
        case .time: passTime()
        }
    }

    /// Has prompt workers be forked that are wanted, and end that have to.
    ///
    /// - Returns: Whether there was one; it is a step of its own, so that all is seen as it was then.
    func goOn() -> Bool {
        guard emphasis.isPrompt else { return false }
        var isChanged = tendZygotes()
        if forkAll(where: emphasis.isPrompt) { isChanged = true }
        for other in machine.all where emphasis.isPrompt(other.number) {
            switch other.stage {
            case .forked where other.mustEnd: end(other)
            case .ended where other.isAboutToBeTold: tellOfEnd(other)
            case .wanted, .forked, .ended, .gone: continue
            }
            isChanged = true
        }
        return isChanged
    }

    /// Has zygotes fork the workers that they were asked for.
    ///
    /// - Returns: Whether there was one.
    private func forkAll(where isDue: (UInt64) -> Bool) -> Bool {
        var isChanged = false
        for zygote in machine.starter.all where zygote.canFork {
            for number in zygote.commands where isDue(number) {
                fork(number, in: zygote)
                isChanged = true
            }
        }
        return isChanged
    }

    /// Has what is under way come to its end as it would without a liar: everybody answers, and every
    /// process ends that is to end.
    func finish() {
        hearWorkers()
        var isChanged = goOnWithZygotes()
        if forkAll(where: { _ in true }) { isChanged = true }
        for other in machine.all {
            switch other.stage {
            case .wanted: continue
            case .forked where other.mustEnd: end(other)
            case .forked:
                guard other.socket.readings.isEmpty, let event = honestWord(of: other) else {
                    continue
                }
                say(event, other)
            case .ended where other.isAboutToBeTold: tellOfEnd(other)
            case .ended, .gone: continue
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
        if !isChanged, clock.advance() { note("time passes") }
    }

    // MARK: Requests

    private var budget: Budget {
        var budget = Budget()
        (budget.wall, budget.grace) = (emphasis.wall, .milliseconds(50))
        (budget.start, budget.cpu) = (.milliseconds(100), .seconds(10))
        return budget
    }

    private func askSomeone() {
        var options = ExtensionHost.RunOptions(budget: budget)
        if !emphasis.isUniform {
            if random.once(in: 8) { options.isFresh = true }
            if random.once(in: 4) { options.budget?.wall = .milliseconds(200) }
        }
        ask(emphasis.bundle ?? random.below(Self.serviceCount), options)
    }

    private func openSomething() {
        var options = ContentSession.Options()
        options.budget = budget
        open(Self.serviceCount, options)
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

    /// A worker that goes on: one that has been stopped neither speaks nor computes.
    private var someoneAtWork: SimulatedWorker? {
        pick { $0.stage == .forked && $0.process.stoppedAt == nil }
    }

    /// One of the workers of which something is so; nil where it is so of none.
    private func pick(_ isSo: (SimulatedWorker) -> Bool) -> SimulatedWorker? {
        let count = machine.all.count(where: isSo)
        guard count > 0 else { return nil }
        var number = random.below(count)
        for other in machine.all where isSo(other) {
            if number == 0 { return other }
            number -= 1
        }
        return nil
    }

    private func die() {
        let isAsked = { (other: SimulatedWorker) in
            other.stage == .forked && (other.request != nil || !other.socket.callbacks.isEmpty)
        }
        // Of one that was there before its request nothing can be known: such a run gets another worker.
        let isWarm = { (other: SimulatedWorker) in
            isAsked(other) && other.worker?.client?.run?.beginning.isWarm == true
        }
        if random.once(in: 2), let other = pick(isWarm) ?? pick(isAsked) {
            note("worker \(other.number) ends with its request unread")
            other.socket.isReset = true
            noteUnread(other)
            end(other)
            if random.once(in: 2), other.isAboutToBeTold { tellOfEnd(other) }
        } else if let other = pick({ $0.stage == .forked }) {
            note("worker \(other.number) ends")
            end(other)
        }
    }

    /// Notes the run of which nothing can be known by the end of this worker.
    private func noteUnread(_ other: SimulatedWorker) {
        guard let worker = other.worker, let run = worker.client?.run, run.isRunning,
            run.beginning.isWarm, !run.beginning.wasRequeued, run.client is ServiceRun,
            !worker.attention.hasAnswered, worker.attention.commandsSinceRun == 0,
            other.process.cpu == run.usage.cpuAtBeginning, other.socket.readings.isEmpty
        else { return }
        current.first { $0.run === run }?.unreadBy = worker.number
    }

    /// Ends a worker's process.
    func end(_ other: SimulatedWorker) {
        other.process.hasEnded = true
        other.stage = .ended
        other.isHeldOpen =
            other.hasZygote && other.zygote?.keepsSockets == true && !other.socket.isReset
        guard !other.isHeldOpen else { return }
        other.socket.isClosed = true
        other.socket.notify()
    }

    private func tellOfEnd() {
        guard let other = pick(\.isAboutToBeTold) else { return }
        tellOfEnd(other)
    }

    private func tellOfEnd(_ other: SimulatedWorker) {
        note("the zygote tells of the end of worker \(other.number)")
        let cause: ProcessEnd.Cause =
            other.process.isKilled ? .signalled(SIGKILL) : .exited(Int32(random.below(2)))
        let end = ProcessEnd(cause: cause, userTime: other.process.cpu, systemTime: 0)
        other.zygote?.say(.exited(worker: other.number, end))
    }

    private func compute() {
        guard let other = someoneAtWork else { return }
        let process = other.process
        if random.once(in: 2) {
            process.byteCount += UInt64(random.below(40)) << 20
            note("worker \(other.number) has \(process.byteCount >> 20) MB")
        } else {
            process.compute(UInt64(random.below(12)) * 1_000_000_000)
            note("worker \(other.number) has computed \(process.cpu / 1_000_000) ms")
            process.ringAlarmIfDue()
        }
    }

    // MARK: The disk

    /// Has a worker at work write to what it keeps, or another program take or give room.
    private func write() {
        if random.once(in: 6) {
            let megabytes: UInt64 = [30, 900, 1100, 20_000][random.below(4)]
            note("others leave \(megabytes) MB of the disk")
            return disk.leave(megabytes << 20)
        }
        let writer = pick {
            $0.stage == .forked && !$0.mustEnd && $0.worksAtRun && $0.worker?.readings != nil
        }
        guard let other = writer,
            let folder = random.pick(other.worker?.storage.filter(\.isWritable) ?? [])
        else { return }
        let megabytes: UInt64 = [1, 40, 120, 230, 300, 700][random.below(6)]
        let fileCount = random.once(in: 6) ? 9000 : 3
        let isCounted = !random.once(in: 8)
        let isNamed = !random.once(in: 4)
        note(
            "worker \(other.number) writes \(megabytes) MB to \(folder.path)"
                + (isNamed ? " in \(fileCount) files" : " without a name")
                + (isCounted ? "" : ", uncounted")
        )
        other.process.write(
            megabytes << 20,
            fileCount: fileCount,
            to: folder,
            isCounted: isCounted,
            isNamed: isNamed
        )
        other.process.ringAlarmIfDue()
    }

    // MARK: Words

    /// Has the host take what it was told while it did not listen.
    private func hearWorkers() {
        for other in machine.all where other.socket.isWatched { other.socket.notify() }
    }

    private func speak() {
        guard let other = someoneAtWork, !other.socket.isClosed, other.socket.readings.isEmpty
        else { return }
        if emphasis.lies > 0, random.once(in: emphasis.lies) { return lie(other) }
        say(honestWord(of: other) ?? .log(level: 1, text: "at rest"), other)
        guard emphasis.isPrompt else { return }
        for other in machine.all where other.stage == .forked && !other.mustEnd {
            guard emphasis.isPrompt(other.number), !other.socket.isClosed,
                other.socket.readings.isEmpty,
                let word = honestWord(of: other)
            else { continue }
            say(word, other)
        }
    }

    private func say(_ event: WorkerEvent?, _ other: SimulatedWorker) {
        note("worker \(other.number) says \(event?.words ?? "what is not a message")")
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
        guard let worker = other.worker, !worker.isLeaving,
            other.process.stoppedAt == nil
        else { return nil }
        let socket = other.socket
        if !worker.isSealed { return .sealed }
        if !worker.isServing {
            // Its host may not know yet that it was forked.
            guard !other.hasLoaded else { return nil }
            other.hasLoaded = true
            return .loaded(Self.report)
        }
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

    private func changeWorld() {
        switch emphasis.hasUpdates && random.once(in: 2) ? 2 : random.below(8) {
        case 0, 1:
            note("the machine is short of descriptors")
            machine.isShort = true
        case 2, 3:
            machine.library += 1
            if random.once(in: 2) { machine.starter.generation += 1 }
            note("the bundles are updated")
        case 4:
            let megabytes: UInt64? = [nil, 4096, 16][random.below(3)]
            note("the machine can give \(megabytes.map(String.init) ?? "unknown") MB of memory")
            machine.availableMemory = megabytes.map { $0 << 20 }
        case 5 where random.once(in: 2) && !isShutDown: shutDown()
        default: jump(.milliseconds(20))
        }
    }

    private func passTime() {
        switch random.below(12) {
        case 0 where random.once(in: 2): jump(.milliseconds(400))
        case 1: jump(.milliseconds(100))
        case 2 where random.once(in: 8): jump(.seconds(62))
        case 3..<5: jump(.milliseconds(40))
        case 5..<9: jump(.milliseconds(15))
        default:
            // In the next step: what this one has brought about is seen before the clock moves.
            guard let next = clock.nextTime else { return }
            jump(next - clock.now)
        }
        note("time passes")
    }
}
