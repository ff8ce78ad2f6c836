// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// Decides for a whole host what begins, what waits and what is ended for want of a resource; pure, so
/// that it is tested without processes.
///
/// It is modelled on Envoy's overload manager: readings of resources lead to levels, and levels to
/// actions. Nothing that runs is ever ended here.
struct OverloadStateMachine {
    typealias Level = OverloadStatus.Level

    /// What a run needs to begin.
    enum Demand: Equatable {
        /// A worker that is there and idle.
        case idleWorker
        /// One that is yet to be started.
        case newWorker
    }

    /// What becomes of a run that wants to begin.
    enum Admission: Equatable {
        /// It begins.
        case start
        /// It waits for room.
        case wait(OverloadCause)
        /// It is delivered as an original: too many wait already.
        case refuse(OverloadCause)
    }

    /// A resource that has become fuller.
    struct Rise: Equatable {
        let resource: OverloadResource
        let level: Level
    }

    /// A worker that could be ended.
    struct Spare: Equatable {
        let number: UInt64
        let amounts: ResourceAmounts
    }

    /// How long a run waited, and for what.
    struct Wait: Equatable {
        let cause: OverloadCause
        let length: Duration
    }

    private struct Held {
        let since: MonotonicTime
        var cause: OverloadCause
        var demand: Demand
    }

    private var limits: HostLimits
    private var amounts = ResourceAmounts()
    private var levels = ResourceTable(repeating: Level.normal)

    /// The first resource that changes by itself and is full: nothing begins until it is not.
    private var fullResource: OverloadResource?
    private var isUnderPressure = false
    private var held: [UInt64: Held] = [:]

    init(limits: HostLimits) {
        self.limits = limits
    }

    // MARK: Readings

    /// Takes a reading.
    ///
    /// - Parameters:
    ///   - amounts: How much is used or left of each resource.
    ///   - limits: The limits as of now: some follow from what the machine says.
    /// - Returns: The resources that have become fuller.
    mutating func observe(_ amounts: ResourceAmounts, _ limits: HostLimits) -> [Rise] {
        self.amounts = amounts
        self.limits = limits
        var rises: [Rise] = []
        for resource in OverloadResource.allCases {
            let old = levels[resource]
            let new = share(of: resource, in: amounts).map { Self.level(after: old, $0) } ?? .normal
            levels[resource] = new
            if new > old { rises.append(Rise(resource: resource, level: new)) }
        }
        fullResource = OverloadResource.allCases.first { $0.isMeasured && levels[$0] == .full }
        isUnderPressure = OverloadResource.allCases.contains {
            $0.isRelievedByEndingWorkers && isUnderPressure(for: $0)
        }
        return rises
    }

    /// Levels are left later than they are entered, so that they do not flap.
    private static func level(after old: Level, _ share: Double) -> Level {
        if share >= fullShare || old == .full && share >= fullEndShare { return .full }
        if share >= pressureShare || old >= .pressure && share >= pressureEndShare {
            return .pressure
        }
        return .normal
    }

    /// The shares at which levels begin and end.
    static let pressureShare = 0.8
    static let pressureEndShare = 0.7
    static let fullShare = 1.0
    static let fullEndShare = 0.9

    private func share(of resource: OverloadResource, in amounts: ResourceAmounts) -> Double? {
        guard let value = amounts[resource], let limit = limits[resource] else { return nil }
        return resource.share(value, of: limit)
    }

    private func isUnderPressure(for resource: OverloadResource) -> Bool {
        levels[resource] >= .pressure
    }

    /// How full everything is, by the last reading.
    var statuses: [OverloadStatus] {
        OverloadResource.allCases.map {
            OverloadStatus(
                resource: $0,
                value: amounts[$0],
                limit: limits[$0],
                isReserve: $0.isReserve,
                level: levels[$0]
            )
        }
    }

    // MARK: Beginning

    /// Decides whether a run begins; one that begins is counted until the next reading.
    mutating func admit(
        _ run: UInt64,
        _ demand: Demand,
        at now: MonotonicTime
    ) -> Admission {
        guard let cause = obstacle(to: demand) else {
            if demand == .newWorker { amounts.use(.newWorker) }
            return .start
        }
        if held[run] != nil {
            held[run]?.cause = cause
            held[run]?.demand = demand
            return .wait(cause)
        }
        guard held.count < limits.queueLength else { return .refuse(cause) }
        held[run] = Held(since: now, cause: cause, demand: demand)
        return .wait(cause)
    }

    /// Decides whether a worker may be started that no run waits for.
    mutating func admitPrewarmed() -> Bool {
        var after = amounts
        after.use(.newWorker)
        let hasRoom = OverloadResource.allCases.allSatisfy {
            !isUnderPressure(for: $0) && share(of: $0, in: after) ?? 0 < Self.pressureShare
        }
        guard hasRoom, held.isEmpty else { return false }
        amounts = after
        return true
    }

    private func obstacle(to demand: Demand) -> OverloadCause? {
        if let fullResource { return cause(fullResource) }
        guard demand == .newWorker else { return nil }
        var after = amounts
        after.use(.newWorker)
        let hasWorkers = amounts[.workers] ?? 0 > 0
        // What workers alone use is never in the way of the first: it could wait for ever.
        let full = OverloadResource.allCases.first {
            (hasWorkers || !$0.isUsedByWorkersAlone) && isPassed($0, in: after)
        }
        return full.flatMap(cause)
    }

    private func isPassed(_ resource: OverloadResource, in amounts: ResourceAmounts) -> Bool {
        share(of: resource, in: amounts).map { $0 > Self.fullShare } ?? false
    }

    private func cause(_ resource: OverloadResource) -> OverloadCause? {
        guard let value = amounts[resource], let limit = limits[resource] else { return nil }
        return OverloadCause(resource: resource, value: value, limit: limit)
    }

    /// Whether nothing begins, not even on a worker that is there.
    var isFull: Bool { fullResource != nil }

    // MARK: Waiting

    /// Whether runs wait for room.
    var hasWaitingRuns: Bool { !held.isEmpty }

    /// How many runs wait for room.
    var waitingRunCount: Int { held.count }

    /// Lets a run wait no longer: it begins, it is decided, or it waits for something else.
    ///
    /// - Returns: How long it waited; nil when it did not.
    mutating func release(_ run: UInt64, at now: MonotonicTime) -> Wait? {
        guard !held.isEmpty, let held = held.removeValue(forKey: run) else { return nil }
        return Wait(cause: held.cause, length: now - held.since)
    }

    /// The runs that have waited for too long, in the order of their numbers.
    func expired(at now: MonotonicTime) -> [UInt64] {
        held.filter { now - $0.value.since >= limits.queueTime }.keys.sorted()
    }

    // MARK: Ending

    /// Whether workers that do nothing may be in the way.
    var isStrained: Bool { isUnderPressure || !held.isEmpty }

    /// The workers to be ended: prewarmed ones first, and no more than are needed.
    ///
    /// - Parameters:
    ///   - prewarmed: Workers that no run has had.
    ///   - idle: Workers between runs, the longest idle first.
    ///   - leaving: What ends with the workers that are ending already.
    /// - Returns: Their numbers.
    func surplus(prewarmed: [Spare], idle: [Spare], leaving: [ResourceAmounts]) -> [UInt64] {
        var rest = amounts
        for amounts in leaving { rest.free(amounts) }
        let demand = UInt64(held.values.count { $0.demand == .newWorker })
        var ended: [UInt64] = []
        for worker in prewarmed + idle {
            if isRelieved(rest, demand) { break }
            rest.free(worker.amounts)
            ended.append(worker.number)
        }
        return ended
    }

    private func isRelieved(_ amounts: ResourceAmounts, _ demand: UInt64) -> Bool {
        var after = amounts
        after.use(.newWorker, times: demand)
        return OverloadResource.allCases.allSatisfy { resource in
            guard resource.isRelievedByEndingWorkers else { return true }
            let isCalm =
                !isUnderPressure(for: resource)
                || share(of: resource, in: amounts) ?? 0 < Self.pressureEndShare
            return isCalm && (demand == 0 || !isPassed(resource, in: after))
        }
    }
}
