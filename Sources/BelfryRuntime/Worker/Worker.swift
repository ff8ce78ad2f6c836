// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A process that holds one extension, as the host sees it: its socket, its measures, its life.
///
/// It belongs to the host's thread. It is leased to one client at a time.
final class Worker {
    let number: UInt64
    let bundle: ExtensionBundle
    let budget: Budget

    /// The origins it may reach; nil when it has no network at all.
    let origins: [String]?

    /// Whether it may reach public origins besides those, so that they are told.
    let learnsOrigins: Bool

    /// What it has that outlives it.
    let storage: [StorageFolder]

    /// How its extension is watched; nil in an ordinary worker.
    let watch: RunTrial.Watch?

    /// What its way to the network is kept on or answered from; nil in an ordinary worker.
    let tape: EgressTape?

    /// When it was asked for.
    let requestedAt: MonotonicTime

    /// Where its signal handler describes a crash; nil where nothing can crash, in the simulation.
    let crashMemory: CrashMemory?

    let clock: any HostClock
    let forking: any ForkControl
    unowned let owner: any WorkerOwner
    let socket: any RunSocket
    private let output: WorkerOutput?
    private let openNetwork: (Worker, consuming Descriptor) -> EgressSession

    private(set) var machine = WorkerStateMachine()

    /// What it is there for.
    private(set) var duty = Duty.none

    /// Known once the zygote has forked it, and until it is gone.
    private(set) var process: (any WorkerProcess)?

    /// Known with the process; files in it can be had as long as this is kept.
    private(set) var container: WorkerContainer?

    /// The layers of its sandbox, and how many seccomp filters the kernel counted.
    private(set) var layers: [LayerRecord] = []
    private(set) var filterCount: Int?

    private(set) var network: EgressSession?

    /// When it was loaded and idle, and how loading went.
    private(set) var readyAt: MonotonicTime?
    private(set) var loadReport: LoadReport?

    /// What was measured of it.
    var gauge = WorkerGauge()

    /// What it has written to the disk; made when it has been at work for a while.
    var disk: DiskMeter?

    /// The same for its container, where that is on disk.
    var containerDisk: DiskMeter?

    /// How often it has locked files.
    var locks = LockAllowance()

    /// How many requests it has had.
    private(set) var runCount = 0

    /// What is known of its reading what the host sends.
    private(set) var attention = Attention()

    /// Whether it draws faster than it is listened to.
    var isFlooding = false

    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// Most requests a worker gets in its life: completions are made for so many.
    static let runLimit = 256

    /// What a worker is there for.
    enum Duty {
        /// Nothing: it has just been made, or it is going.
        case none
        /// A run that there is none of yet, with the library that it was started with; it is being loaded.
        case prewarming(LibraryMark)
        /// The next run; one that was prewarmed waits for the first of all.
        case idle(IdleTime, prewarmedFor: LibraryMark?)
        /// A client.
        case leased(any WorkerClient)
    }

    /// A worker's time between runs, and what it did in it.
    struct IdleTime {
        let since: MonotonicTime
        var packetCount = 0

        /// Its CPU clock when it was last looked at, in nanoseconds.
        var cpu: UInt64?
    }

    /// What a worker is known to have read and answered of its present request.
    struct Attention {
        /// Whether it ended with a command of the host's unread.
        var leftCommandUnread = false

        /// Commands sent since the request was; negative while the request itself is not sent.
        var commandsSinceRun = 0

        /// Whether it said anything of the request, which it cannot have known before it was sent.
        var hasAnswered = false
    }

    /// What a worker is made of.
    struct Parts {
        let number: UInt64
        let bundle: ExtensionBundle
        let budget: Budget
        let origins: [String]?
        var learnsOrigins = false
        let storage: [StorageFolder]
        let watch: RunTrial.Watch?
        let tape: EgressTape?
        let crashMemory: CrashMemory?
        let socket: any RunSocket
        let output: WorkerOutput?
    }

    /// Makes a worker that is still to be forked; its time begins now.
    ///
    /// - Parameters:
    ///   - parts: What it is made of.
    ///   - clock: The host's clock.
    ///   - forking: What is asked about its process.
    ///   - owner: The pool that it is in.
    ///   - openNetwork: What opens its way to the network at a listener.
    init(
        _ parts: Parts,
        _ clock: any HostClock,
        _ forking: any ForkControl,
        _ owner: any WorkerOwner,
        openNetwork: @escaping (Worker, consuming Descriptor) -> EgressSession
    ) {
        number = parts.number
        bundle = parts.bundle
        budget = parts.budget
        origins = parts.origins
        learnsOrigins = parts.learnsOrigins
        storage = parts.storage
        watch = parts.watch
        tape = parts.tape
        crashMemory = parts.crashMemory
        socket = parts.socket
        output = parts.output
        self.clock = clock
        self.forking = forking
        self.owner = owner
        self.openNetwork = openNetwork
        requestedAt = clock.now
        output?.take = { [weak self] line in self?.client?.run.log.append(.output, line) }
    }

    // MARK: Its duty

    /// Whom it serves; nil while it is idle.
    var client: (any WorkerClient)? {
        if case .leased(let client) = duty { client } else { nil }
    }

    /// Whether it serves nobody, and is not being ended.
    var isUnused: Bool { client == nil && !machine.isLeaving }

    /// Whether it can take a request now.
    var isIdle: Bool {
        if machine.isServing, case .idle = duty { true } else { false }
    }

    /// Its time between runs.
    var idleTime: IdleTime? {
        if case .idle(let time, _) = duty { time } else { nil }
    }

    /// The library that it was prewarmed with, until it has its run.
    var prewarmedFor: LibraryMark? {
        switch duty {
        case .prewarming(let mark): mark
        case .idle(_, let mark): mark
        case .none, .leased: nil
        }
    }

    /// Sets it on a client.
    func lease(to client: any WorkerClient) {
        duty = .leased(client)
    }

    /// Takes it from its client, which gets another.
    func unlease() {
        duty = .none
    }

    /// Has it wait for a run that there is none of yet.
    func prewarm(with mark: LibraryMark) {
        duty = .prewarming(mark)
    }

    /// Begins its time between runs.
    func rest() {
        duty = .idle(IdleTime(since: clock.now), prewarmedFor: prewarmedFor)
        if let process, let cpu = process.cpuNanoseconds {
            process.setAlarm(at: cpu + UInt64(IdleAllowance.cpu.nanoseconds))
        }
    }

    /// Notes what it did between runs.
    func noteIdle(_ change: (inout IdleTime) -> Void) {
        guard case .idle(var time, let mark) = duty else { return }
        change(&time)
        duty = .idle(time, prewarmedFor: mark)
    }

    /// Counts a request that it is about to be sent.
    func beginRequest() {
        runCount += 1
        locks.beginRun()
        attention.commandsSinceRun = -1
        attention.hasAnswered = false
    }

    /// Notes that it said something of its present request.
    func noteAnswer() {
        attention.hasAnswered = true
    }

    // MARK: Speaking

    /// Sends a command, with descriptors that stay open here; a worker that does not read has broken
    /// the protocol.
    func tell(_ command: WorkerCommand, passing descriptors: [Int32] = []) {
        do throws(SystemError) {
            try socket.send(command, passing: descriptors)
            attention.commandsSinceRun += 1
        } catch {
            // One whose socket is closed is about to be heard of. It has not read this command; whether
            // it had read the request before, the kernel tells.
            guard !error.isClosedSocket else {
                if attention.commandsSinceRun < 0 { attention.leftCommandUnread = true }
                return
            }
            client?.run.ignoresCommands(error)
        }
    }

    /// Notes that it ended with a command unread.
    func noteUnreadCommand() {
        attention.leftCommandUnread = true
    }

    /// Takes all that it has printed.
    func drainOutput() {
        output?.drain()
    }

    // MARK: Its life

    /// Does what its state machine says.
    func perform(_ action: WorkerStateMachine.Action) {
        switch action {
        case .none: return
        case .ready: becameReady()
        case .failed(let failure):
            client?.run.couldNotLoad(failure)
            // It ends by itself; one that does not would keep its bundle's next run waiting.
            retire()
        case .nonsense: breakProtocol("it said of its beginning what cannot be")
        case .silent: breakProtocol("it closed its socket to the host and lives on")
        case .ended(let end): ended(end)
        }
    }

    /// Hands an event of its life to its state machine, and does what that says.
    func happen(_ event: (inout WorkerStateMachine) -> WorkerStateMachine.Action) {
        perform(event(&machine))
    }

    private func becameReady() {
        readyAt = clock.now
        loadReport = machine.loadReport
        filterCount = process?.filterCount
        guard isSealed, measureBaseline() else { return }
        if let client {
            client.run.workerIsReady()
        } else if case .prewarming = duty {
            network?.endRun()
            owner.becameIdle(self)
        }
    }

    /// Whether it is under all filters, by the kernel's count; one that is not has broken the seal, and
    /// is ended.
    ///
    /// A constructor can say that it is loaded before the last filter is in force.
    private var isSealed: Bool {
        guard let count = filterCount, count < Self.stages.count else { return true }
        // One that was prewarmed waits for no run: the next one starts its own, to report.
        guard let run = client?.run, run.verdict == nil else {
            kill()
            return false
        }
        run.lacksFilters(Self.stages.dropFirst(count).joined(separator: ", "))
        return false
    }

    /// The stages of the filter, in the order in which a worker comes under them.
    static let stages = ["zygote", "loading", "sealed"]

    /// Ends it for what it said or did not say.
    func breakProtocol(_ problem: String) {
        client?.run.protocolBroken(problem)
        kill()
    }

    private func ended(_ end: ProcessEnd) {
        drainOutput()
        if isUnusedBetweenRuns { owner.noteDeparture(of: bundle, .ended) }
        client?.run.workerEnded(end, self)
        forget()
    }

    private var isUnusedBetweenRuns: Bool {
        if !machine.isLeaving, case .idle(_, nil) = duty { true } else { false }
    }

    /// Kills it, for a reason that its bundle's next report names where there is one.
    func kill(because retirement: Retirement? = nil) {
        let isFirst = !machine.isKilled
        machine.killed(retirement)
        endProcess(isFirst: isFirst)
        // One that was never forked has nobody to tell of its end.
        if forking.withdraw(number) { forget() }
    }

    /// Lets it end by itself, and kills it when it does not.
    func retire(because retirement: Retirement? = nil) {
        machine.retired(retirement)
        // One that was never forked has nobody to tell of its end.
        if forking.withdraw(number) { return forget() }
        try? socket.send(.stop, passing: [])
        _ = clock.call(at: clock.now + Self.endDelay) { [weak self] in
            guard let self, process != nil else { return }
            kill()
        }
    }

    private func endProcess(isFirst: Bool) {
        guard let process else { return }
        process.kill()
        if isFirst { owner.killed(self) }
    }

    /// How long the zygote may take to tell of its end after its socket was closed.
    static let endDelay = Duration.milliseconds(200)

    /// Waits until its process is gone.
    func waitForEnd() async {
        guard !isForgotten else { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    /// Whether it is in its pool no more.
    private(set) var isForgotten = false

    /// Its process is gone, or there will be none; its container goes with its last user.
    func forget() {
        guard !isForgotten else { return }
        isForgotten = true
        machine.vanished()
        socket.unwatch()
        output?.unwatch()
        process = nil
        forking.forget(number)
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
        if let network { Task { await network.close() } }
        owner.isGone(self)
    }
}

// MARK: - The zygote's word

extension Worker: ForkClient {
    var livingProcess: Int32? {
        // One that waits in a call has not ended: its number was another's before.
        guard let process, !process.hasEnded else { return nil }
        return process.number
    }

    func forked(_ forked: ForkedProcess) {
        process = forked.process
        container = forked.container
        layers = forked.layers
        if let listener = forked.takeListener() { network = openNetwork(self, listener) }
        forked.process.whenAlarmRings = { [weak self] in self?.alarmRang() }
        // Its start counts toward its first run.
        forked.process.setAlarm(at: budget.cpuNanoseconds)
        if machine.isLeaving { return forked.process.kill() }
        happen { $0.spawned() }
        if writesToDisk { owner.mayWrite(self) }
    }

    func forkFailed(_ reason: String, isShortage: Bool) {
        client?.run.hasNoWorker(reason, isShortage: isShortage)
        forget()
    }

    func lost(_ reason: String, isShortage: Bool) {
        client?.run.hasNoWorker(reason, isShortage: isShortage)
        kill()
    }

    func exited(_ end: ProcessEnd) {
        // What it said before it ended counts, so it is read first.
        read(hasEnded: true)
        happen { $0.exited(end) }
    }

    private func alarmRang() {
        guard let cpu = process?.cpuNanoseconds else { return }
        if let client, client.run.verdict == nil { return client.alarmRang(at: cpu, on: self) }
        // One whose run is being finished is judged when that is done.
        if isIdle { owner.dismiss(self, .idleCPU) }
    }
}

extension SystemError {
    /// Whether the other end of a socket is closed.
    fileprivate var isClosedSocket: Bool { errno == EPIPE || errno == ECONNRESET }
}
