// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAttachments
import BelfryModel
import BelfryReport
import BelfrySandbox
import BelfrySystem
import BelfryWire
import CenterSimulation
import Glibc
import Synchronization

@testable import BelfryRuntime

/// A host without a kernel that a seed drives: what happens next, and to whom, is drawn.
///
/// After each step the promises of ``check()`` are looked at. A schedule that breaks one says which, at
/// which step, and replays with the same seed.
actor HostSchedule {
    private nonisolated let executor: StepExecutor
    private var random: SeededRandom
    private let clock = SimulatedClock()
    private let machine: SimulatedMachine
    private let pool: WorkerPool
    private let context: RunContext
    private let finisher: RunFinisher
    private let bundles: [ExtensionBundle]
    private let numbers = NumberSource()
    private var requests: [Request] = []
    private var isShutDown = false

    /// What has happened, a line a step.
    private var history: [String] = []

    /// The first promise that was broken.
    private var failure: String?
    private nonisolated let over = Atomic(false)

    /// Whether the schedule has come to its end.
    nonisolated var isOver: Bool { over.load(ordering: .acquiring) }

    /// A request as its asker sees it.
    private final class Request {
        let service: ServiceRun
        var deliveries = 0
        var verdict: Verdict?
        var isReported = false

        init(_ service: ServiceRun) {
            self.service = service
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(seed: UInt64, _ bundles: [ExtensionBundle], on executor: StepExecutor) {
        self.executor = executor
        self.bundles = bundles
        random = SeededRandom(seed: seed)
        let machine = SimulatedMachine(clock)
        self.machine = machine
        let capacity = MachineCapacity(memoryByteCount: 8 << 30, coreCount: 2, processCount: 4096)
        var limits = HostLimits(for: capacity)
        limits.workerCount = 6
        let overload = OverloadManager(limits, machine, clock, nil)
        let storage = StorageLedger(
            isolation: IsolationPlan(
                authority: .init(isPrivileged: false, mayMakeUserNamespaces: false)
            ),
            statePath: "/nonexistent"
        )
        pool = WorkerPool(clock, numbers, machine, storage, overload, nil) { 0 }
        let centers = CenterRegistry()
        context = RunContext(clock, centers, storage, pool) { "/containers/\($0)" }
        finisher = RunFinisher(
            context,
            pool,
            AttachmentStore(path: "/nonexistent"),
            CrashLedger(symboliserPath: nil, runtimePaths: [], identity: nil),
            QuarantineLedger(register: nil),
            nil
        )
    }

    // MARK: The schedule

    /// Takes a number of steps, and then lets everything end.
    ///
    /// - Parameter stepCount: How many steps.
    /// - Returns: The promise that was broken, nil where all held; and what has happened.
    func play(stepCount: Int) async -> (failure: String?, history: [String]) {
        clock.begin = { self.start($0) }
        for _ in 0..<stepCount where failure == nil {
            step()
            await settle()
            failure = check()
        }
        if failure == nil { await end() }
        clock.begin = { _ in }
        over.store(true, ordering: .releasing)
        return (failure, history)
    }

    /// Asynchronous work of the host's goes on in this isolation, a job at a time.
    private func start(_ work: @escaping () async -> Void) {
        // It is made here and runs here: the task has this isolation since it uses the actor.
        nonisolated(unsafe) let work = work
        Task { unsafe await self.run(work) }
    }

    private func run(_ work: () async -> Void) async {
        await work()
    }

    private func settle() async {
        repeat { await Task.yield() } while !executor.isDrained
    }

    private func step() {
        switch random.below(20) {
        case 0..<4: ask()
        case 4..<8: fork()
        case 8..<14: speak()
        case 14: die()
        case 15: tellOfEnd()
        case 16: compute()
        case 17: machine.isShort = random.below(4) == 0
        default:
            if clock.advance() { history.append("time: \(clock.now.nanoseconds / 1_000_000) ms") }
        }
    }

    // MARK: What may happen

    private func ask() {
        guard !isShutDown else { return }
        let bundle = bundles[random.below(bundles.count)]
        var options = ExtensionHost.RunOptions()
        if random.below(8) == 0 { options.isFresh = true }
        if random.below(8) == 0 {
            var budget = Budget()
            budget.wall = .seconds(5)
            options.budget = budget
        }
        var content = NotificationContent()
        content.title = "A title"
        let request = RunRequest(identifier: "request", source: .local(content))
        guard let plan = try? RunPlan(request, in: bundle, options) else { return }
        let service = ServiceRun(numbers.next(), plan, context)
        let asked = Request(service)
        requests.append(asked)
        history.append("run \(service.run.number) of \(bundle.name)")
        start { await self.serve(asked) }
    }

    private func serve(_ request: Request) async {
        let run = request.service.run
        await run.awaitVerdict { pool.lease(to: run) }
        _ = await finisher.finish(request.service, nil, whenDelivered: {}) { _, _ in
            request.deliveries += 1
        }
        request.isReported = true
    }

    private func some(_ stage: SimulatedWorker.Stage) -> SimulatedWorker? {
        let workers = machine.all.filter { $0.stage == stage }
        return workers.isEmpty ? nil : workers[random.below(workers.count)]
    }

    private func fork() {
        guard let other = some(.wanted), let worker = other.worker else { return }
        switch random.below(8) {
        case 0:
            history.append("worker \(other.number) cannot be forked")
            worker.forkFailed("no fork", isShortage: random.below(2) == 0)
        case 1:
            history.append("worker \(other.number) is lost")
            other.stage = .forked
            worker.lost("its zygote ended", isShortage: false)
            other.stage = .ended
        default:
            history.append("worker \(other.number) is forked")
            other.stage = .forked
            worker.forked(ForkedProcess(other.process, container: nil, layers: []))
        }
    }

    private func speak() {
        guard let other = some(.forked), !other.socket.isClosed else { return }
        let event = word(of: other)
        history.append("worker \(other.number): \(event.map { "\($0)".prefix(60) } ?? "nonsense")")
        other.socket.readings.append(event.map(RunSocketReading.event) ?? .nonsense)
        other.socket.notify()
    }

    /// What a worker says next: mostly what an honest one would, now and then a liar's word.
    private func word(of other: SimulatedWorker) -> WorkerEvent? {
        let report = LoadReport(version: 1 << 16, sealing: 1, loading: 1, starting: 1)
        if random.below(12) > 0, let worker = other.worker {
            if !worker.machine.isSealed { return .sealed }
            if !worker.machine.isServing { return .loaded(report) }
            if let run = other.request {
                other.socket.requests.removeLast()
                return .completed(run: run, changes: nil)
            }
            return .log(level: 1, text: "at rest")
        }
        let run = other.request ?? UInt64(random.below(20))
        switch random.below(9) {
        case 0: return .sealed
        case 1: return .loaded(report)
        case 2: return .loadFailed(LoadFailure(stage: .link, message: "no symbol"))
        case 3: return .loadFailed(LoadFailure(stage: .shortage, message: "no thread"))
        case 4: return .completed(run: run + 1, changes: nil)
        case 5: return .abused(run: run)
        case 6: return .strike(run: run, kind: .badHandle)
        case 7: return .checkpoint(run: run, changes: ContentRecord())
        default: return nil
        }
    }

    private func die() {
        guard let other = some(.forked) else { return }
        history.append("worker \(other.number) ends")
        end(other)
    }

    private func end(_ other: SimulatedWorker) {
        other.process.hasEnded = true
        other.socket.isClosed = true
        other.stage = .ended
        other.socket.notify()
    }

    private func tellOfEnd() {
        guard let other = some(.ended), let worker = other.worker else { return }
        history.append("the zygote tells of the end of worker \(other.number)")
        tellOfEnd(other, worker)
    }

    private func tellOfEnd(_ other: SimulatedWorker, _ worker: Worker) {
        let cause: ProcessEnd.Cause =
            other.process.isKilled ? .signalled(SIGKILL) : .exited(Int32(random.below(2)))
        worker.exited(ProcessEnd(cause: cause, userTime: other.process.cpu, systemTime: 0))
    }

    private func compute() {
        guard let other = some(.forked) else { return }
        let process = other.process
        if random.below(2) == 0 {
            process.byteCount += UInt64(random.below(40)) << 20
            history.append("worker \(other.number) has \(process.byteCount >> 20) MB")
        } else {
            process.cpu += UInt64(random.below(12)) * 1_000_000_000
            history.append("worker \(other.number) has computed \(process.cpu) ns")
        }
        guard let alarm = process.alarm, process.cpu >= alarm else { return }
        process.alarm = nil
        process.whenAlarmRings()
    }

    // MARK: The end

    /// Shuts the pool down as a host does, and lets every process end that was told to.
    private func end() async {
        isShutDown = true
        history.append("the host shuts down")
        for request in requests { request.service.run.happen { $0.hostStops() } }
        start { await self.pool.shutdown() }
        for _ in 0..<1000 {
            await settle()
            for other in machine.all where other.stage == .forked && other.process.isKilled {
                end(other)
            }
            for other in machine.all where other.stage == .ended {
                if let worker = other.worker { tellOfEnd(other, worker) }
            }
            await settle()
            failure = check()
            if failure != nil { return }
            if requests.allSatisfy(\.isReported), pool.count == 0 { return }
            _ = clock.advance()
        }
        let missing = requests.filter { !$0.isReported }.map(\.service.run.number)
        failure = "runs \(missing) have no report, and \(pool.count) workers are left"
    }

    // MARK: The promises

    /// The first promise that does not hold; nil where all do.
    private func check() -> String? {
        for request in requests {
            let run = request.service.run
            if request.deliveries > 1 { return "run \(run.number) was delivered twice" }
            if request.isReported, request.deliveries == 0 {
                return "run \(run.number) was reported and not delivered"
            }
            if let verdict = request.verdict, verdict != run.verdict {
                return
                    "run \(run.number) changed from \(verdict) to \(String(describing: run.verdict))"
            }
            request.verdict = run.verdict
            if run.verdict == nil, let worker = run.worker, worker.client?.run !== run {
                return "run \(run.number) has worker \(worker.number), which serves another"
            }
        }
        return checkWorkers() ?? checkWaiting()
    }

    private func checkWorkers() -> String? {
        var leases: [ObjectIdentifier: UInt64] = [:]
        for worker in pool.all {
            guard let run = worker.client?.run else { continue }
            if run.worker !== worker {
                return "worker \(worker.number) is leased to run \(run.number), which has another"
            }
            if leases.updateValue(worker.number, forKey: ObjectIdentifier(run)) != nil {
                return "run \(run.number) has two workers"
            }
        }
        for bundle in bundles {
            let busy = pool.all.count { worker in
                worker.bundle.path == bundle.path
                    && worker.client.map { $0.run.verdict == nil } ?? false
            }
            if busy > bundle.manifest.parallelRuns {
                return "\(bundle.name) has \(busy) runs at once"
            }
        }
        return nil
    }

    private func checkWaiting() -> String? {
        for request in requests {
            let run = request.service.run
            guard run.verdict == nil else { continue }
            if clock.callCount == 0, run.worker != nil {
                return "run \(run.number) has a worker and no timer"
            }
            guard run.worker == nil, !run.plan.isFresh, run.overload == nil else { continue }
            let suited = pool.all.first {
                $0.isIdle && $0.prewarmedFor == nil && $0.bundle.path == run.bundle.path
                    && $0.budget == run.budget && $0.process?.hasEnded == false
            }
            if let suited { return "run \(run.number) waits, and worker \(suited.number) is idle" }
        }
        return nil
    }
}
