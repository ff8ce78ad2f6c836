// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// How many requests there are at a time, so that their memory has a bound, and whose they are, so
/// that no client can take the others' room; one for all services of a process.
package final class PushLoad: Sendable {
    private struct State {
        /// Places of the common room that are taken.
        var taken = 0

        /// Places of the common room for refused requests that are taken.
        var refused = 0

        /// Lists of channels that are read, or that their clients do not take.
        var lists = 0
        var pending: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Places that each connection has to itself.
    static let share = 8

    /// Places that all connections share for what they have beyond that.
    ///
    /// One connection may have as many of them as are free still, so that some are left however many
    /// connections come.
    static let room = 8192

    /// Places that all connections share for refused requests that are not whole yet, beyond their share.
    ///
    /// Such a request has its fields' answer and nothing else.
    static let refusedRoom = 2048

    /// The most requests of all connections: each holds a body of 5 KiB at most, and 1 KiB of what its
    /// header fields say (``PushHead/byteLimit``).
    static let openLimit = PushListener.connectionLimit * share + room

    /// Lists of channels at a time, of one connection and of all: each may have 10,000 names.
    static let listShare = 2
    static let listLimit = 16

    /// Pushes to one device that wait for the journal.
    static let pendingLimit = 4096

    package init() {}

    /// Lets no further request in.
    func close() { state.withLock { $0.isClosed = true } }

    /// Counts a request in.
    ///
    /// - Parameter count: The places that its connection has already.
    /// - Returns: Why it may not go on; nil where it may.
    func enter(holding count: Int) -> PushRefusal? {
        state.withLock { state in
            guard !state.isClosed else {
                return PushRefusal(.shutdown, "the daemon is stopping")
            }
            guard count >= Self.share else { return nil }
            guard count - Self.share < Self.room - state.taken else {
                return PushRefusal(
                    .serviceUnavailable,
                    "\(count) requests of this connection wait for their ends, and all connections' "
                        + "room is nearly taken; send fewer at a time"
                )
            }
            state.taken += 1
            return nil
        }
    }

    /// Gives a place back.
    ///
    /// - Parameter count: The places that the connection has, this one among them.
    func leave(holding count: Int) {
        if count > Self.share { state.withLock { $0.taken -= 1 } }
    }

    /// Counts a list of channels in.
    ///
    /// - Parameter count: Those that its connection has already.
    /// - Returns: Why it may not be read; nil where it may, until ``leaveList()``.
    func enterList(holding count: Int) -> PushRefusal? {
        state.withLock { state in
            guard count < Self.listShare, state.lists < Self.listLimit else {
                let whose = count < Self.listShare ? "all connections" : "this connection"
                return PushRefusal(
                    .tooManyRequests,
                    "as many lists of channels as there may be are on their way to \(whose); ask for "
                        + "one after the other"
                )
            }
            state.lists += 1
            return nil
        }
    }

    /// Gives the place of a list back.
    func leaveList() { state.withLock { $0.lists -= 1 } }

    /// Counts a refused request in that is not whole yet.
    ///
    /// - Parameter count: Those that its connection has already.
    /// - Returns: Whether there is room for it.
    func enterRefused(holding count: Int) -> Bool {
        guard count >= Self.share else { return true }
        return state.withLock { state in
            guard count - Self.share < Self.refusedRoom - state.refused else { return false }
            state.refused += 1
            return true
        }
    }

    /// Gives the place of a refused request back.
    ///
    /// - Parameter count: Those that the connection has, this one among them.
    func leaveRefused(holding count: Int) {
        if count > Self.share { state.withLock { $0.refused -= 1 } }
    }

    /// Counts a push to a device.
    ///
    /// - Throws: ``PushRefusal`` with ``PushReason/tooManyRequests``.
    func begin(_ device: String) throws(PushRefusal) {
        let isFree = state.withLock { state in
            let count = state.pending[device] ?? 0
            if count < Self.pendingLimit { state.pending[device] = count + 1 }
            return count < Self.pendingLimit
        }
        guard isFree else {
            throw PushRefusal(
                .tooManyRequests,
                "\(Self.pendingLimit) pushes to this device wait for the journal; send fewer at a time"
            )
        }
    }

    func end(_ device: String) {
        state.withLock { state in
            let count = (state.pending[device] ?? 1) - 1
            state.pending[device] = count > 0 ? count : nil
        }
    }
}
