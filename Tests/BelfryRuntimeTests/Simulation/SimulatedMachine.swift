// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// What makes workers without processes; the schedule decides what becomes of each.
final class SimulatedMachine: WorkerMaking, ForkControl, MachineReading,
    ZygoteKeeping
{
    let clock: SimulatedClock
    let disk: SimulatedDisk
    private let paths: [String]

    /// The workers, in the order of their numbers.
    private(set) var all: [SimulatedWorker] = []

    /// Whether the next worker cannot be made, for want of something.
    var isShort = false

    /// Which library bundles have now: it changes as they are updated.
    var library = 0

    init(_ clock: SimulatedClock, _ disk: SimulatedDisk, _ bundles: [ExtensionBundle]) {
        self.clock = clock
        paths = bundles.map(\.path)
        self.disk = disk
    }

    /// A worker by its number.
    subscript(number: UInt64) -> SimulatedWorker? { all.first { $0.number == number } }

    func make(
        _ number: UInt64,
        for run: Run,
        _ storage: [StorageFolder],
        in owner: any WorkerOwner
    ) throws -> Worker {
        if isShort {
            isShort = false
            throw SystemError(call: "socketpair", errno: EMFILE)
        }
        let kind = paths.firstIndex(of: run.bundle.path) ?? 0
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
        return worker
    }

    func fork(_ worker: Worker) {}

    var processCount: Int { 2 }

    func mark(of bundle: ExtensionBundle) -> LibraryMark? {
        var status = stat()
        status.st_ino = UInt(library)
        return LibraryMark(status)
    }

    func withdraw(_ worker: UInt64) -> Bool { self[worker]?.stage == .wanted }

    func forget(_ worker: UInt64) {
        guard let index = all.firstIndex(where: { $0.number == worker }) else { return }
        let other = all.remove(at: index)
        other.stage = .gone
        other.worker = nil
    }

    /// Forgets all workers, with what they refer to.
    func stop() {
        for other in all { other.worker = nil }
        all = []
    }

    func limitData(of worker: UInt64, to byteCount: UInt64) {}

    func shutdown() {}

    /// It has no zygotes, so that nothing is left of them.
    var isQuiet: Bool { true }

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
