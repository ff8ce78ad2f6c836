// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import Synchronization

/// What all connections of one proxy share: the run they belong to, their number and their bytes.
///
/// The host begins and ends runs from its own thread; the connections live on others.
final class ConnectionRegistry: Sendable {
    /// A connection's place at the proxy.
    struct Ticket: Sendable {
        /// Its number, from 1.
        let sequence: Int

        /// The run, or the time between two, in which it arrived.
        let period: Int

        /// Why it gets no service, nil when it does.
        let refusal: Refusal?
    }

    private enum Phase {
        case running
        case resting
        case closed
    }

    private struct State {
        var phase = Phase.running
        /// Counts runs and the times between them.
        var period = 0
        var arrivedCount = 0
        /// How many had arrived when the present run began.
        var earlierCount = 0
        var servedCount = 0
        var refusedCount = 0
        var unansweredCount = 0
        var byteCount = 0
        var watchdogs: [Int: Watchdog] = [:]

        /// What each open connection is at, by its number.
        var transfers: [Int: EgressTransfer] = [:]
        var idleWaiters: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { servedCount + refusedCount == 0 }

        /// Takes those who wait for the last connection to end, once it has ended.
        mutating func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
            guard isIdle else { return [] }
            defer { idleWaiters = [] }
            return idleWaiters
        }

        /// Leaves the present period; its connections are to be cut.
        mutating func enter(_ next: Phase) -> [Watchdog] {
            guard phase != .closed else { return [] }
            phase = next
            period += 1
            defer { watchdogs = [:] }
            return Array(watchdogs.values)
        }
    }

    /// How much a run may use.
    let limits: EgressLimits

    private let state = Mutex(State())

    /// Makes a registry in which a run has begun: a worker is made for one.
    init(limits: EgressLimits) {
        self.limits = limits
    }

    /// Admits a connection; nil turns it away without a word.
    func arrive() -> Ticket? {
        state.withLock { state in
            guard state.phase != .closed else { return nil }
            state.arrivedCount += 1
            let refusal = refusal(in: state)
            if refusal == nil {
                state.servedCount += 1
            } else if state.refusedCount < limits.refusalsAtOnce {
                state.refusedCount += 1
            } else {
                state.unansweredCount += 1
                return nil
            }
            state.transfers[state.arrivedCount] = EgressTransfer(at: .now)
            return Ticket(
                sequence: state.arrivedCount,
                period: state.period,
                refusal: refusal
            )
        }
    }

    private func refusal(in state: State) -> Refusal? {
        if state.phase == .resting {
            return Refusal(.proxyClosed, "the extension has no run at present")
        }
        if state.arrivedCount - state.earlierCount > limits.requestsInTotal {
            return Refusal(
                .requestLimit,
                "the extension has made its \(limits.requestsInTotal) requests",
                remedy: "raise the budget 'requests'"
            )
        }
        if state.servedCount >= limits.connectionsAtOnce {
            return Refusal(
                .connectionLimit,
                "the extension has \(limits.connectionsAtOnce) connections open",
                remedy: "end one before beginning another, or raise the budget 'connections'"
            )
        }
        return nil
    }

    /// Ties a connection to the end of its run.
    func tie(_ watchdog: Watchdog, of ticket: Ticket) {
        let isTooLate = state.withLock { state in
            guard state.period == ticket.period, state.phase != .closed else { return true }
            state.watchdogs[ticket.sequence] = watchdog
            return false
        }
        if isTooLate { watchdog.fire(Self.end) }
    }

    /// Lets a connection go.
    func leave(_ ticket: Ticket) {
        let waiters = state.withLock { state in
            state.watchdogs[ticket.sequence] = nil
            state.transfers[ticket.sequence] = nil
            if ticket.refusal == nil { state.servedCount -= 1 } else { state.refusedCount -= 1 }
            return state.takeIdleWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Begins a run, with a new count of requests and bytes.
    func beginRun() {
        let watchdogs = state.withLock { state in
            state.earlierCount = state.arrivedCount
            state.byteCount = 0
            return state.enter(.running)
        }
        for watchdog in watchdogs { watchdog.fire(Self.end) }
    }

    /// Ends the run: every connection is cut, and none is served before the next run.
    func endRun() {
        let watchdogs = state.withLock { $0.enter(.resting) }
        for watchdog in watchdogs { watchdog.fire(Self.end) }
    }

    /// Ends all connections, now and to come.
    func close() {
        let watchdogs = state.withLock { $0.enter(.closed) }
        for watchdog in watchdogs { watchdog.fire(Self.end) }
    }

    /// Whether a connection has arrived since the present or last run began, served or not.
    var hasArrivals: Bool { state.withLock { $0.arrivedCount > $0.earlierCount } }

    /// Whether no connection is open.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    /// Waits until no connection is open.
    func idle() async {
        await withCheckedContinuation { continuation in
            let waiters = state.withLock { state in
                state.idleWaiters.append(continuation)
                return state.takeIdleWaiters()
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    /// Counts bytes of a connection before they are passed on.
    ///
    /// - Throws: Refusal when they are too many, or its run is over.
    func count(
        _ byteCount: Int,
        _ direction: TrafficMeter.Direction,
        of ticket: Ticket
    ) throws(Refusal) {
        let (isPresent, isWithin) = state.withLock { state in
            guard state.period == ticket.period else { return (false, false) }
            let (sum, overflows) = state.byteCount.addingReportingOverflow(byteCount)
            state.byteCount = overflows ? .max : sum
            state.transfers[ticket.sequence]?.move(byteCount, direction, at: .now)
            return (true, state.byteCount <= limits.bytesInTotal)
        }
        guard isPresent else { throw Self.end }
        guard isWithin else {
            throw Refusal(
                .byteLimit,
                "the extension's connections carry more than \(limits.bytesInTotal) bytes",
                remedy: "raise the budget 'network'"
            )
        }
    }

    /// Notes how far a connection is.
    ///
    /// - Parameters:
    ///   - stage: How far.
    ///   - origin: Where it is to reach; nil where that is as it was.
    ///   - ticket: The connection's.
    func note(_ stage: EgressTransfer.Stage, to origin: Endpoint? = nil, of ticket: Ticket) {
        state.withLock { state in
            state.transfers[ticket.sequence]?.stage = stage
            if let origin { state.transfers[ticket.sequence]?.origin = "\(origin)" }
        }
    }

    /// What the extension waits for now, in the order of arrival.
    var transfersUnderWay: [EgressTransfer] {
        let transfers = state.withLock { $0.transfers }
        let now = MonotonicTime.now
        return transfers.sorted { $0.key < $1.key }.map(\.value).filter { $0.isUnderWay(at: now) }
    }

    /// Takes the number of connections that were turned away without a word, and begins anew.
    func takeUnansweredCount() -> Int {
        state.withLock { state in
            defer { state.unansweredCount = 0 }
            return state.unansweredCount
        }
    }

    private static let end = Refusal(.proxyClosed, "the extension's run ended")
}
