// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import BelfrySandbox
import BelfrySystem
import BelfryWire
import Glibc
import Testing

@testable import BelfryRuntime

/// A pool whose workers have no processes, step by step: what the simulation found, each time alike.
@Suite struct WorkerPoolTests {
    @Test
    func `a run whose worker died unread ends with its wall budget, though no other is to be had`()
        throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let first = try host.ask()
        try host.load()
        let worker = try #require(host.machine.all.first)
        host.complete(first, on: worker)
        let begin = host.clock.now
        let second = try host.ask()
        #expect(second.run.isRunning && second.run.worker === worker.worker)
        // By the host's next look the machine has room for nothing new.
        host.machine.availableMemory = 0
        host.advance(to: begin + MachineMonitor.interval)
        host.end(worker, isUnread: true)
        #expect(second.run.beginning.wasRequeued && second.run.worker == nil)
        host.advance(to: begin + second.run.budget.wall)
        #expect(second.run.verdict == .fallback(.hostResource))
        #expect(second.run.explanation?.contains("before it had read the request") == true)
    }

    @Test func `a run that waits for a second attempt ends with its start-up budget`() throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        host.machine.isShort = true
        let begin = host.clock.now
        let service = try host.ask()
        // The attempt that comes last finds no room, and would wait for as long as that takes.
        host.machine.availableMemory = 0
        for time in [10, 30, 70] {
            host.machine.isShort = true
            host.advance(to: begin + .milliseconds(time))
        }
        #expect(service.run.beginning.failedAttempts == 4 && service.run.verdict == nil)
        host.advance(to: begin + service.run.budget.start)
        #expect(service.run.verdict == .fallback(.hostResource))
    }

    @Test(arguments: [LoadFailure.Stage.shortage, .link])
    func `a worker that could not load and lives on is ended, and makes room for the next`(
        stage: LoadFailure.Stage
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        let worker = try #require(host.machine.all.first)
        host.fork(worker)
        if !stage.isBeforeExtension { host.say(.sealed, worker) }
        host.say(.loadFailed(LoadFailure(stage: stage, message: "no thread")), worker)
        #expect(worker.socket.isToldToStop && !worker.process.isKilled)
        host.advance(to: host.clock.now + Worker.endDelay)
        #expect(worker.process.isKilled)
        host.end(worker, isUnread: false)
        #expect(host.pool.count == (stage == .shortage ? 1 : 0))
        #expect(service.run.verdict == (stage == .shortage ? nil : .rejected(.link)))
    }

    @Test(arguments: [false, true])
    func `a worker that computes for longer than what is left of a run may take is ended`(
        isIdle: Bool
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        try host.load()
        let worker = try #require(host.machine.all.first)
        host.say(.completed(run: service.run.number, changes: nil), worker)
        #expect(service.run.verdict == .delivered(.completed))
        worker.process.compute(60_000_000)
        worker.process.ringAlarmIfDue()
        #expect(!worker.process.isKilled)
        // The time between its answer and its rest is no gift.
        if isIdle, let worker = worker.worker { host.pool.becameIdle(worker) }
        worker.process.compute(60_000_000)
        worker.process.ringAlarmIfDue()
        #expect(worker.process.isKilled && worker.worker?.retirement == .idleCPU)
    }

    @Test func `a prewarmed worker that computes for as long as a run may is ended`() throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let bundle = try #require(host.bundles.all.first { $0.manifest.process == .fresh })
        let service = try host.ask(bundle)
        try host.load()
        host.say(.completed(run: service.run.number, changes: nil), host.machine.all[0])
        for _ in 0..<2 { host.pool.prewarm(after: service.run, .delivered(.completed)) }
        let worker = try #require(host.machine.all.last)
        #expect(host.machine.all.count == 2 && worker.worker?.prewarmedFor != nil)
        host.fork(worker)
        worker.process.compute(service.run.budget.cpuNanoseconds)
        worker.process.ringAlarmIfDue()
        #expect(worker.process.isKilled)
    }

    @Test(arguments: [false, true])
    func `a run whose CPU time the kernel does not notice ends at the host's next look`(
        isLoaded: Bool
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        let worker = try #require(host.machine.all.first)
        if isLoaded { try host.load() } else { host.fork(worker) }
        worker.process.compute(service.run.budget.cpuNanoseconds)
        host.advance(to: host.clock.now + .milliseconds(20))
        #expect(service.run.verdict == .fallback(.cpu) && worker.process.isKilled)
    }

    @Test(arguments: [false, true])
    func `a worker whose leftover CPU time the kernel does not notice ends at the host's next look`(
        isIdle: Bool
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        try host.load()
        let worker = try #require(host.machine.all.first)
        if isIdle {
            host.complete(service, on: worker)
        } else {
            host.say(.completed(run: service.run.number, changes: nil), worker)
        }
        worker.process.compute(120_000_000)
        let time = isIdle ? IdleAllowance.interval : .milliseconds(20)
        host.advance(to: host.clock.now + time)
        #expect(worker.process.isKilled && worker.worker?.retirement == .idleCPU)
        #expect(service.run.verdict == .delivered(.completed))
    }

    @Test func `a worker that has more memory than the kernel grants while it is loaded is ended`()
        throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        let worker = try #require(host.machine.all.first)
        worker.process.dataLimit = 60 << 20
        host.fork(worker)
        worker.process.byteCount = 500 << 20
        host.advance(to: host.clock.now + .milliseconds(20))
        #expect(service.run.verdict == .fallback(.memory) && worker.process.isKilled)
    }

    @Test(arguments: [false, true])
    func `a zygote that says of a worker what cannot be is ended, and takes the worker along`(
        saysExited: Bool
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        try host.load()
        let worker = try #require(host.machine.all.first)
        let zygote = try #require(worker.zygote)
        zygote.say(
            saysExited
                ? .exited(worker: worker.number, WorkerPoolTests.killed)
                : .spawnFailed(worker: worker.number, message: "no fork", isShortage: false)
        )
        #expect(zygote.isKilled && worker.process.isKilled && host.pool.count == 1)
        #expect(service.run.verdict == .rejected(.sandbox))
        worker.process.hasEnded = true
        worker.stage = .ended
        zygote.end()
        host.machine.starter.bury(zygote)
        #expect(host.pool.count == 0 && host.machine.forgottenWorker == nil)
    }

    @Test(arguments: [false, true])
    func `a worker that was killed unmeasured is known until the kernel says that it has ended`(
        hasEnded: Bool
    ) throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        _ = try host.ask()
        let worker = try #require(host.machine.all.first)
        let zygote = try #require(host.machine.starter.all.first)
        zygote.becomeReady()
        zygote.handoverFailure = SystemError(call: "epoll_ctl", errno: EPERM)
        host.fork(worker)
        #expect(worker.process.isKilled && worker.worker?.readings == nil)
        // Its disk may not answer: its zygote has nothing to say of it, and others' workers.
        host.advance(to: host.clock.now + .seconds(10))
        #expect(!zygote.isKilled && host.pool.count == 1)
        worker.process.hasEnded = hasEnded
        if hasEnded { worker.stage = .ended }
        zygote.say(.exited(worker: worker.number, WorkerPoolTests.killed))
        #expect(zygote.isKilled == !hasEnded && host.pool.count == (hasEnded ? 0 : 1))
        #expect(host.machine.forgottenWorker == nil)
    }

    @Test func `a zygote that hands over what cannot be killed takes the worker along`() throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        _ = try host.ask()
        let worker = try #require(host.machine.all.first)
        let zygote = try #require(host.machine.starter.all.first)
        zygote.becomeReady()
        while !zygote.requests.isEmpty { zygote.answer() }
        let word = ZygoteEvent.spawned(worker: worker.number, isOnDisk: false, hasListener: false)
        zygote.say(.event(word, NoProcess()))
        #expect(zygote.isKilled && host.pool.count == 1)
        zygote.end()
        host.machine.starter.bury(zygote)
        #expect(host.pool.count == 0)
    }

    /// What comes with a zygote's word where it is no process.
    private final class NoProcess: ZygoteHandover {
        func takeCalls(whenHeard: @escaping () -> Void) -> CallListener? { nil }

        func takeWorker(
            _ worker: SpawnedWorker,
            _ limits: ControlGroupLeaf.Limits,
            _ layers: [LayerRecord]
        ) -> WorkerHandover { .noProcess }
    }

    @Test func `a zygote's last words count, though it ended with a command unread`() throws {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        let zygote = try #require(host.machine.starter.all.first)
        zygote.becomeReady()
        while !zygote.requests.isEmpty { zygote.answer() }
        #expect(zygote.commands.count == 1)
        zygote.say(.failed("no memory", isShortage: true), isLate: true)
        zygote.end()
        // The machine had too little of something, so that the run is tried again.
        #expect(service.run.verdict == nil && service.run.beginning.failedAttempts == 1)
    }

    @Test func `a zygote's last words count, though a command comes before they are heard`() throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        let zygote = try #require(host.machine.starter.all.first)
        zygote.becomeReady()
        zygote.hasNoRoom = true
        while !zygote.requests.isEmpty { zygote.answer() }
        #expect(zygote.commands.isEmpty && zygote.isTriedAgain)
        zygote.say(.failed("no memory", isShortage: true), isLate: true)
        zygote.end(isLate: true)
        // The command is sent again, to nobody.
        host.advance(to: host.clock.now + .milliseconds(6))
        #expect(service.run.verdict == nil && service.run.beginning.failedAttempts == 0)
        zygote.notify()
        #expect(service.run.verdict == nil && service.run.beginning.failedAttempts == 1)
    }

    @Test(arguments: [Silence.beforeFork, .ofEnd])
    func `a zygote that says nothing of a worker that was killed is ended`(silence: Silence) throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        _ = try host.ask()
        let worker = try #require(host.machine.all.first)
        let zygote = try #require(host.machine.starter.all.first)
        switch silence {
        case .beforeFork:
            zygote.becomeReady()
            while !zygote.requests.isEmpty { zygote.answer() }
            #expect(zygote.commands.count == 1)
        case .ofEnd: try host.load()
        }
        worker.worker?.kill()
        worker.process.hasEnded = true
        host.advance(to: host.clock.now + .seconds(4))
        #expect(!zygote.isKilled && host.pool.count == 1)
        host.advance(to: host.clock.now + .seconds(2))
        #expect(zygote.isKilled)
        worker.stage = .ended
        zygote.end()
        host.machine.starter.bury(zygote)
        #expect(host.pool.count == 0)
    }

    /// What a zygote that was stopped does not say.
    enum Silence {
        case beforeFork
        case ofEnd
    }

    @Test func `a zygote that is not set up in time is ended, and the next run gets another`()
        throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        _ = try host.ask()
        let zygote = try #require(host.machine.starter.all.first)
        host.advance(to: host.clock.now + .seconds(31))
        #expect(zygote.isKilled)
        _ = try host.ask()
        #expect(host.machine.starter.all.count == 2)
    }

    fileprivate static let killed = ProcessEnd(
        cause: .signalled(9),
        userTime: 0,
        systemTime: 0
    )

    @Test
    func `a worker that has more memory than the kernel grants while its run is finished is ended`()
        throws
    {
        let host = try HostWithoutKernel()
        defer { host.bundles.remove() }
        let service = try host.ask()
        try host.load()
        let worker = try #require(host.machine.all.first)
        worker.process.dataLimit = 60 << 20
        host.say(.completed(run: service.run.number, changes: nil), worker)
        worker.process.byteCount = 500 << 20
        host.advance(to: host.clock.now + .milliseconds(20))
        #expect(worker.process.isKilled && worker.worker?.retirement == .memory)
        #expect(service.run.verdict == .delivered(.completed))
    }
}

/// A host's pool on the simulation's stand-ins; each test says what happens.
private struct HostWithoutKernel {
    let bundles: SimulatedBundles
    let clock = SimulatedClock()
    let machine: SimulatedMachine
    let pool: WorkerPool
    private let numbers = NumberSource()
    private let context: RunContext

    init() throws {
        bundles = try SimulatedBundles()
        let disk = SimulatedDisk(clock, hasFolders: false, countingTime: .zero)
        machine = SimulatedMachine(clock, disk, bundles.all, numbers, QuietWatch())
        // The queue is longer than any budget, so that it is not what ends a run.
        let limits = HostLimits(
            for: MachineCapacity(memoryByteCount: 8 << 30, coreCount: 2, processCount: 4096)
        )
        let storage = StorageLedger(clock, disk)
        let overload = OverloadManager(limits, machine, clock, nil)
        pool = WorkerPool(clock, numbers, machine, storage, overload, nil) { 0 }
        context = RunContext(clock, CenterRegistry(), storage, pool) { "/containers/\($0)" }
    }

    /// Asks an extension; by default one that has one process for all runs.
    func ask(_ bundle: ExtensionBundle? = nil) throws -> ServiceRun {
        var budget = Budget()
        (budget.wall, budget.grace) = (.milliseconds(700), .milliseconds(50))
        budget.start = .milliseconds(500)
        var content = NotificationContent()
        content.title = "A title"
        let request = RunRequest(identifier: "request", source: .local(content))
        let options = ExtensionHost.RunOptions(budget: budget)
        let plan = try RunPlan(request, in: bundle ?? bundles.all[0], options)
        let service = ServiceRun(numbers.next(), plan, context)
        pool.lease(to: service.run)
        return service
    }

    /// Has a worker's zygote set up its sandbox, show it what it needs, and fork it.
    func fork(_ other: SimulatedWorker) {
        guard let zygote = machine.starter.all.last else { return }
        if zygote.stage == .starting { zygote.becomeReady() }
        while !zygote.requests.isEmpty { zygote.answer() }
        zygote.fork(other)
    }

    func say(_ event: WorkerEvent, _ other: SimulatedWorker) {
        other.socket.readings.append(.event(event))
        other.socket.notify()
    }

    /// Has the one worker that there is loaded.
    func load() throws {
        let other = try #require(machine.all.first)
        fork(other)
        say(.sealed, other)
        let report = LoadReport(
            version: 1 << 16,
            sealing: 1,
            loading: 1,
            starting: 1,
            abilities: []
        )
        say(.loaded(report), other)
    }

    /// Has an extension complete, and its worker wait for the next run.
    func complete(_ service: ServiceRun, on other: SimulatedWorker) {
        say(.completed(run: service.run.number, changes: nil), other)
        if let worker = other.worker { pool.becameIdle(worker) }
    }

    /// Ends a process, and has its zygote tell.
    func end(_ other: SimulatedWorker, isUnread: Bool) {
        other.socket.isReset = isUnread
        other.process.hasEnded = true
        other.socket.isClosed = true
        other.worker?.exited(WorkerPoolTests.killed)
    }

    /// Makes all calls that are due by a time.
    func advance(to end: MonotonicTime) {
        _ = clock.call(at: end) {}
        while let next = clock.nextTime, next <= end { _ = clock.advance() }
    }
}
