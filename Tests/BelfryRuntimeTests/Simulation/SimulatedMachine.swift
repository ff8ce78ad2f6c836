// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySandbox
import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// What makes workers without processes; the schedule decides what becomes of each.
final class SimulatedMachine: WorkerMaking, ForkControl, MachineReading {
    let clock: SimulatedClock
    let disk: SimulatedDisk
    private let paths: [String]

    /// The host's zygotes, and what starts their other side.
    let zygotes: ZygotePool
    let starter: SimulatedZygotes

    /// How many of the bundles, the last of them, need the zygote of another runtime.
    private let swiftCount: Int

    /// What zygotes need for workers that were made and not forked yet.
    private var plans: [UInt64: (plan: ForkPlan, zygote: ZygoteNumber)] = [:]

    /// How often a worker was to be made, in all and for each run.
    private(set) var attemptCount = 0
    private var attempts: [UInt64: Int] = [:]

    /// The decided runs after which a worker was to be made for the next one.
    private var successors: Set<UInt64> = []

    /// The first run for which a worker was to be made again and again.
    private(set) var busyRun: UInt64?

    /// How often that may be: four times within its start budget, and again where it was requeued.
    private static let attemptLimit = 4

    /// The first worker that the host forgot while its process lived.
    private(set) var forgottenWorker: UInt64?

    /// The workers, in the order of their numbers.
    private(set) var all: [SimulatedWorker] = []

    /// Whether the next worker cannot be made, for want of something.
    var isShort = false

    /// Which library bundles have now: it changes as they are updated.
    var library = 0

    /// Makes a machine without processes.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - disk: Where workers write.
    ///   - bundles: What workers are made for.
    ///   - numbers: Where the zygotes' numbers come from.
    ///   - quiet: What is told when the last zygote that was ended is gone.
    ///   - execsWorkers: Whether each worker has a zygote for itself.
    ///   - swiftCount: How many of the bundles, the last of them, need the zygote of another runtime.
    init(
        _ clock: SimulatedClock,
        _ disk: SimulatedDisk,
        _ bundles: [ExtensionBundle],
        _ numbers: NumberSource,
        _ quiet: QuietWatch,
        execsWorkers: Bool = false,
        swiftCount: Int = 0
    ) {
        self.clock = clock
        paths = bundles.map(\.path)
        self.disk = disk
        self.swiftCount = swiftCount
        starter = SimulatedZygotes(clock, numbers)
        zygotes = ZygotePool(
            starter,
            clock,
            execsWorkers: execsWorkers,
            readBuildID: { _ in nil },
            whenQuiet: { quiet.look() }
        )
    }

    /// A worker by its number.
    subscript(number: UInt64) -> SimulatedWorker? { all.first { $0.number == number } }

    func make(
        _ number: UInt64,
        for run: Run,
        _ storage: [StorageFolder],
        in owner: any WorkerOwner
    ) throws -> Worker {
        countAttempt(run)
        let kind = paths.firstIndex(of: run.bundle.path) ?? 0
        let zygote = try zygotes.zygote(for: run.bundle, facts(kind))
        if isShort {
            isShort = false
            throw SystemError(call: "socketpair", errno: EMFILE)
        }
        let other = SimulatedWorker(number, kind, disk, clock)
        let parts = Worker.Parts(
            number: number,
            bundle: run.bundle,
            budget: run.budget,
            origins: nil,
            storage: storage,
            watch: nil,
            tape: nil,
            crashMemory: nil,
            socket: other.socket,
            output: nil
        )
        let worker = Worker(parts, clock, self, owner) { _, _ in
            preconditionFailure("a simulated worker has no listener")
        }
        try worker.startListening()
        other.worker = worker
        other.mark = library
        all.append(other)
        plans[number] = (plan(number, run.bundle, storage), zygote)
        return worker
    }

    private func countAttempt(_ run: Run) {
        attemptCount += 1
        // One that is decided has a worker made for the run after it, once.
        guard run.verdict == nil else {
            if !successors.insert(run.number).inserted { busyRun = busyRun ?? run.number }
            return
        }
        attempts[run.number, default: 0] += 1
        let limit = Self.attemptLimit * (run.beginning.wasRequeued ? 2 : 1)
        if attempts[run.number, default: 0] > limit { busyRun = busyRun ?? run.number }
    }

    private func facts(_ kind: Int) -> LibraryFacts {
        let isSwift = kind >= paths.count - swiftCount
        return LibraryFacts(runtime: isSwift ? .swift : .bare, record: SDKRecord(buildIDs: [:]))
    }

    private func plan(
        _ number: UInt64,
        _ bundle: ExtensionBundle,
        _ storage: [StorageFolder]
    ) -> ForkPlan {
        let specification = WorkerSpecification(
            worker: number,
            libraryPath: bundle.path,
            bundlePath: bundle.path,
            containerPath: "/containers",
            storage: storage,
            identifier: "",
            version: "",
            principalClass: "",
            hasNetwork: false,
            dataByteCount: 0,
            cpuSeconds: 0,
            fileByteCount: 0,
            completionCount: 0
        )
        return ForkPlan(
            specification: specification,
            bundlePath: bundle.path,
            groupLimits: ControlGroupLeaf.Limits(memoryByteCount: 0, threadCount: 0),
            nil
        )
    }

    func fork(_ worker: Worker) {
        guard let (plan, zygote) = plans.removeValue(forKey: worker.number) else { return }
        zygotes.fork(plan, in: zygote, for: worker)
    }

    var processCount: Int { zygotes.processCount }

    func mark(of bundle: ExtensionBundle) -> LibraryMark? {
        var status = stat()
        status.st_ino = UInt(library)
        return LibraryMark(status)
    }

    func withdraw(_ worker: UInt64) -> Bool { zygotes.withdraw(worker) }

    func forget(_ worker: UInt64) {
        guard let index = all.firstIndex(where: { $0.number == worker }) else { return }
        let other = all.remove(at: index)
        if other.stage == .forked { forgottenWorker = forgottenWorker ?? worker }
        other.stage = .gone
        other.worker = nil
        starter.forget(worker)
        zygotes.forget(worker)
    }

    func isLiving(_ worker: UInt64) -> Bool { zygotes.isLiving(worker) }

    func endSilentZygote(of worker: UInt64) { zygotes.endSilentZygote(of: worker) }

    /// Forgets all workers, with what they refer to.
    func stop() {
        for other in all { other.worker = nil }
        all = []
        starter.stop()
    }

    func limitData(of worker: UInt64, to byteCount: UInt64) {
        self[worker]?.dataLimit = byteCount
        zygotes.limitData(of: worker, to: byteCount)
    }

    // MARK: The machine

    /// How much memory it can give still; nil where that is not known.
    var availableMemory: UInt64?

    /// What the host saw of it at its last look, and when that was.
    private(set) var latest = MachineMonitor.Machine()
    private var lastLook: MonotonicTime?

    private var present: MachineMonitor.Machine {
        let space = MachineMonitor.Machine.Space(
            byteCount: disk.room.freeByteCount,
            reserve: 64 << 20
        )
        return MachineMonitor.Machine(
            availableMemory: availableMemory,
            kernelMemory: nil,
            space: space
        )
    }

    var descriptorCount: UInt64? { nil }
    func descriptorLimit(_ limits: HostLimits) -> UInt64 { 1024 }

    func isDue(at now: MonotonicTime) -> Bool {
        lastLook.map { now - $0 >= MachineMonitor.interval } ?? true
    }

    func look(_ limits: HostLimits, at now: MonotonicTime) -> MachineMonitor.Machine {
        guard isDue(at: now) else { return latest }
        lastLook = now
        latest = present
        return latest
    }
}
