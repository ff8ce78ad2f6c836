// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// What all connections of one proxy share: their number, their bytes, and their common end.
final class ConnectionRegistry: Sendable {
    /// A connection's place at the proxy.
    struct Ticket: Sendable {
        /// Its number, from 1.
        let sequence: Int

        /// Why it gets no service, nil when it does.
        let refusal: Refusal?

        /// Whether it is the one too many, after which the proxy listens no more.
        let isLast: Bool
    }

    private struct State {
        var arrivedCount = 0
        /// How many had arrived when the present run began.
        var earlierCount = 0
        var openCount = 0
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
        var byteCount = 0
        var isClosed = false
        var fuses: [Int: Fuse] = [:]

        /// Those who wait for no connection to be open, if that is so.
        mutating func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
            guard openCount == 0 else { return [] }
            defer { idleWaiters = [] }
            return idleWaiters
        }
    }

    private let limits: EgressLimits
    private let state = Mutex(State())

    init(limits: EgressLimits) {
        self.limits = limits
    }

    /// Admits a connection; nil turns it away without a word, as the proxy has ended.
    func arrive() -> Ticket? {
        state.withLock { state in
            let count = state.arrivedCount - state.earlierCount
            guard !state.isClosed, count <= limits.requestsInTotal else { return nil }
            state.arrivedCount += 1
            let sequence = state.arrivedCount
            if count == limits.requestsInTotal {
                let refusal = Refusal(
                    .requestLimit,
                    "the extension has made its \(limits.requestsInTotal) requests"
                )
                return Ticket(sequence: sequence, refusal: refusal, isLast: true)
            }
            if state.openCount >= limits.connectionsAtOnce {
                let refusal = Refusal(
                    .connectionLimit,
                    "the extension has \(limits.connectionsAtOnce) connections open",
                    remedy: "end one before beginning another"
                )
                return Ticket(sequence: sequence, refusal: refusal, isLast: false)
            }
            state.openCount += 1
            return Ticket(sequence: sequence, refusal: nil, isLast: false)
        }
    }

    /// Ties a connection to the proxy's end.
    func tie(_ fuse: Fuse, of ticket: Ticket) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.fuses[ticket.sequence] = fuse }
            return state.isClosed
        }
        if isClosed { fuse.blow(Self.end) }
    }

    /// Lets a connection go.
    func leave(_ ticket: Ticket) {
        let waiters = state.withLock { state in
            state.fuses[ticket.sequence] = nil
            if ticket.refusal == nil { state.openCount -= 1 }
            return state.takeIdleWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Begins a new count of requests and bytes, for the worker's next run.
    func renew() {
        state.withLock { state in
            state.earlierCount = state.arrivedCount
            state.byteCount = 0
        }
    }

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

    /// Counts bytes of any connection.
    func count(_ byteCount: Int) throws(Refusal) {
        let isWithin = state.withLock { state in
            state.byteCount += byteCount
            return state.byteCount <= limits.bytesInTotal
        }
        guard isWithin else {
            throw Refusal(
                .byteLimit,
                "the extension's connections together carry more than \(limits.bytesInTotal) bytes"
            )
        }
    }

    /// Ends all connections, now and to come.
    func close() {
        let fuses = state.withLock { state in
            state.isClosed = true
            defer { state.fuses = [:] }
            return Array(state.fuses.values)
        }
        for fuse in fuses { fuse.blow(Self.end) }
    }

    private static let end = Refusal(.proxyClosed, "the extension's run ended")
}
