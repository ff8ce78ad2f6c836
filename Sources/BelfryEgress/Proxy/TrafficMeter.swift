// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Counts the bytes of one connection and holds them to what its run may use; notes how it was answered.
final class TrafficMeter: Sendable {
    /// Which way bytes go.
    enum Direction: Sendable {
        case fromExtension
        case toExtension
    }

    /// Bytes so far.
    struct Count: Sendable {
        /// From the extension to the origin.
        var fromExtension = 0

        /// From the origin to the extension.
        var toExtension = 0

        /// The status of the origin's answer; nil where none was read, as within TLS.
        var status: Int?
    }

    private let ticket: ConnectionRegistry.Ticket
    private let registry: ConnectionRegistry
    private let state = Mutex(Count())

    init(of ticket: ConnectionRegistry.Ticket, at registry: ConnectionRegistry) {
        self.ticket = ticket
        self.registry = registry
    }

    /// Bytes that went through so far.
    var count: Count { state.withLock { $0 } }

    /// Notes the status of the origin's answer.
    func note(status: Int) {
        state.withLock { $0.status = status }
    }

    /// Counts bytes before they are passed on.
    ///
    /// - Parameters:
    ///   - byteCount: How many.
    ///   - direction: Which way.
    /// - Throws: ``Refusal`` when they are too many or too late, and then not to be passed on.
    func count(_ byteCount: Int, _ direction: Direction) throws(Refusal) {
        try registry.count(byteCount, direction, of: ticket)
        state.withLock { count in
            switch direction {
            case .fromExtension: count.fromExtension += byteCount
            case .toExtension: count.toExtension += byteCount
            }
        }
    }
}
