// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// What makes workers without processes; the schedule decides what becomes of each.
final class SimulatedMachine: WorkerMaking, ForkControl, MachineReading {
    let clock: SimulatedClock
    private(set) var workers: [UInt64: SimulatedWorker] = [:]

    /// Whether the next worker cannot be made, for want of something.
    var isShort = false

    init(_ clock: SimulatedClock) {
        self.clock = clock
    }

    /// The workers, in the order of their numbers.
    var all: [SimulatedWorker] { workers.values.sorted { $0.number < $1.number } }

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
        let other = SimulatedWorker(number)
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
        workers[number] = other
        return worker
    }

    func fork(_ worker: Worker) {}

    var processCount: Int { 2 }

    func mark(of bundle: ExtensionBundle) -> LibraryMark? { LibraryMark(stat()) }

    func withdraw(_ worker: UInt64) -> Bool { workers[worker]?.stage ?? .gone == .wanted }

    func forget(_ worker: UInt64) {
        workers[worker]?.stage = .gone
        workers[worker] = nil
    }

    func limitData(of worker: UInt64, to byteCount: UInt64) {}

    // MARK: The machine

    let latest = MachineMonitor.Machine()
    var descriptorCount: UInt64? { nil }
    func descriptorLimit(_ limits: HostLimits) -> UInt64 { 1024 }
    func isDue(at now: MonotonicTime) -> Bool { true }
    func look(_ limits: HostLimits, at now: MonotonicTime) -> MachineMonitor.Machine { latest }
}
