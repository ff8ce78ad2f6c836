// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// How many requests there are at a time, so that their memory has a bound.
final class PushLoad: Sendable {
    private struct State {
        var open = 0
        var pending: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Requests of all connections whose bodies may be in memory: 16,384 × 5 KiB are 80 MiB.
    static let openLimit = 16_384

    /// Pushes to one device that wait for the journal.
    static let pendingLimit = 4096

    /// Lets no further request in.
    func close() { state.withLock { $0.isClosed = true } }

    /// Counts a request in; nil says that it may go on.
    func enter() -> PushRefusal? {
        state.withLock { state in
            guard !state.isClosed else {
                return PushRefusal(.shutdown, "the daemon is stopping")
            }
            guard state.open < Self.openLimit else {
                return PushRefusal(
                    .serviceUnavailable,
                    "\(Self.openLimit) requests wait for their answers; send fewer at a time"
                )
            }
            state.open += 1
            return nil
        }
    }

    func leave() { state.withLock { $0.open -= 1 } }

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
