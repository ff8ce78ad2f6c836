// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryInlets
internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// The memory for the bodies of messages: of all senders together, and of one topic's.
///
/// A body is held until it is whole, and a sender may keep the last byte back. One that does takes the
/// room of its own topic.
final class BodyRoom: Sendable {
    private struct Use {
        var total = 0
        var topics: [String: Int] = [:]
    }

    /// Most bytes at once: a daemon stays within a small machine.
    private static let byteLimit = 128 << 20

    /// Most bytes of one topic: three files of the longest kind.
    private static let topicByteLimit = 48 << 20

    private let use = Mutex(Use())

    /// Reads a request's body, with room for it until it is dealt with.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - topic: The topic that its sender may write to.
    ///   - limit: Most bytes that are read.
    ///   - body: Takes the bytes.
    /// - Returns: What it returns.
    /// - Throws: ``InletError`` where there is no room, ``APIError`` for a longer body, and what `body`
    ///   throws.
    func reading<Result>(
        _ request: Request,
        of topic: String,
        limit: Int,
        _ body: ([UInt8]) async throws -> Result
    ) async throws -> Result {
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        // One that does not say its length has room for the most that it may have.
        let count = min(max(announced ?? limit, 0), limit)
        guard claim(count, of: topic) else {
            throw InletError(
                42901,
                "limit reached: too many bodies are on their way at once; send this one again later"
            )
        }
        defer { yield(count, of: topic) }
        return try await body(try await request.bytes(limit: limit))
    }

    private func claim(_ count: Int, of topic: String) -> Bool {
        use.withLock { use in
            let (total, own) = (use.total + count, use.topics[topic, default: 0] + count)
            guard total <= Self.byteLimit, own <= Self.topicByteLimit else { return false }
            use.total = total
            use.topics[topic] = own
            return true
        }
    }

    private func yield(_ count: Int, of topic: String) {
        use.withLock { use in
            use.total -= count
            let own = use.topics[topic, default: count] - count
            use.topics[topic] = own > 0 ? own : nil
        }
    }
}
