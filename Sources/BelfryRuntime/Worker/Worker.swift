// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A process that holds one extension, as the host sees it: what it is there for, and its life.
///
/// It belongs to the host's thread. It is leased to one client at a time. What it says, what it locks
/// and what it writes have a component each.
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
    private let conversation: WorkerConversation
    private let output: WorkerOutput?
    private let openNetwork: (Worker, consuming Descriptor) -> EgressSession

    private var machine = WorkerStateMachine()

    /// What it is there for.
    private(set) var duty = Duty.none

    /// Known once the zygote has forked it, and until it is gone.
    private var process: (any WorkerProcess)?

    /// Known with the process; files in it can be had as long as this is kept.
    private(set) var container: WorkerContainer?

    /// The layers of its sandbox, and how many seccomp filters the kernel counted.
    private(set) var layers: [LayerRecord] = []
    private(set) var filterCount: Int?

    private(set) var network: EgressSession?

    /// When it was loaded and idle.
    private(set) var readyAt: MonotonicTime?

    /// What was measured of it.
    let gauge = WorkerGauge()

    /// What it has written to the disk.
    let disks = WorkerDisks()

    /// What becomes of its locks of files.
    let locks: WorkerLocks

    /// How many requests it has had.
    private(set) var runCount = 0

    private var endWaiters: [CheckedContinuation<Void, Never>] = []

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
        conversation = WorkerConversation(parts.socket, clock)
        locks = WorkerLocks(clock)
        output = parts.output
        self.clock = clock
        self.forking = forking
        self.owner = owner
        self.openNetwork = openNetwork
        requestedAt = clock.now
        output?.give { [weak self] line in self?.client?.lease.printed(line) }
    }

    // MARK: Its duty

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
    }

    /// Begins the CPU time that it may take until the next request: as its run is decided, or as it
    /// is loaded for a run that there is none of yet.
    ///
    /// - Parameter cpu: Its CPU clock, in nanoseconds.
    func allowLeftovers(from cpu: UInt64) {
        process?.setAlarm(at: cpu + UInt64(IdleAllowance.cpu.nanoseconds))
    }

    /// Notes its CPU clock as it was looked at between runs, in nanoseconds.
    func noteIdleCPU(_ cpu: UInt64) {
        noteIdle { $0.cpu = cpu }
    }

    /// Counts a packet that came between runs.
    func countIdlePacket() {
        noteIdle { $0.packetCount += 1 }
    }

    private func noteIdle(_ change: (inout IdleTime) -> Void) {
        guard case .idle(var time, let mark) = duty else { return }
        change(&time)
        duty = .idle(time, prewarmedFor: mark)
    }

    /// Counts a request that it is about to be sent.
    func beginRequest() {
        runCount += 1
        locks.beginRun()
        conversation.beginRequest()
    }

    // MARK: Its conversation

    /// Begins to listen to it.
    ///
    /// - Throws: ``SystemError`` when its socket cannot be watched.
    func startListening() throws(SystemError) {
        try conversation.begin(for: self)
    }

    /// Takes what it has said, for a while.
    func listen() {
        conversation.listen()
    }

    /// Takes what it has said, before what the kernel says of it.
    func read() {
        conversation.read()
    }

    /// Sends a command, with descriptors that stay open here; a worker that does not read has broken
    /// the protocol.
    func tell(_ command: WorkerCommand, passing descriptors: [Int32] = []) {
        do throws(SystemError) {
            try conversation.tell(command, passing: descriptors)
        } catch {
            client?.lease.ignoresCommands(error)
        }
    }

    /// What it is known to have read and answered of its present request.
    var attention: WorkerConversation.Attention { conversation.attention }

    /// Notes that it said something of its present request.
    func noteAnswer() {
        conversation.noteAnswer()
    }

    /// Notes that it draws faster than anybody can look.
    ///
    /// - Parameter pause: How long it is not listened to now.
    func noteFlood(restingFor pause: Duration) {
        conversation.noteFlood(restingFor: pause)
    }

    /// Takes all that it has printed.
    func drainOutput() {
        output?.drain()
    }

    // MARK: Its process

    /// What the kernel says of its process; nil before it is forked, and once it is gone.
    var readings: (any ProcessReadings)? { process }

    /// Has its client, or its owner, told once its CPU clock has come to a reading, in nanoseconds.
    func setAlarm(at cpu: UInt64) {
        process?.setAlarm(at: cpu)
    }

    /// Has its alarm ring where that is due, and the kernel has not noticed.
    func ringAlarmIfDue() {
        process?.ringAlarmIfDue()
    }

    /// Stops it until ``letContinue()``, by nothing that it could notice or refuse.
    func stop() {
        process?.stop()
    }

    /// Lets it go on, if only to its end.
    func letContinue() {
        process?.letContinue()
    }

    /// What measures what it writes to directories that may hold so much.
    func makeDiskMeter(
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit
    ) -> DiskMeter? {
        process?.makeDiskMeter(folders, limit: limit)
    }

    // MARK: Its life

    /// Whether it can be given requests.
    var isServing: Bool { machine.isServing }

    /// Whether it has said that its sandbox is in force: until then, no code but ours has run.
    var isSealed: Bool { machine.isSealed }

    /// Whether the host ends it, or has.
    var isLeaving: Bool { machine.isLeaving }

    /// Whether the host has killed it.
    var isKilled: Bool { machine.isKilled }

    /// How loading went, once it serves and from there on.
    var loadReport: LoadReport? { machine.loadReport }

    /// Why it gets no further run.
    var retirement: Retirement? { machine.retirement }

    /// How its process ended, where its zygote has told.
    var end: ProcessEnd? { machine.end }

    /// Does what its state machine says.
    private func perform(_ action: WorkerStateMachine.Action) {
        switch action {
        case .none: return
        case .ready: becameReady()
        case .failed(let failure):
            client?.lease.couldNotLoad(failure)
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
        filterCount = process?.filterCount
        guard isFiltered, measureBaseline() else { return }
        if let client {
            client.lease.workerIsReady()
        } else if case .prewarming = duty {
            if let cpu = process?.cpuNanoseconds { allowLeftovers(from: cpu) }
            owner.becameIdle(self)
        }
    }

    /// Whether it is under all filters, by the kernel's count; one that is not has broken the seal, and
    /// is ended.
    ///
    /// A constructor can say that it is loaded before the last filter is in force.
    private var isFiltered: Bool {
        guard let count = filterCount, count < Self.stages.count else { return true }
        // One that was prewarmed waits for no run: the next one starts its own, to report.
        guard let lease = client?.lease, lease.verdict == nil else {
            kill()
            return false
        }
        lease.lacksFilters(Self.stages.dropFirst(count).joined(separator: ", "))
        return false
    }

    /// The stages of the filter, in the order in which a worker comes under them.
    static let stages = ["zygote", "loading", "sealed"]

    private func ended(_ end: ProcessEnd) {
        drainOutput()
        if isBetweenRuns { owner.noteDeparture(of: bundle, .ended) }
        client?.lease.workerEnded(end, self)
        forget()
    }

    /// Kills it, for a reason that its bundle's next report names where there is one.
    func kill(because retirement: Retirement? = nil) {
        let isFirst = machine.killed(retirement)
        if let process {
            process.kill()
            if isFirst { owner.killed(self) }
        }
        // One that was never forked has nobody to tell of its end.
        if forking.withdraw(number) { return forget() }
        if isFirst { awaitEnd() }
    }

    /// Lets it end by itself, and kills it when it does not.
    func retire(because retirement: Retirement? = nil) {
        machine.retired(retirement)
        // One that was never forked has nobody to tell of its end.
        if forking.withdraw(number) { return forget() }
        conversation.tellToStop()
        _ = clock.call(at: clock.now + Self.endDelay) { [weak self] in
            guard let self, !isForgotten else { return }
            kill()
        }
    }

    /// How long the zygote may take to tell of its end after its socket was closed.
    static let endDelay = Duration.milliseconds(200)

    /// Waits until its process is gone.
    func waitForEnd() async {
        guard !isForgotten else { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    /// Whether it is in its pool no more.
    var isForgotten: Bool { machine.isGone }

    /// Its process is gone, or there will be none; its container goes with its last user.
    func forget() {
        guard !isForgotten else { return }
        machine.vanished()
        conversation.end()
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
        // What goes out while there is no run, no report would tell.
        if case .prewarming = duty { network?.endRun() }
        forked.process.whenAlarmRings { [weak self] in self?.alarmRang() }
        // Its start counts toward its first run.
        forked.process.setAlarm(at: budget.cpuNanoseconds)
        if machine.isLeaving { return forked.process.kill() }
        happen { $0.spawned() }
        owner.hasBegun(self)
    }

    func forkFailed(_ reason: String, isShortage: Bool) {
        client?.lease.hasNoWorker(reason, isShortage: isShortage)
        forget()
    }

    func lost(_ reason: String, isShortage: Bool) {
        client?.lease.hasNoWorker(reason, isShortage: isShortage)
        kill()
    }

    func exited(_ end: ProcessEnd) {
        // What it said before it ended counts, so it is read first.
        conversation.read(hasEnded: true)
        happen { $0.exited(end) }
    }

    func isHeld(_ held: HeldCall) {
        if let lock = held.call.lock { return locks.asked(lock, held, by: process) }
        violated(held.call.call)
    }

    private func violated(_ call: SystemCall) {
        // What it said before the call counts, so it is read first.
        read()
        if let client {
            client.lease.violated(call.name, self)
        } else {
            owner.noteDeparture(of: bundle, .strikes)
        }
        kill()
    }

    private func alarmRang() {
        guard !machine.isLeaving, let cpu = process?.cpuNanoseconds else { return }
        if let client, client.lease.verdict == nil { return client.alarmRang(at: cpu, on: self) }
        // While a run is being finished, it is the report of that run which names the reason.
        if client != nil { return kill(because: .idleCPU) }
        owner.dismiss(self, .idleCPU)
    }
}
