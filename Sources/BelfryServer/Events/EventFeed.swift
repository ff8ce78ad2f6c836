// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// Tells those who follow the log that there is something new in it.
///
/// It holds no event: each follower reads the log by its own cursor, at its own pace.
final class EventFeed: Sendable {
    private struct State {
        var newest = 0
        var isClosed = false
        var nextNumber = 0
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    /// One follower; it unsubscribes when it goes.
    final class Subscription: Sendable {
        /// Has an element after each change of the log, and when it is time for a sign of life.
        let signals: AsyncStream<Void>
        private let end: @Sendable () -> Void

        fileprivate init(_ signals: AsyncStream<Void>, _ end: @escaping @Sendable () -> Void) {
            self.signals = signals
            self.end = end
        }

        deinit { end() }
    }

    /// Most followers at a time.
    static let followerLimit = 64

    private let state = Mutex(State())

    /// Begins to follow; nil where there are as many followers as may be.
    func subscribe() -> Subscription? {
        let (signals, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let number: Int? = state.withLock { state in
            guard state.followers.count < Self.followerLimit else { return nil }
            guard !state.isClosed else {
                continuation.finish()
                return state.nextNumber
            }
            state.nextNumber += 1
            state.followers[state.nextNumber] = continuation
            return state.nextNumber
        }
        guard let number else { return nil }
        // The first look at the log needs no change.
        continuation.yield()
        return Subscription(signals) { [weak self] in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
    }

    /// Looks whether the log has grown; on the centre's thread.
    func look(at center: Center) {
        guard let newest = try? center.read({ try $0.transaction.lastCursor() }) else { return }
        let isNew = state.withLock { state in
            defer { state.newest = newest }
            return state.newest != newest
        }
        if isNew { signal() }
    }

    /// Has every follower look at the log, or give a sign of life.
    func signal() {
        let followers = state.withLock { Array($0.followers.values) }
        for follower in followers { follower.yield() }
    }

    /// Ends every stream.
    func close() {
        let followers = state.withLock { state in
            state.isClosed = true
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}
