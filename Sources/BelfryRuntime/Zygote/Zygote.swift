// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// One zygote as the host keeps it: its life, what its workers see, and the workers that it was asked
/// for.
///
/// It belongs to the host's thread. It knows a worker as a number, a plan and a client. Which worker
/// comes to which zygote is for its ``ZygoteOwner``.
final class Zygote {
    let number: ZygoteNumber
    let runtime: ExtensionBundle.Runtime
    private let conversation: ZygoteConversation
    private let clock: any HostClock
    private weak var owner: (any ZygoteOwner)?

    /// What its workers see besides what all see.
    private var view: ZygoteView

    private var machine = ZygoteStateMachine()

    /// The workers that it was asked for and that are not forgotten, by their numbers.
    private var forks: [UInt64: Fork] = [:]

    /// Where its workers' forbidden calls and locks are heard of, once it is set up.
    private var calls: CallListener?

    /// Whether it is there to be looked at, and gets no workers.
    private(set) var isProbe = false

    /// What is tried in it, when it is there for that.
    private var trial: SandboxTrial?

    /// Who waits for it to be set up, or to have failed.
    private var readyWaiters: [CheckedContinuation<Void, Never>] = []

    /// Makes one that nobody listens to yet.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - runtime: Whose extensions it is for.
    ///   - view: What its workers see besides what all see.
    ///   - process: Its process, and its mounter's.
    ///   - clock: The host's clock.
    init(
        number: ZygoteNumber,
        runtime: ExtensionBundle.Runtime,
        view: ZygoteView,
        _ process: any ZygoteProcess,
        _ clock: any HostClock
    ) {
        self.number = number
        self.runtime = runtime
        self.view = view
        self.clock = clock
        conversation = ZygoteConversation(process)
    }

    // MARK: Its life

    /// Begins to listen to it.
    ///
    /// - Parameters:
    ///   - owner: The pool that it is in.
    ///   - isProbe: Whether it is there to be looked at, and gets no workers.
    /// - Throws: ``SystemError`` when a socket cannot be watched.
    func begin(for owner: any ZygoteOwner, isProbe: Bool) throws(SystemError) {
        self.owner = owner
        self.isProbe = isProbe
        try conversation.begin(for: self, hasMounter: view.isBounded)
        _ = clock.call(at: clock.now + Self.startTime) { [weak self] in
            guard let self, machine.isStarting else { return }
            failed("it was not set up within \(Self.startTime)")
        }
    }

    /// How long a zygote may take to be set up; one that has been stopped would keep every worker
    /// waiting that is wanted of it.
    private static let startTime = Duration.seconds(30)

    /// The layers in force, once it is set up.
    var layers: [LayerRecord] { machine.layers }

    /// Why it ended; nil while it lives.
    var failure: String? { machine.failure }

    /// Whether it gets no further workers.
    var isFull: Bool { view.isFull }

    /// Whether it has workers.
    var hasWorkers: Bool { !forks.isEmpty }

    /// Whether it can be asked for a worker of a runtime.
    func isOpen(to runtime: ExtensionBundle.Runtime) -> Bool {
        self.runtime == runtime && failure == nil && !isProbe && !isFull
    }

    /// Leaves it to the workers that it has or is about to have.
    func takeNoMore() {
        view.isOutdated = true
    }

    /// Waits until it is set up, or has failed.
    func waitUntilReady() async {
        await withCheckedContinuation { readyWaiters.append($0) }
    }

    private func resumeWaiters() {
        for waiter in readyWaiters { waiter.resume() }
        readyWaiters = []
    }

    /// Gives up the workers that wait for it to be set up.
    func giveUp(because reason: String, isShortage: Bool) {
        perform(machine.ended(reason, isShortage: isShortage))
    }

    /// Listens to it no more, lets those go on who wait for it, and tells its workers that they are
    /// being ended.
    func close(because reason: String, isShortage: Bool) {
        conversation.end()
        calls?.close()
        calls = nil
        _ = machine.ended(reason)
        resumeWaiters()
        // Its workers go with it, and nobody else will tell.
        for client in clients {
            client.lost("its zygote ended: \(reason)", isShortage: isShortage)
        }
    }

    /// Kills its process, and calls a handler once it is gone.
    func kill(whenGone: @escaping () -> Void) {
        conversation.kill(whenGone: whenGone)
    }

    /// Takes its process, which is gone, from the kernel, and tells the workers that are left.
    ///
    /// The first process of a namespace has ended only when all others in there have.
    func bury() {
        conversation.reap()
        for client in clients {
            client.forkFailed("its zygote ended", isShortage: false)
        }
    }

    /// Whose workers it has, in the order of the workers' numbers.
    private var clients: [any ForkClient] {
        forks.sorted { $0.key < $1.key }.map(\.value.client)
    }

    // MARK: Forking

    /// Is asked for a worker, once it sees what the worker needs; a worker for which it cannot be is
    /// given up.
    func take(_ fork: Fork) {
        forks[fork.worker] = fork
        requestFork(of: fork.worker)
    }

    /// Whether the kernel says that a worker's process lives.
    func isLiving(_ worker: UInt64) -> Bool { forks[worker]?.isLiving ?? false }

    /// Whether it has not been told of a worker.
    func isUntold(of worker: UInt64) -> Bool { forks[worker]?.plan != nil }

    /// Forgets a worker whose process is gone.
    func forget(_ worker: UInt64) {
        guard forks.removeValue(forKey: worker) != nil else { return }
        view.workerEnded(worker)
    }

    /// Lets go of a worker that it was not told of, and that another zygote is asked for.
    func release(_ worker: UInt64) {
        forks[worker] = nil
    }

    private func requestFork(of worker: UInt64) {
        guard let fork = forks[worker], let plan = fork.plan else { return }
        let need: ZygoteView.Need
        do throws(SystemError) {
            need = try view.need(
                of: worker,
                bundle: plan.bundlePath,
                storage: plan.specification.storage
            )
        } catch {
            return fork.client.forkFailed(error.description, isShortage: error.isShortage)
        }
        switch need {
        case .nothing: perform(machine.requested(worker))
        case .mounts(let request): ask(request, for: worker)
        case .anotherZygote: move(worker, because: "its bundle is another by now")
        }
    }

    private func ask(_ request: MountRequest, for worker: UInt64) {
        do throws(SystemError) {
            try conversation.ask(request)
        } catch  where error.errno == EAGAIN {
            view.takeBack(worker)
            // Meanwhile the worker may have moved.
            _ = clock.call(at: clock.now + Self.pause) { [weak self] in
                self?.requestFork(of: worker)
            }
        } catch {
            // The mounter is gone, which is about to be heard of.
            move(worker, because: error.description)
        }
    }

    /// Gives a worker to a zygote that is started after what it is to see was there.
    ///
    /// Once: what that one does not see either is not to be seen.
    private func move(_ worker: UInt64, because reason: String) {
        guard var fork = forks[worker] else { return }
        guard !fork.hasMoved else { return fork.client.forkFailed(reason, isShortage: false) }
        fork.hasMoved = true
        takeNoMore()
        owner?.move(fork, from: self)
    }

    private func perform(_ action: ZygoteStateMachine.Action) {
        switch action {
        case .none: return
        case .spawn(let numbers):
            for number in numbers { spawn(number) }
        case .giveUp(let numbers, let reason, let isShortage):
            for number in numbers {
                forks[number]?.client.forkFailed(reason, isShortage: isShortage)
            }
        }
    }

    private func spawn(_ worker: UInt64) {
        guard let fork = forks[worker], let plan = fork.plan, failure == nil else { return }
        do throws(SystemError) {
            try conversation.tell(.spawn(plan.specification), passing: plan.descriptors)
            forks[worker]?.wasAsked()
        } catch  where error.errno == EAGAIN || error.errno == ETOOMANYREFS {
            _ = clock.call(at: clock.now + Self.pause) { [weak self] in
                self?.spawn(worker)
            }
        } catch  where error.errno == EPIPE || error.errno == ECONNRESET {
            // It has ended, which is about to be heard of, with what it said last.
        } catch {
            fork.client.forkFailed(error.description, isShortage: error.isShortage)
        }
    }

    /// How long it is left alone when it has as many requests as its socket holds.
    private static let pause = Duration.milliseconds(5)

    // MARK: A worker's memory

    /// Has the kernel hold a worker to a size of private writable memory (RLIMIT_DATA).
    func limitData(of worker: UInt64, to byteCount: UInt64) {
        // One that waits to be told of is told of with the new size.
        let waits = forks[worker]?.untoldDataLimit != nil
        forks[worker]?.untoldDataLimit = byteCount
        if !waits { tellDataLimit(of: worker) }
    }

    private func tellDataLimit(of worker: UInt64) {
        guard let byteCount = forks[worker]?.untoldDataLimit, failure == nil else { return }
        do throws(SystemError) {
            try conversation.tell(.limitData(worker: worker, byteCount: byteCount))
            forks[worker]?.untoldDataLimit = nil
        } catch  where error.errno == EAGAIN || error.isShortage {
            _ = clock.call(at: clock.now + Self.pause) { [weak self] in
                self?.tellDataLimit(of: worker)
            }
        } catch {
            // It is gone, which is about to be heard of, and takes the worker along.
            forks[worker]?.untoldDataLimit = nil
        }
    }

    // MARK: Held calls

    private func hearOfCall() {
        let heard: SystemCallListener.WaitingCall?
        do throws(SystemError) {
            heard = try calls?.next()
        } catch {
            return failed("its forbidden calls cannot be heard of: \(error)")
        }
        guard let heard, let calls else { return }
        if calls.isWaiting(heard, of: conversation.processNumber) {
            return failed("it made the system call \(heard.call.name)")
        }
        let held = HeldCall(heard, by: calls)
        let maker = clients.first { client in
            client.livingProcess.map { calls.isWaiting(heard, of: $0) } == true
        }
        if let maker {
            maker.isHeld(held)
        } else if let trial {
            guard heard.lock == nil else { return held.answer(ENOLCK) }
            trial.made(heard.call)
        } else {
            // Its word that it forked the process is still to be read.
            calls.keep(heard)
        }
    }

    /// Hands over the calls that a worker that was just told of waits in already.
    private func claimCalls(of worker: UInt64) {
        guard let client = forks[worker]?.client, let process = client.livingProcess, let calls
        else { return }
        for call in calls.takeCalls(of: process) where calls.isWaiting(call) {
            client.isHeld(HeldCall(call, by: calls))
        }
    }

    // MARK: A trial

    /// Has it fork a probe in place of a worker.
    ///
    /// - Parameters:
    ///   - trial: What takes the probe's word.
    ///   - specification: The probe's.
    ///   - descriptors: What the probe gets, in the order in which a zygote expects it.
    /// - Throws: ``SystemError`` when it cannot be told.
    func begin(
        _ trial: SandboxTrial,
        _ specification: WorkerSpecification,
        passing descriptors: [Int32]
    ) throws(SystemError) {
        try conversation.tell(.spawn(specification), passing: descriptors)
        self.trial = trial
    }
}

// MARK: - Its word

extension Zygote: ZygoteListener {
    var hasFailed: Bool { failure != nil }

    func failed(_ reason: String, isShortage: Bool) {
        owner?.ended(self, reason, isShortage: isShortage)
    }

    func said(_ event: ZygoteEvent, _ handover: any ZygoteHandover) {
        switch event {
        case .ready(let layers): becameReady(layers, handover)
        case .failed(let reason, let isShortage): failed(reason, isShortage: isShortage)
        case .spawned(let number, let isOnDisk, let hasListener):
            let worker = SpawnedWorker(
                number: number,
                isOnDisk: isOnDisk,
                hasListener: hasListener
            )
            spawned(worker, handover)
        case .spawnFailed(let number, let message, let isShortage):
            guard let fork = fork(number, where: \.isAsked) else { return }
            fork.client.forkFailed(message, isShortage: isShortage)
        case .exited(let number, let end):
            // A process that it gave up after it was forked ends as one that is forgotten.
            guard owner?.knows(number) == true else { return }
            guard let fork = fork(number, where: \.canHaveEnded) else { return }
            fork.client.exited(end)
        }
    }

    /// The worker that it speaks of; it is ended where it says of one what cannot be.
    ///
    /// - Parameters:
    ///   - worker: The number that it names.
    ///   - canBe: Whether what it says can be so.
    /// - Returns: The worker; nil where it lies, or speaks of a probe.
    private func fork(_ worker: UInt64, where canBe: (Fork) -> Bool) -> Fork? {
        if let fork = forks[worker], canBe(fork) { return fork }
        if !isProbe { failed("it said of worker \(worker) what cannot be") }
        return nil
    }

    private func becameReady(_ layers: [LayerRecord], _ handover: any ZygoteHandover) {
        guard calls == nil else { return failed("it said twice that it is set up") }
        do throws(SystemError) {
            calls = try handover.takeCalls { [weak self] in self?.hearOfCall() }
        } catch {
            return failed(error)
        }
        guard calls != nil else { return failed(Self.lostDescriptors, isShortage: true) }
        perform(machine.becameReady(layers))
        resumeWaiters()
    }

    private func spawned(_ worker: SpawnedWorker, _ handover: any ZygoteHandover) {
        guard let fork = fork(worker.number, where: \.isAsked) else { return }
        forks[worker.number]?.wasForked()
        switch handover.takeWorker(worker, fork.groupLimits, layers) {
        case .process(let process):
            fork.client.forked(process)
            claimCalls(of: worker.number)
        case .killed(let process, let error):
            forks[worker.number]?.wasKilled(process)
            let reason = "the worker's process cannot be measured: \(error)"
            fork.client.lost(reason, isShortage: error.isShortage)
        case .ended: return
        // A worker that cannot be killed is not let live; it is taken along.
        case .nothing: failed(Self.lostDescriptors, isShortage: true)
        case .noProcess: failed("it handed over what is no worker's process")
        }
    }

    /// What a packet without the descriptors that belong to it says: the kernel had no room for them.
    private static let lostDescriptors = "this process has no descriptors left (ulimit -n)"

    /// Sends a worker that waited to be shown something on its way.
    func answered(_ answer: MountAnswer) {
        guard let isSeen = view.note(answer), forks[answer.worker] != nil else { return }
        guard isSeen else { return move(answer.worker, because: answer.failure) }
        perform(machine.requested(answer.worker))
    }

    /// It is left to the workers that it has, and those that waited are given to another.
    func mounterEnded() {
        takeNoMore()
        for worker in view.waiting { move(worker, because: "its zygote's mounter has ended") }
        owner?.retireIdleZygotes()
    }
}

/// What a zygote tells the pool that it is in.
protocol ZygoteOwner: AnyObject {
    /// A zygote has ended, or cannot be used any more.
    func ended(_ zygote: Zygote, _ reason: String, isShortage: Bool)

    /// A worker is to be given to another zygote than this one.
    func move(_ fork: Fork, from zygote: Zygote)

    /// Ends the zygotes that get no further workers and have none left.
    func retireIdleZygotes()

    /// Whether a worker was asked for, of any zygote, and is not forgotten.
    func knows(_ worker: UInt64) -> Bool
}
