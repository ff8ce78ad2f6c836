// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// Zygotes: the template processes that fork workers, one for each runtime, started when they are
/// needed.
///
/// It belongs to the host's thread. It knows a worker as a number, a plan and a client.
final class ZygotePool: Forking {
    private let starter: any ZygoteStarting
    private let clock: any HostClock

    /// Whether each worker has a zygote for itself.
    private let execsWorkers: Bool

    /// Reads the build id of one of the SDK's libraries.
    private let readBuildID: (String) -> String?

    private var zygotes: [ZygoteNumber: Zygote] = [:]

    /// Zygotes that were killed and whose processes are still there.
    private var ending: [ZygoteNumber: Zygote] = [:]

    /// The workers that were asked for and are not forgotten.
    private var forks = ForkTable()

    /// The build ids of the SDK's libraries, as far as an extension was linked with them.
    private var sdkBuildIDs: [String: String?] = [:]

    /// Called when the last ending zygote is gone.
    private let whenQuiet: () -> Void

    /// Makes a pool without zygotes.
    ///
    /// - Parameters:
    ///   - starter: What starts them.
    ///   - clock: The host's clock.
    ///   - execsWorkers: Whether each worker has a zygote for itself.
    ///   - readBuildID: Reads the build id of one of the SDK's libraries; nil where there is none.
    ///   - whenQuiet: Called when the last zygote that was ended is gone.
    init(
        _ starter: any ZygoteStarting,
        _ clock: any HostClock,
        execsWorkers: Bool,
        readBuildID: @escaping (String) -> String?,
        whenQuiet: @escaping () -> Void
    ) {
        self.starter = starter
        self.clock = clock
        self.execsWorkers = execsWorkers
        self.readBuildID = readBuildID
        self.whenQuiet = whenQuiet
    }

    /// Makes the pool of a host with processes.
    ///
    /// - Parameters:
    ///   - configuration: The host's: the SDK, the isolation, the environment.
    ///   - directory: Where roots and containers are.
    ///   - reactor: What watches their sockets; they die with its thread.
    ///   - numbers: Where their numbers come from.
    ///   - whenQuiet: Called when the last zygote that was ended is gone.
    convenience init(
        _ configuration: HostConfiguration,
        _ directory: HostDirectory,
        _ reactor: Reactor,
        _ numbers: NumberSource,
        whenQuiet: @escaping () -> Void
    ) {
        self.init(
            ZygoteStarter(configuration, directory, reactor, numbers),
            reactor,
            execsWorkers: configuration.execsWorkers,
            readBuildID: { configuration.sdk.buildID(ofLibrary: $0) },
            whenQuiet: whenQuiet
        )
    }

    /// Zygotes have a mounter each.
    var processCount: Int { 2 * (zygotes.count + ending.count) }

    /// Whether no zygote is being ended.
    var isQuiet: Bool { ending.isEmpty }

    /// Ends every zygote, and with it its workers.
    func shutdown() {
        for zygote in all { close(zygote) }
    }

    /// The zygotes that are not being ended, in the order of their numbers: that of a dictionary is
    /// another in each process.
    private var all: [Zygote] { zygotes.values.sorted { $0.number.value < $1.number.value } }

    // MARK: Choosing

    func zygote(for bundle: ExtensionBundle, _ facts: LibraryFacts) throws -> ZygoteNumber {
        try facts.record.check(against: sdkBuildID, bundle)
        return try zygote(of: facts.runtime).number
    }

    private func zygote(of runtime: ExtensionBundle.Runtime) throws -> Zygote {
        let suited = all.first {
            $0.runtime == runtime && $0.machine.failure == nil && !$0.isProbe && !$0.view.isFull
        }
        if let suited { return suited }
        // Those that were idle already hear of no worker's end that would let them go.
        retireIdleZygotes()
        let zygote = try start(runtime)
        // It gets no second worker, and ends with its first.
        zygote.view.isOutdated = execsWorkers
        return zygote
    }

    /// The build id of one of the SDK's libraries, which is read once: zygotes keep theirs too.
    private func sdkBuildID(_ library: String) -> String? {
        if let known = sdkBuildIDs[library] { return known }
        // The name is the extension's word: one that is not there is not kept.
        guard let found = readBuildID(library) else { return nil }
        sdkBuildIDs[library] = .some(found)
        return found
    }

    // MARK: Starting

    func start(_ runtime: ExtensionBundle.Runtime) throws -> Zygote {
        let zygote = try starter.start(runtime)
        do throws(SystemError) {
            try zygote.listen(for: self)
        } catch {
            end(zygote)
            throw error
        }
        zygotes[zygote.number] = zygote
        return zygote
    }

    private func spawned(
        _ worker: SpawnedWorker,
        _ handover: any ZygoteHandover,
        of zygote: Zygote
    ) {
        guard let fork = fork(worker.number, of: zygote, where: \.isAsked) else { return }
        forks[worker.number]?.wasForked()
        do throws(SystemError) {
            let limits = fork.groupLimits
            switch try handover.takeWorker(worker, limits, zygote.machine.layers) {
            case .process(let process):
                fork.client.forked(process)
                claimCalls(of: worker.number)
            case .ended: return
            // A worker that cannot be killed is not let live; its zygote takes it along.
            case .nothing: ended(zygote, Self.lostDescriptors, isShortage: true)
            }
        } catch {
            let reason = "the worker's process cannot be measured: \(error)"
            fork.client.lost(reason, isShortage: error.isShortage)
        }
    }

    /// What a packet without the descriptors that belong to it says: the kernel had no room for them.
    private static let lostDescriptors = "this process has no descriptors left (ulimit -n)"

    // MARK: Forking

    func fork(_ plan: ForkPlan, in zygote: ZygoteNumber, for client: any ForkClient) {
        let worker = plan.specification.worker
        forks[worker] = Fork(plan, in: zygote, for: client)
        requestFork(of: worker)
    }

    func withdraw(_ worker: UInt64) -> Bool {
        guard let fork = forks[worker] else { return true }
        return fork.plan != nil
    }

    func forget(_ worker: UInt64) {
        guard let fork = forks.remove(worker) else { return }
        zygotes[fork.zygote]?.view.workerEnded(worker)
        retireIdleZygotes()
    }

    func limitData(of worker: UInt64, to byteCount: UInt64) {
        // One that waits to be told of is told of with the new size.
        let waits = forks[worker]?.untoldDataLimit != nil
        forks[worker]?.untoldDataLimit = byteCount
        if !waits { tellDataLimit(of: worker) }
    }

    private func tellDataLimit(of worker: UInt64) {
        guard let fork = forks[worker], let byteCount = fork.untoldDataLimit,
            let zygote = zygotes[fork.zygote]
        else { return }
        do throws(SystemError) {
            try zygote.tell(.limitData(worker: worker, byteCount: byteCount))
            forks[worker]?.untoldDataLimit = nil
        } catch  where error.errno == EAGAIN || error.isShortage {
            _ = clock.call(at: clock.now + Self.spawnDelay) { [weak self] in
                self?.tellDataLimit(of: worker)
            }
        } catch {
            // The zygote is gone, which is about to be heard of, and takes the worker along.
            forks[worker]?.untoldDataLimit = nil
        }
    }

    /// Asks a worker's zygote to fork it, once the zygote sees what the worker needs; a worker for
    /// which it cannot be is given up.
    private func requestFork(of worker: UInt64) {
        guard let fork = forks[worker], let plan = fork.plan else { return }
        guard let zygote = zygotes[fork.zygote] else {
            return fork.client.forkFailed("its zygote has ended", isShortage: false)
        }
        let need: ZygoteView.Need
        do throws(SystemError) {
            need = try zygote.view.need(
                of: worker,
                bundle: plan.bundlePath,
                storage: plan.specification.storage
            )
        } catch {
            return fork.client.forkFailed(error.description, isShortage: error.isShortage)
        }
        switch need {
        case .nothing: perform(zygote.machine.requested(worker), on: zygote)
        case .mounts(let request): ask(zygote, request, for: worker)
        case .anotherZygote: move(worker, from: zygote, because: "its bundle is another by now")
        }
    }

    private func ask(_ zygote: Zygote, _ request: MountRequest, for worker: UInt64) {
        do throws(SystemError) {
            try zygote.ask(request)
        } catch  where error.errno == EAGAIN {
            zygote.view.takeBack(worker)
            let number = zygote.number
            _ = clock.call(at: clock.now + Self.spawnDelay) { [weak self] in
                // Meanwhile the worker may have moved, and be asked for already.
                guard self?.forks[worker]?.zygote == number else { return }
                self?.requestFork(of: worker)
            }
        } catch {
            // The mounter is gone, which is about to be heard of.
            move(worker, from: zygote, because: error.description)
        }
    }

    /// Gives a worker to a zygote that is started after what it is to see was there.
    ///
    /// Once: what that one does not see either is not to be seen.
    private func move(_ worker: UInt64, from zygote: Zygote, because reason: String) {
        guard let fork = forks[worker] else { return }
        guard !fork.hasMoved else { return fork.client.forkFailed(reason, isShortage: false) }
        forks[worker]?.hasMoved = true
        zygote.view.isOutdated = true
        do {
            let other = try self.zygote(of: zygote.runtime).number
            forks[worker]?.zygote = other
        } catch {
            let isShortage = (error as? SystemError)?.isShortage ?? false
            return fork.client.forkFailed("\(error)", isShortage: isShortage)
        }
        retireIdleZygotes()
        requestFork(of: worker)
    }

    private func perform(_ action: ZygoteStateMachine.Action, on zygote: Zygote) {
        switch action {
        case .none: return
        case .spawn(let numbers):
            for number in numbers { spawn(number, in: zygote) }
        case .giveUp(let numbers, let reason, let isShortage):
            for number in numbers {
                forks[number]?.client.forkFailed(reason, isShortage: isShortage)
            }
        }
    }

    private func spawn(_ worker: UInt64, in zygote: Zygote) {
        guard let fork = forks[worker], let plan = fork.plan else { return }
        do throws(SystemError) {
            try zygote.tell(.spawn(plan.specification), passing: plan.descriptors)
            forks[worker]?.wasAsked()
        } catch  where error.errno == EAGAIN || error.errno == ETOOMANYREFS {
            let number = zygote.number
            _ = clock.call(at: clock.now + Self.spawnDelay) { [weak self] in
                guard let self, let zygote = zygotes[number] else { return }
                perform(.spawn([worker]), on: zygote)
            }
        } catch {
            fork.client.forkFailed(error.description, isShortage: error.isShortage)
        }
    }

    /// How long a zygote that has as many requests as its socket holds is left alone.
    private static let spawnDelay = Duration.milliseconds(5)

    // MARK: Ending

    /// Ends a zygote with its workers, and lets those go on who wait for it.
    func close(
        _ zygote: Zygote,
        because reason: String = "it was closed",
        isShortage: Bool = false
    ) {
        guard zygotes.removeValue(forKey: zygote.number) != nil else { return }
        zygote.stopListening()
        zygote.calls?.close()
        zygote.calls = nil
        _ = zygote.machine.ended(reason)
        zygote.resumeWaiters()
        // Its workers go with it, and nobody else will tell.
        for client in forks.clients(of: zygote.number) {
            client.lost("its zygote ended: \(reason)", isShortage: isShortage)
        }
        end(zygote)
    }

    /// Kills a zygote's process, and forgets its workers once it is gone.
    private func end(_ zygote: Zygote) {
        let number = zygote.number
        ending[number] = zygote
        zygote.kill { [weak self] in self?.bury(number) }
    }

    /// The first process of a namespace has ended only when all others in there have.
    private func bury(_ number: ZygoteNumber) {
        guard let zygote = ending.removeValue(forKey: number) else { return }
        zygote.reap()
        for client in forks.clients(of: zygote.number) {
            client.forkFailed("its zygote ended", isShortage: false)
        }
        if isQuiet { whenQuiet() }
    }

    /// Ends the zygotes that get no further workers and have none left.
    private func retireIdleZygotes() {
        guard zygotes.values.contains(where: \.view.isFull) else { return }
        let used = forks.zygotes
        for zygote in all where zygote.view.isFull && !used.contains(zygote.number) {
            close(zygote)
        }
    }

    // MARK: Held calls

    private func hearOfCall(in number: ZygoteNumber) {
        guard let zygote = zygotes[number] else { return }
        let heard: SystemCallListener.WaitingCall?
        do throws(SystemError) {
            heard = try zygote.calls?.next()
        } catch {
            return ended(zygote, "its forbidden calls cannot be heard of: \(error)")
        }
        guard let heard, let calls = zygote.calls else { return }
        guard heard.process != zygote.processNumber else {
            return ended(zygote, "it made the system call \(heard.call.name)")
        }
        let held = HeldCall(heard, by: calls)
        let clients = forks.clients(of: zygote.number)
        if let maker = clients.first(where: { $0.livingProcess == heard.process }) {
            maker.isHeld(held)
        } else if let trial = zygote.trial {
            guard heard.lock == nil else { return held.answer(ENOLCK) }
            probe(trial, in: zygote, made: heard.call)
        } else {
            // Its zygote's word that it was forked is still to be read.
            calls.keep(heard)
        }
    }

    /// Hands over the calls that a worker that was just told of waits in already.
    private func claimCalls(of worker: UInt64) {
        guard let fork = forks[worker], let process = fork.client.livingProcess,
            let calls = zygotes[fork.zygote]?.calls
        else { return }
        for call in calls.takeCalls(of: process) where calls.isWaiting(call) {
            fork.client.isHeld(HeldCall(call, by: calls))
        }
    }
}

// MARK: - Its zygotes' word

extension ZygotePool: ZygoteOwner {
    func heard(_ event: ZygoteEvent, from zygote: Zygote, _ handover: any ZygoteHandover) {
        switch event {
        case .ready(let layers): becameReady(zygote, layers, handover)
        case .failed(let reason, let isShortage):
            ended(zygote, reason, isShortage: isShortage)
        case .spawned(let number, let isOnDisk, let hasListener):
            let worker = SpawnedWorker(
                number: number,
                isOnDisk: isOnDisk,
                hasListener: hasListener
            )
            spawned(worker, handover, of: zygote)
        case .spawnFailed(let number, let message, let isShortage):
            guard let fork = fork(number, of: zygote, where: \.isAsked) else { return }
            fork.client.forkFailed(message, isShortage: isShortage)
        case .exited(let number, let end):
            // A process that its zygote gave up after it was forked ends as one that is forgotten.
            guard forks[number] != nil else { return }
            guard let fork = fork(number, of: zygote, where: \.canHaveEnded) else { return }
            fork.client.exited(end)
        }
    }

    /// The worker that a zygote speaks of; a zygote that says of one what cannot be is ended.
    ///
    /// - Parameters:
    ///   - worker: The number that the zygote names.
    ///   - zygote: The zygote.
    ///   - canBe: Whether what it says can be so.
    /// - Returns: The worker; nil where the zygote lies, or speaks of a probe.
    private func fork(
        _ worker: UInt64,
        of zygote: Zygote,
        where canBe: (Fork) -> Bool
    ) -> Fork? {
        if let fork = forks[worker], fork.zygote == zygote.number, canBe(fork) { return fork }
        if !zygote.isProbe { ended(zygote, "it said of worker \(worker) what cannot be") }
        return nil
    }

    private func becameReady(
        _ zygote: Zygote,
        _ layers: [LayerRecord],
        _ handover: any ZygoteHandover
    ) {
        guard zygote.calls == nil else {
            return ended(zygote, "it said twice that it is set up")
        }
        do throws(SystemError) {
            let number = zygote.number
            let calls = try handover.takeCalls { [weak self] in self?.hearOfCall(in: number) }
            guard let calls else {
                return ended(zygote, Self.lostDescriptors, isShortage: true)
            }
            zygote.calls = calls
        } catch {
            return ended(zygote, error.description, isShortage: error.isShortage)
        }
        perform(zygote.machine.becameReady(layers), on: zygote)
        zygote.resumeWaiters()
    }

    /// Sends a worker that waited to be shown something on its way.
    func heard(_ answer: MountAnswer, from zygote: Zygote) {
        guard let isSeen = zygote.view.note(answer),
            forks[answer.worker]?.zygote == zygote.number
        else { return }
        guard isSeen else { return move(answer.worker, from: zygote, because: answer.failure) }
        perform(zygote.machine.requested(answer.worker), on: zygote)
    }

    /// Leaves a zygote to the workers that it has, and gives those that waited to another.
    func mounterEnded(of zygote: Zygote) {
        zygote.view.isOutdated = true
        for worker in zygote.view.waiting where forks[worker]?.zygote == zygote.number {
            move(worker, from: zygote, because: "its zygote's mounter has ended")
        }
        retireIdleZygotes()
    }

    func ended(_ zygote: Zygote, _ reason: String, isShortage: Bool = false) {
        guard zygotes[zygote.number] != nil else { return }
        let problem = "the sandbox could not be set up: \(reason)"
        perform(zygote.machine.ended(problem, isShortage: isShortage), on: zygote)
        close(zygote, because: reason, isShortage: isShortage)
    }
}
