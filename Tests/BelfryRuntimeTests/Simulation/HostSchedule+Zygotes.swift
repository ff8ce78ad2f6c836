// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire
import CenterSimulation
import Glibc

@testable import BelfryRuntime

/// What zygotes do, and what must hold of them.
extension HostSchedule {
    // MARK: Their work

    /// Has prompt zygotes do all but fork: they are set up, show directories, and end when they have to.
    ///
    /// - Returns: Whether there was something to do.
    @discardableResult
    func tendZygotes() -> Bool {
        guard emphasis.hasPromptZygotes else { return false }
        return goOnWithZygotes()
    }

    /// Has each zygote do what it has to do next, unless that is to fork.
    ///
    /// - Returns: Whether there was something to do.
    func goOnWithZygotes() -> Bool {
        var isChanged = false
        for zygote in machine.starter.all where goOn(zygote) { isChanged = true }
        return isChanged
    }

    private func goOn(_ zygote: SimulatedZygote) -> Bool {
        if zygote.isStopped, !zygote.isKilled { return false }
        switch zygote.stage {
        case .starting where zygote.isKilled, .ready where zygote.isKilled: end(zygote)
        case .ended where zygote.isKilled: bury(zygote)
        case .starting:
            note("zygote \(zygote.number) is set up")
            zygote.becomeReady()
        case .ready where zygote.isUnheard, .ended where zygote.isUnheard:
            note("what zygote \(zygote.number) said is heard")
            zygote.notify()
        case .ready where !zygote.requests.isEmpty:
            note("zygote \(zygote.number) shows what was asked for")
            zygote.answer()
        default: return false
        }
        return true
    }

    /// Has one zygote do one thing, or fail to.
    func advanceZygote() {
        let atWork = machine.starter.all.filter { $0.isKilled || !$0.isStopped }
        let busy = atWork.filter {
            $0.isKilled || $0.stage == .starting || $0.isUnheard || !$0.requests.isEmpty
                || !$0.commands.isEmpty
        }
        guard let zygote = random.pick(busy) else { return }
        let fails = emphasis.failures > 0 && random.once(in: emphasis.failures)
        if !zygote.isKilled, fails, fail(zygote) { return }
        if zygote.isKilled || zygote.commands.isEmpty || random.once(in: 2), goOn(zygote) { return }
        guard let number = zygote.commands.first else { return }
        fork(number, in: zygote, isLate: !emphasis.hasPromptZygotes && random.once(in: 3))
    }

    /// Has what a zygote is to do next fail.
    private func fail(_ zygote: SimulatedZygote) -> Bool {
        if zygote.stage == .starting {
            note("zygote \(zygote.number) cannot be set up")
            zygote.say(.failed("no namespace", isShortage: random.once(in: 2)), isLate: true)
            end(zygote)
        } else if !zygote.requests.isEmpty {
            note("zygote \(zygote.number) cannot show what was asked for")
            zygote.answer("no such directory")
        } else if let number = zygote.commands.first {
            failToFork(number, in: zygote)
        } else {
            return false
        }
        return true
    }

    private func failToFork(_ number: UInt64, in zygote: SimulatedZygote) {
        if random.once(in: 2) {
            note("worker \(number) cannot be forked")
            zygote.drop(number)
            let isShortage = random.once(in: 2)
            zygote.say(.spawnFailed(worker: number, message: "no fork", isShortage: isShortage))
        } else if random.once(in: 2) {
            note("worker \(number) is forked, and zygote \(zygote.number) ends with it")
            if let other = wanted(number) { zygote.fork(other, isLate: true) }
            if random.once(in: 2) { zygote.notify() }
            end(zygote)
        } else {
            note("worker \(number) is forked, and its descriptors are lost")
            zygote.losesDescriptors = true
            if let other = wanted(number) { zygote.fork(other) } else { zygote.drop(number) }
        }
    }

    /// Has a zygote fork a worker that it was asked for.
    func fork(_ number: UInt64, in zygote: SimulatedZygote, isLate: Bool = false) {
        guard let other = wanted(number) else { return zygote.drop(number) }
        note("worker \(number) is forked" + (isLate ? ", which is told later" : ""))
        zygote.fork(other, isLate: isLate)
    }

    /// The worker that a zygote was asked for, which its host may not have forgotten.
    private func wanted(_ number: UInt64) -> SimulatedWorker? {
        let other = machine[number]
        if other == nil {
            failure =
                failure ?? "worker \(number) was forgotten, and its zygote is about to fork it"
        }
        return other
    }

    /// Ends a zygote, and its workers with it (man 7 pid_namespaces).
    private func end(_ zygote: SimulatedZygote) {
        note("zygote \(zygote.number) ends")
        let isFirst = random.once(in: 2)
        if isFirst { zygote.end(isLate: random.once(in: 3)) }
        for other in machine.all where other.zygote === zygote && other.stage == .forked {
            other.isHeldOpen = false
            end(other)
        }
        for other in machine.all where other.zygote === zygote && other.isHeldOpen {
            other.isHeldOpen = false
            other.socket.isClosed = true
            other.socket.notify()
        }
        if !isFirst { zygote.end(isLate: random.once(in: 3)) }
    }

    private func bury(_ zygote: SimulatedZygote) {
        note("nothing is left of zygote \(zygote.number)")
        machine.starter.bury(zygote)
    }

    // MARK: Their mishaps

    /// Has something happen to a zygote that is not its next work.
    func strikeZygote() {
        switch random.below(9) {
        case 0:
            let isShortage = random.once(in: 2)
            let count = random.once(in: 4) ? 20 : 1
            note("the next \(count) zygotes cannot be started")
            return machine.starter.fail(count, isShortage: isShortage)
        case 1:
            note("a directory is not there for a moment")
            machine.starter.lacksDirectory = true
            return
        case 2:
            note("the next zygote is stopped as it starts")
            machine.starter.stopsNext = true
            return
        default: break
        }
        guard let zygote = random.pick(machine.starter.all.filter(\.isAlive)) else { return }
        switch random.below(10) {
        case 0, 1: end(zygote)
        case 2:
            note("the mounter of zygote \(zygote.number) ends")
            zygote.endMounter()
        case 3:
            note("zygote \(zygote.number) keeps its ends of sockets")
            zygote.keepsSockets = true
        case 4:
            note("zygote \(zygote.number) loses the descriptors of its next word")
            zygote.losesDescriptors = true
        case 5:
            note("the host cannot watch what zygote \(zygote.number) hands over next")
            let errno = random.once(in: 2) ? ENOSPC : EPERM
            zygote.handoverFailure = SystemError(call: "epoll_ctl", errno: errno)
        case 6:
            note("zygote \(zygote.number) has no room for the next command")
            zygote.hasNoRoom = true
        case 7:
            note("zygote \(zygote.number) is stopped")
            zygote.isStopped = true
        default: lie(zygote)
        }
    }

    private func lie(_ zygote: SimulatedZygote) {
        note("zygote \(zygote.number) lies")
        let nobody = UInt64(1_000_000)
        let someone = random.once(in: 4) ? nobody : random.pick(machine.all)?.number ?? nobody
        switch random.below(8) {
        case 0: zygote.say(.nonsense)
        case 1: zygote.answer(.nonsense)
        case 2: zygote.answer(.answer(MountAnswer(worker: someone)))
        case 3: zygote.answer(.answer(MountAnswer(worker: someone, failure: "no such directory")))
        case 4 where zygote.stage == .ready: zygote.say(.ready([]))
        case 5:
            // A second process of a worker that has one, or none.
            let isForked = machine[someone]?.stage == .forked
            let process = isForked ? SimulatedProcess(disk, clock) : nil
            zygote.say(.spawned(worker: someone, isOnDisk: true, hasListener: true), process)
        case 6:
            zygote.drop(someone)
            zygote.say(.spawnFailed(worker: someone, message: "no fork", isShortage: false))
        default:
            zygote.say(.exited(worker: someone, anyEnd()))
        }
    }

    /// What a zygote may say that a process has used, up to what no sum holds.
    private func anyEnd() -> ProcessEnd {
        let numbers: [UInt64] = [0, 1, .max]
        func any() -> UInt64 { random.pick(numbers) ?? 0 }
        return ProcessEnd(
            cause: .signalled(SIGKILL),
            userTime: any(),
            systemTime: any(),
            peakResidentByteCount: any(),
            faultCount: any()
        )
    }

    // MARK: What must hold

    /// The first promise about zygotes that does not hold.
    func brokenZygote() -> String? {
        if let worker = machine.forgottenWorker {
            return "worker \(worker) was forgotten, and lives"
        }
        for other in machine.all {
            guard let worker = other.worker else { continue }
            if other.stage == .wanted {
                if !machine.starter.all.contains(where: { $0.isAbout(other.number) }),
                    !isToBeBuried(other)
                {
                    return "worker \(other.number) waits for its process, and no zygote has been "
                        + "asked to fork it"
                }
                if askedZygotes(of: other).count > 2 {
                    return "worker \(other.number) was given to one zygote after another"
                }
            } else if let zygote = other.zygote, zygote.stage == .gone {
                return "worker \(other.number) outlives its zygote"
            } else if other.zygote?.isKilled == true, !worker.isLeaving {
                return "worker \(other.number) is kept, and its zygote was ended"
            } else if !hasItsLimit(other) {
                return "worker \(other.number) is not held to its memory"
            }
        }
        if let zygote = machine.starter.all.first(where: \.isWaitedForTooLong) {
            return "zygote \(zygote.number) is not set up, and is waited for"
        }
        let count = machine.starter.all.count
        if machine.processCount != 2 * count {
            return "the host counts \(machine.processCount) processes of \(count) zygotes"
        }
        // One for the worker, and one that sees what that one did not.
        if machine.starter.startCount > 2 * machine.attemptCount {
            return "more zygotes were started than workers and attempts need"
        }
        if let run = machine.busyRun { return "run \(run) has had too many attempts" }
        if hasShutDown, count > 0 { return "\(count) zygotes outlive the host" }
        return nil
    }

    /// Whether a zygote holds its worker to the memory that the host has said, or is to be told again.
    private func hasItsLimit(_ other: SimulatedWorker) -> Bool {
        guard other.stage == .forked, let zygote = other.zygote, other.hasZygote else {
            return true
        }
        return zygote.dataLimits[other.number] == other.dataLimit || zygote.isTriedAgain
    }

    /// Whether the host waits for nothing to be left of the zygote that had a worker's command.
    private func isToBeBuried(_ other: SimulatedWorker) -> Bool {
        let asked = askedZygotes(of: other)
        return machine.starter.all.contains { $0.isKilled && asked.contains($0.number) }
    }

    private func askedZygotes(of other: SimulatedWorker) -> [Int32] {
        machine.starter.asked[other.number] ?? []
    }
}
