// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfryReport
import BelfrySystem
import Testing

@testable import BelfryRuntime

/// Random schedules of runs on a host of small limits.
@Suite struct OverloadScheduleTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `limits hold, ends are in order, and every run ends once`(seed: UInt64) throws {
        var host = SimulatedHost(seed: seed)
        for _ in 0..<400 { host.step() }
        host.settle()
        #expect(host.violations.isEmpty, "seed \(seed): \(host.violations.prefix(3))")
        #expect(host.ended.count == host.arrivedCount)
        #expect(host.ended.values.allSatisfy { $0 == 1 })
    }

    @Test func `the schedules reach what they are there for`() {
        var (served, refused, waited, ended) = (0, 0, 0, 0)
        for seed in 0..<100 as Range<UInt64> {
            var host = SimulatedHost(seed: seed)
            for _ in 0..<400 { host.step() }
            host.settle()
            served += host.servedCount
            refused += host.refusedCount
            waited += host.waitedCount
            ended += host.endedForOthersCount
        }
        #expect(served > 1000 && refused > 100 && waited > 1000 && ended > 100)
    }
}

/// A host without processes: it counts workers and memory, and does what the machine answers.
private struct SimulatedHost {
    private enum Use { case prewarmed, working(UInt64), idle, leaving }

    private struct Worker {
        var use: Use
        var bundle: Int
        var byteCount: UInt64
        var idleSince: UInt64 = 0
    }

    private var generator: SeededGenerator
    private var machine: OverloadStateMachine
    private let limits: HostLimits
    private var time = MonotonicTime(nanoseconds: 1)
    private var workers: [UInt64: Worker] = [:]
    private var waiting: [(run: UInt64, bundle: Int, since: MonotonicTime?)] = []
    private var nextNumber: UInt64 = 1

    /// What others on the machine leave of its memory.
    private var outside: UInt64 = 1 << 30

    private(set) var arrivedCount = 0
    private(set) var ended: [UInt64: Int] = [:]
    private(set) var violations: [String] = []
    private(set) var servedCount = 0
    private(set) var refusedCount = 0
    private(set) var waitedCount = 0
    private(set) var endedForOthersCount = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var limits = HostLimits(
            for: MachineCapacity(memoryByteCount: 8 << 30, coreCount: 2, processCount: 1 << 14)
        )
        limits.workerCount = UInt64.random(in: 1...8, using: &generator)
        limits.memoryByteCount = UInt64.random(in: 1...200, using: &generator) << 20
        limits.availableMemoryByteCount = 64 << 20
        limits.queueLength = Int.random(in: 1...12, using: &generator)
        limits.queueTime = .seconds(2)
        self.limits = limits
        machine = OverloadStateMachine(limits: limits)
    }

    mutating func step() {
        time = time + .milliseconds(Int64.random(in: 0...400, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...3: arrive()
        case 4...5: finishOne()
        case 6: endLeaving()
        case 7: prewarm()
        case 8: growOne()
        default: outside = UInt64.random(in: 0...300, using: &generator) << 20
        }
        serve()
        refuseExpired()
        check()
    }

    /// Lets everything that runs end, and time go by.
    mutating func settle() {
        outside = 1 << 30
        for _ in 0..<200 {
            time = time + .milliseconds(100)
            finishOne()
            endLeaving()
            serve()
            refuseExpired()
            check()
        }
    }

    // MARK: What happens

    private mutating func arrive() {
        let count = Int.random(in: 1...3, using: &generator)
        for _ in 0..<count {
            waiting.append((makeNumber(), Int.random(in: 0..<6, using: &generator), nil))
            arrivedCount += 1
        }
    }

    private mutating func finishOne() {
        let working = workers.compactMap { number, worker -> UInt64? in
            if case .working = worker.use { number } else { nil }
        }
        guard let number = working.sorted().randomElement(using: &generator),
            case .working(let run) = workers[number]?.use
        else { return }
        ended[run, default: 0] += 1
        servedCount += 1
        workers[number]?.use = .idle
        workers[number]?.idleSince = time.nanoseconds
    }

    private mutating func endLeaving() {
        for (number, worker) in workers {
            if case .leaving = worker.use { workers[number] = nil }
        }
    }

    private mutating func prewarm() {
        read()
        guard machine.admitPrewarmed() else { return }
        startWorker(.prewarmed, bundle: Int.random(in: 0..<6, using: &generator))
    }

    private mutating func growOne() {
        guard let number = workers.keys.sorted().randomElement(using: &generator) else { return }
        workers[number]?.byteCount = UInt64.random(in: 1...40, using: &generator) << 20
    }

    // MARK: The host's part

    private mutating func read() {
        var amounts = ResourceAmounts()
        amounts[.workers] = UInt64(workers.count)
        let byteCount = workers.values.reduce(0) { $0 + $1.byteCount }
        amounts[.memory] = byteCount
        amounts[.availableMemory] = outside - min(outside, byteCount)
        _ = machine.observe(amounts, limits)
    }

    private mutating func serve() {
        read()
        for (index, run) in waiting.enumerated() {
            let free = workers.keys.sorted().first {
                guard let worker = workers[$0], worker.bundle == run.bundle else { return false }
                switch worker.use {
                case .idle, .prewarmed: return true
                case .working, .leaving: return false
                }
            }
            let wasFull = fullResources(for: free == nil)
            switch machine.admit(run.run, free == nil ? .newWorker : .idleWorker, at: time) {
            case .start:
                if machine.release(run.run, at: time) != nil { waitedCount += 1 }
                waiting[index].run = 0
                if let free {
                    workers[free]?.use = .working(run.run)
                } else {
                    startWorker(.working(run.run), bundle: run.bundle)
                }
            case .wait(let cause):
                if waiting[index].since == nil { waiting[index].since = time }
                if wasFull.isEmpty { violations.append("waits with room: \(cause.text)") }
            case .refuse(let cause):
                if wasFull.isEmpty { violations.append("refused with room: \(cause.text)") }
                waiting[index].run = 0
                refuse(run.run)
            }
        }
        waiting.removeAll { $0.run == 0 }
        relieve()
    }

    /// What stands in the way of a run, by a count of its own.
    private func fullResources(for needsWorker: Bool) -> [OverloadResource] {
        var full = machine.statuses.filter { $0.level == .full && $0.resource.isByteCount }
            .map(\.resource)
        guard needsWorker else { return full }
        for status in machine.statuses {
            guard let value = status.value, let limit = status.limit,
                let cost = ResourceAmounts.newWorker[status.resource]
            else { continue }
            let isPassed = status.isReserve ? value < limit + cost : value + cost > limit
            let isFirst = workers.isEmpty && status.resource.isUsedByWorkersAlone
            if isPassed && !isFirst { full.append(status.resource) }
        }
        return full
    }

    private mutating func relieve() {
        guard machine.isStrained else { return }
        let numbers = workers.keys.sorted()
        let prewarmed = numbers.filter {
            if case .prewarmed = workers[$0]?.use { true } else { false }
        }
        let idle = numbers.filter { if case .idle = workers[$0]?.use { true } else { false } }
            .sorted { workers[$0]?.idleSince ?? 0 < workers[$1]?.idleSince ?? 0 }
        let leaving = numbers.filter { if case .leaving = workers[$0]?.use { true } else { false } }
        let surplus = machine.surplus(
            prewarmed: prewarmed.map(spare),
            idle: idle.map(spare),
            leaving: leaving.map { spare($0).amounts }
        )
        if surplus != Array((prewarmed + idle).prefix(surplus.count)) {
            violations.append("ended out of order: \(surplus)")
        }
        for number in surplus { workers[number]?.use = .leaving }
        endedForOthersCount += surplus.count
    }

    private func spare(_ number: UInt64) -> OverloadStateMachine.Spare {
        let byteCount = workers[number]?.byteCount ?? 0
        return .init(
            number: number,
            amounts: ResourceAmounts(ofWorker: byteCount, threadCount: 5, kernelByteCount: nil)
        )
    }

    private mutating func refuseExpired() {
        for run in machine.expired(at: time) {
            let since = waiting.first { $0.run == run }?.since
            if since.map({ time - $0 < limits.queueTime }) ?? true {
                violations.append("refused before its time")
            }
            _ = machine.release(run, at: time)
            waiting.removeAll { $0.run == run }
            refuse(run)
        }
    }

    private mutating func refuse(_ run: UInt64) {
        ended[run, default: 0] += 1
        refusedCount += 1
    }

    private mutating func startWorker(_ use: Use, bundle: Int) {
        workers[makeNumber()] = Worker(use: use, bundle: bundle, byteCount: 4 << 20)
    }

    private mutating func check() {
        if UInt64(workers.count) > max(1, limits.workerCount) {
            violations.append("\(workers.count) workers")
        }
        if machine.waitingRunCount > limits.queueLength { violations.append("queue too long") }
        if machine.waitingRunCount != waiting.count { violations.append("queue is not as known") }
    }

    private mutating func makeNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }
}
