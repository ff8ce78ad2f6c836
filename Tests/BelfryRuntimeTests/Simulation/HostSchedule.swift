// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAttachments
import BelfryModel
import BelfryRandom
import BelfryReport
import BelfrySandbox
import BelfrySystem
import CenterSimulation

@testable import BelfryRuntime

/// A host without a kernel that a seed drives: what happens next, and to whom, is drawn.
///
/// After each step the promises of ``brokenPromise()`` are looked at. A schedule that breaks one says
/// which, at which step, and replays with the same seed. ``HostSimulator`` plays it.
actor HostSchedule {
    nonisolated let executor: StepExecutor
    var random: SeededGenerator
    let clock = SimulatedClock()
    let disk: SimulatedDisk
    let machine: SimulatedMachine
    let storage: StorageLedger
    let pool: WorkerPool
    let bundles: [ExtensionBundle]
    let register: SimulatedRegister
    let limits: HostLimits

    /// How many of the bundles are asked for runs, and how many each may have at once.
    static let serviceCount = 3
    let parallelRuns: [Int]
    private let context: RunContext
    private let dispatcher: Dispatcher
    private let numbers = NumberSource()
    private let centers = CenterRegistry()
    /// All requests, and those that have no report.
    private(set) var requests: [SimulatedRequest] = []
    private(set) var current: [SimulatedRequest] = []
    private var phase: Phase

    /// Until when the clock goes on before anything else happens.
    private var jumpEnd: MonotonicTime?

    /// Whether a request was reported since the last look.
    private var hasReports = false

    /// Whether the host has been told to shut down, and whether its pool has said that it has.
    private(set) var isShutDown = false
    private(set) var hasShutDown = false

    /// How many runs counted against their bundles, and how many waited for a worker at the last look.
    var offenceCount = 0
    var waitingCount = 0

    /// What has happened, a line a step; kept only where somebody reads it.
    private(set) var history: [String] = []
    private let isTold: Bool

    /// What it draws more of than others.
    let emphasis: Emphasis

    /// Whether bundles that fail too often are not tried.
    private let hasQuarantine: Bool

    /// The first promise that was broken.
    var failure: String?

    /// What a schedule is at.
    private enum Phase {
        /// Events are drawn, so many more.
        case drawing(left: Int)
        /// Workers are honest from now on and processes end that are to, for so many steps at most.
        case finishing(left: Int)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// A schedule that has not begun.
    ///
    /// - Parameters:
    ///   - seed: What decides everything.
    ///   - bundles: The bundles that are asked.
    ///   - executor: Where all of it runs.
    ///   - stepCount: How many events are drawn.
    ///   - isTold: Whether ``history`` is kept.
    init(
        seed: UInt64,
        _ bundles: [ExtensionBundle],
        on executor: StepExecutor,
        stepCount: Int,
        isTold: Bool
    ) {
        self.executor = executor
        self.bundles = bundles
        parallelRuns = bundles.map(\.manifest.parallelRuns)
        self.isTold = isTold
        phase = .drawing(left: stepCount)
        var random = SeededGenerator(seed: seed)
        let hasQuarantine = random.once(in: 4)
        self.hasQuarantine = hasQuarantine
        emphasis = Emphasis(&random, bundleCount: Self.serviceCount)
        let disk = SimulatedDisk(
            clock,
            hasFolders: emphasis.hasFolders,
            countingTime: .milliseconds(random.below(3))
        )
        self.random = random
        self.disk = disk
        let quiet = QuietWatch()
        let machine = SimulatedMachine(
            clock,
            disk,
            bundles,
            numbers,
            quiet,
            execsWorkers: emphasis.execsWorkers,
            swiftCount: emphasis.hasTwoRuntimes ? 2 : 0
        )
        self.machine = machine
        let capacity = MachineCapacity(memoryByteCount: 8 << 30, coreCount: 2, processCount: 4096)
        var limits = HostLimits(for: capacity)
        limits.workerCount = 6
        limits.queueLength = 3
        limits.queueTime = .milliseconds(200)
        self.limits = limits
        let overload = OverloadManager(limits, machine, clock, nil)
        storage = StorageLedger(clock, disk)
        pool = WorkerPool(clock, numbers, machine, storage, overload, nil) { 0 }
        context = RunContext(clock, centers, storage, pool) { "/containers/\($0)" }
        let register = SimulatedRegister()
        self.register = register
        let finisher = RunFinisher(
            context,
            pool,
            AttachmentStore(path: "/nonexistent"),
            CrashLedger(symboliserPath: nil, runtimePaths: [], identity: nil),
            QuarantineLedger(register: register),
            nil
        )
        let admission = AdmissionController { hasQuarantine ? register.standing(of: $0) : nil }
        dispatcher = Dispatcher(
            admission,
            context,
            pool,
            finisher,
            machine.zygotes,
            on: executor,
            quiet
        )
    }

    // MARK: Playing

    /// Has the host's asynchronous work begin here.
    func begin() {
        clock.begin = { self.start($0) }
        let action = NotificationAction(identifier: "act", title: "Act")
        let category = NotificationCategory(
            identifier: SimulatedBundles.category,
            actions: [action]
        )
        for bundle in bundles { centers.center(of: bundle.app).setCategories([category]) }
        note(
            "a host of \(limits.workerCount) workers at most; \(limits.queueLength) runs may wait for "
                + "room, \(limits.queueTime) each; \(emphasis.words)"
                + (hasQuarantine ? "; bundles that fail too often are not tried" : "")
        )
    }

    /// Takes the next step; the executor is drained after each.
    ///
    /// - Returns: Whether there is another one.
    func step() -> Bool {
        failure = failure ?? brokenPromise()
        guard failure == nil else { return false }
        if hasReports {
            hasReports = false
            current.removeAll(where: \.isReported)
        }
        if let jumpEnd, let next = clock.nextTime, next <= jumpEnd { return clock.advance() }
        jumpEnd = nil
        switch phase {
        case .drawing(0):
            note("nothing more is drawn: workers answer honestly, and what is to end ends")
            // The seconds that a silent zygote gets are hundreds of looks at each worker.
            phase = .finishing(left: 20_000)
        case .drawing(let left):
            if goOn() { return true }
            phase = .drawing(left: left - 1)
            drawEvent()
        case .finishing(0):
            failure = unfinished
            return false
        case .finishing(let left):
            phase = .finishing(left: left - 1)
            if isFinished { return goOnToShutdown() }
            finish()
        }
        return true
    }

    /// Forgets what keeps the schedule alive.
    func end() {
        clock.stop()
        disk.stop()
        machine.stop()
    }

    /// Has the host shut down, unless it has by now.
    private func goOnToShutdown() -> Bool {
        if isShutDown {
            failure = brokenPast()
            return false
        }
        shutDown()
        return true
    }

    private var isFinished: Bool {
        current.allSatisfy(\.isReported) && machine.all.allSatisfy { $0.worker?.isIdle ?? true }
            && !machine.starter.all.contains(where: \.isToBeReady)
            && (!isShutDown || hasShutDown && pool.count == 0)
    }

    private var unfinished: String {
        let missing = requests.filter { !$0.isReported }.map(\.run.number)
        let busy = pool.all.filter { !$0.isIdle }.map(\.number)
        if let zygote = machine.starter.all.first(where: \.isToBeReady) {
            return "zygote \(zygote.number) is not set up, and is waited for"
        }
        if isShutDown, missing.isEmpty {
            return "the host's shutdown does not end; workers \(busy)"
        }
        return "runs \(missing) have no report, and workers \(busy) do not end"
    }

    /// Moves the clock on until a time.
    func jump(_ duration: Duration) {
        jumpEnd = clock.now + duration
    }

    /// Notes what happens.
    func note(_ line: @autoclosure () -> String) {
        if isTold {
            history.append("\((clock.now.nanoseconds - 1_000_000_000) / 1_000_000) ms: \(line())")
        }
    }

    /// Asynchronous work of the host's goes on in this isolation, a job at a time.
    func start(_ work: @escaping () async -> Void) {
        // It is made here and runs here: the task has this isolation since it uses the actor.
        nonisolated(unsafe) let work = work
        Task(executorPreference: executor) { unsafe await self.run(work) }
    }

    private func run(_ work: () async -> Void) async {
        await work()
    }

    // MARK: The host

    /// Asks a service extension.
    func ask(_ kind: Int, _ options: ExtensionHost.RunOptions) {
        let bundle = bundles[kind]
        guard let plan = try? RunPlan(simulatedRequest, in: bundle, options) else { return }
        let service = ServiceRun(numbers.next(), plan, context)
        let request = SimulatedRequest(
            service.run,
            nil,
            hasQuarantine ? register.standing(of: bundle) : nil,
            kind,
            at: clock.now
        )
        requests.append(request)
        current.append(request)
        note(
            "\(bundle.name) is asked: run \(request.number), \(request.budget.wall) at most"
                + (request.isFresh ? ", in a new worker" : "")
        )
        start { await self.serve(request, service) }
    }

    private func serve(_ request: SimulatedRequest, _ service: ServiceRun) async {
        _ = await dispatcher.serve(service, prepareTrace: { _ in }) { _, _ in
            request.deliveries += 1
        }
        reported(request)
    }

    /// Opens a notification that an extension draws.
    func open(_ kind: Int, _ options: ContentSession.Options) {
        let bundle = bundles[kind]
        guard let plan = try? RunPlan(simulatedRequest, in: bundle, options) else { return }
        let first = ReceivedNotification(plan.request, date: 0, [])
        let session = DrawingSession(numbers.next(), plan, options, first, context)
        let request = SimulatedRequest(
            session.run,
            session,
            hasQuarantine ? register.standing(of: bundle) : nil,
            kind,
            at: clock.now
        )
        requests.append(request)
        current.append(request)
        note("\(bundle.name) is to draw a notification: session and run \(request.number)")
        start { await self.hold(request, session) }
    }

    private func hold(_ request: SimulatedRequest, _ session: DrawingSession) async {
        if let admitted = await dispatcher.admit(session) { await dispatcher.hold(admitted) }
        reported(request)
    }

    private func reported(_ request: SimulatedRequest) {
        note("run \(request.number) is \(request.run.verdict == nil ? "declined" : "reported")")
        noteReport(of: request)
        request.isReported = true
        hasReports = true
        if request.run.offence != nil, request.standing != nil { offenceCount += 1 }
    }

    private var simulatedRequest: RunRequest {
        var content = NotificationContent()
        content.title = "A title"
        content.categoryIdentifier = SimulatedBundles.category
        return RunRequest(identifier: "request", source: .local(content))
    }

    /// Shuts the host down.
    func shutDown() {
        isShutDown = true
        note("the host shuts down")
        start {
            await self.dispatcher.shutdown()
            self.hasShutDown = true
        }
    }
}
