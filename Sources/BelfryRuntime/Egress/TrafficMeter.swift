// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Counts the bytes of one connection and holds them to its limit and to the proxy's.
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
    }

    private let limit: Int
    private let registry: ConnectionRegistry
    private let state = Mutex(Count())

    init(limit: Int, registry: ConnectionRegistry) {
        self.limit = limit
        self.registry = registry
    }

    /// Bytes that went through so far.
    var count: Count { state.withLock { $0 } }

    /// Counts bytes before they are passed on.
    ///
    /// - Parameters:
    ///   - byteCount: How many.
    ///   - direction: Which way.
    /// - Throws: ``Refusal`` when they are too many, and then not to be passed on.
    func count(_ byteCount: Int, _ direction: Direction) throws(Refusal) {
        try registry.count(byteCount)
        let isWithin = state.withLock { count in
            guard count.fromExtension + count.toExtension + byteCount <= limit else { return false }
            switch direction {
            case .fromExtension: count.fromExtension += byteCount
            case .toExtension: count.toExtension += byteCount
            }
            return true
        }
        guard isWithin else {
            throw Refusal(.byteLimit, "the connection carries more than \(limit) bytes")
        }
    }
}
