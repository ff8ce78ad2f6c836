// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import Testing

@testable import BelfryRuntime

@Suite struct OverloadStateMachineTests {
    private static let time = MonotonicTime(nanoseconds: 1_000_000_000)

    /// Limits of a machine with room for ten workers and plenty of everything else.
    private static func limits(_ change: (inout HostLimits) -> Void = { _ in }) -> HostLimits {
        var limits = HostLimits(
            for: MachineCapacity(memoryByteCount: 64 << 30, coreCount: 8, processCount: 1 << 16)
        )
        limits.workerCount = 10
        limits.descriptorCount = 10_000
        limits.freeSpaceByteCount = 1 << 20
        change(&limits)
        return limits
    }

    private static func amounts(_ values: [OverloadResource: UInt64]) -> ResourceAmounts {
        var amounts = ResourceAmounts()
        for (resource, value) in values { amounts[resource] = value }
        return amounts
    }

    private static func spare(_ number: UInt64) -> OverloadStateMachine.Spare {
        .init(number: number, amounts: Self.amounts([.workers: 1]))
    }

    /// A machine that has seen a reading.
    private static func machine(
        _ values: [OverloadResource: UInt64],
        _ limits: HostLimits = limits()
    ) -> OverloadStateMachine {
        var machine = OverloadStateMachine(limits: limits)
        _ = machine.observe(amounts(values), limits)
        return machine
    }

    // MARK: Levels

    @Test(arguments: OverloadResource.allCases)
    func `a level begins and ends at different shares`(resource: OverloadResource) {
        let limits = Self.limits {
            ($0.workerCount, $0.processCount, $0.threadCount) = (1000, 1000, 1000)
            ($0.memoryByteCount, $0.availableMemoryByteCount) = (1000, 1000)
            ($0.kernelMemoryByteCount, $0.descriptorCount, $0.freeSpaceByteCount) =
                (1000, 1000, 1000)
        }
        var machine = OverloadStateMachine(limits: limits)
        let shares = [0.5, 0.79, 0.81, 0.75, 0.71, 0.69, 0.75, 1.01, 0.95, 0.91, 0.89, 0.69]
        let expected: [OverloadStatus.Level] = [
            .normal, .normal, .pressure, .pressure, .pressure, .normal, .normal, .full, .full,
            .full, .pressure, .normal,
        ]
        for (share, level) in zip(shares, expected) {
            let value = resource.isReserve ? 1000 / share : 1000 * share
            _ = machine.observe(Self.amounts([resource: UInt64(value)]), limits)
            let status = machine.statuses.first { $0.resource == resource }
            #expect(status?.level == level, "\(share)")
        }
    }

    @Test func `a level that rises is told once`() {
        let limits = Self.limits()
        var machine = OverloadStateMachine(limits: limits)
        #expect(machine.observe(Self.amounts([.workers: 7]), limits).isEmpty)
        let rises = machine.observe(Self.amounts([.workers: 8]), limits)
        #expect(rises == [.init(resource: .workers, level: .pressure)])
        #expect(machine.observe(Self.amounts([.workers: 8]), limits).isEmpty)
        let full = machine.observe(Self.amounts([.workers: 10]), limits)
        #expect(full == [.init(resource: .workers, level: .full)])
    }

    @Test func `what cannot be read is never in the way`() {
        var machine = Self.machine([:])
        #expect(machine.admit(1, .newWorker, at: Self.time) == .start)
        #expect(machine.statuses.allSatisfy { $0.value == nil && $0.level == .normal })
    }

    @Test(arguments: [UInt64.max, 0]) func `the largest and the least values end in a level`(
        value: UInt64
    ) {
        let values = OverloadResource.allCases.map { ($0, value) }
        var machine = Self.machine(Dictionary(uniqueKeysWithValues: values))
        _ = machine.admit(1, .newWorker, at: Self.time)
        let spares = (0..<3).map { Self.spare($0) }
        #expect(machine.surplus(prewarmed: spares, idle: spares, leaving: []).count <= 6)
    }

    // MARK: Beginning

    @Test func `runs begin up to the limit, and the next one waits`() {
        var machine = Self.machine([.workers: 8])
        #expect(machine.admit(1, .newWorker, at: Self.time) == .start)
        #expect(machine.admit(2, .newWorker, at: Self.time) == .start)
        let cause = OverloadCause(resource: .workers, value: 10, limit: 10)
        #expect(machine.admit(3, .newWorker, at: Self.time) == .wait(cause))
        #expect(machine.admit(4, .idleWorker, at: Self.time) == .start, "it adds no worker")
    }

    @Test(arguments: [
        OverloadResource.memory, .availableMemory, .kernelMemory, .freeSpace,
    ])
    func `nothing begins while what changes by itself is full`(resource: OverloadResource) throws {
        let limits = Self.limits()
        let limit = try #require(limits[resource])
        var machine = Self.machine([resource: limit, .workers: 1], limits)
        for demand in [OverloadStateMachine.Demand.idleWorker, .newWorker] {
            let cause = OverloadCause(resource: resource, value: limit, limit: limit)
            #expect(machine.admit(1, demand, at: Self.time) == .wait(cause))
        }
    }

    @Test func `a host without workers begins one, however small its limits`() {
        let limits = Self.limits {
            ($0.workerCount, $0.processCount, $0.threadCount, $0.memoryByteCount) = (0, 0, 0, 1)
        }
        let nothing: [OverloadResource: UInt64] = [
            .workers: 0, .processes: 2, .threads: 0, .memory: 0,
        ]
        var machine = Self.machine(nothing, limits)
        #expect(machine.admit(1, .newWorker, at: Self.time) == .start)
        #expect(machine.admit(2, .newWorker, at: Self.time) != .start)
    }

    @Test func `a host without descriptors begins none`() {
        var machine = Self.machine([.workers: 0, .descriptors: 9_990])
        #expect(machine.admit(1, .newWorker, at: Self.time) != .start)
    }

    @Test func `no worker is prewarmed that would bring about pressure`() {
        var machine = Self.machine([.workers: 5])
        let admissions = (0..<3).map { _ in machine.admitPrewarmed() }
        #expect(admissions == [true, true, false])
        var waiting = Self.machine([.workers: 5, .descriptors: 9_990])
        let admission = waiting.admit(1, .newWorker, at: Self.time)
        let isPrewarmed = waiting.admitPrewarmed()
        #expect(admission != .start && !isPrewarmed)
    }

    // MARK: Waiting

    @Test func `a run waits as long as it may, and then its wait is over`() {
        var machine = Self.machine([.workers: 10])
        _ = machine.admit(7, .newWorker, at: Self.time)
        _ = machine.admit(5, .newWorker, at: Self.time + .seconds(1))
        _ = machine.admit(7, .newWorker, at: Self.time + .seconds(4))
        #expect(machine.expired(at: Self.time + .milliseconds(4_999)).isEmpty)
        #expect(machine.expired(at: Self.time + .seconds(5)) == [7])
        #expect(machine.expired(at: Self.time + .seconds(6)) == [5, 7])
        let wait = machine.release(7, at: Self.time + .seconds(6))
        #expect(wait?.length == .seconds(6))
        #expect(wait?.cause.resource == .workers)
        #expect(machine.release(7, at: Self.time + .seconds(6)) == nil)
        #expect(machine.waitingRunCount == 1)
    }

    @Test func `no more runs wait than may`() {
        let limits = Self.limits { $0.queueLength = 2 }
        var machine = Self.machine([.workers: 10], limits)
        let cause = OverloadCause(resource: .workers, value: 10, limit: 10)
        #expect(machine.admit(1, .newWorker, at: Self.time) == .wait(cause))
        #expect(machine.admit(2, .newWorker, at: Self.time) == .wait(cause))
        #expect(machine.admit(3, .newWorker, at: Self.time) == .refuse(cause))
        #expect(machine.admit(1, .newWorker, at: Self.time) == .wait(cause), "it is in already")
    }

    // MARK: Ending

    @Test func `prewarmed workers end first, then idle ones, and no more than needed`() {
        let machine = Self.machine([.workers: 9])
        let prewarmed = [Self.spare(1), Self.spare(2)]
        let idle = [Self.spare(3), Self.spare(4), Self.spare(5)]
        // Below 70 % of ten are six.
        #expect(machine.surplus(prewarmed: prewarmed, idle: idle, leaving: []) == [1, 2, 3])
        let leaving = [Self.amounts([.workers: 1])]
        #expect(machine.surplus(prewarmed: prewarmed, idle: idle, leaving: leaving) == [1, 2])
        #expect(machine.surplus(prewarmed: [], idle: [], leaving: []).isEmpty)
    }

    @Test func `nothing ends without need`() {
        let machine = Self.machine([.workers: 7])
        #expect(!machine.isStrained)
        #expect(machine.surplus(prewarmed: [Self.spare(1)], idle: [], leaving: []).isEmpty)
    }

    @Test func `ending workers is not tried where it does not help`() {
        let machine = Self.machine([.workers: 1, .freeSpace: 0])
        #expect(machine.isFull)
        #expect(!machine.isStrained)
        #expect(machine.surplus(prewarmed: [Self.spare(1)], idle: [], leaving: []).isEmpty)
    }

    @Test func `idle workers end for runs that wait, also without pressure`() {
        let limits = Self.limits { $0.memoryByteCount = 20 << 20 }
        var machine = Self.machine([.workers: 2, .memory: 8 << 20], limits)
        let idle = (1...2 as ClosedRange<UInt64>).map { number in
            OverloadStateMachine.Spare(number: number, amounts: Self.amounts([.memory: 4 << 20]))
        }
        #expect(machine.surplus(prewarmed: [], idle: idle, leaving: []).isEmpty)
        #expect(machine.admit(1, .newWorker, at: Self.time) != .start)
        #expect(machine.surplus(prewarmed: [], idle: idle, leaving: []) == [1])
    }

    @Test func `causes say what is short, and how much there is of it`() {
        let workers = OverloadCause(resource: .workers, value: 2, limit: 2)
        #expect(workers.text == "workers: 2 of at most 2")
        let space = OverloadCause(resource: .freeSpace, value: 1024, limit: 64 << 20)
        #expect(space.text == "free space of the store: 1 KB left, at least 65536 KB")
    }
}
