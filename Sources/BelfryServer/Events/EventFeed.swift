// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// Tells those who follow the log that there is something new in it.
///
/// Each follower goes by its own cursor, at its own pace: one that has all before is given what is new
/// as it is to be sent, the others read the log.
final class EventFeed: Sendable {
    /// What a follower is told.
    enum Signal: Sendable {
        /// It is to look at the log, or to give a sign of life.
        case look
        /// What the log has after an event, as it is to be sent, and the last event of that.
        case news(text: String, after: Int, last: Int)
    }

    private struct State {
        var isClosed = false
        var nextNumber = 0
        var followers: [Int: AsyncStream<Signal>.Continuation] = [:]
    }

    /// One follower; it unsubscribes when it goes.
    final class Subscription: Sendable {
        /// Has an element after each change of the log, and when it is time for a sign of life.
        let signals: AsyncStream<Signal>
        private let continuation: AsyncStream<Signal>.Continuation
        private let end: @Sendable () -> Void

        fileprivate init(
            _ signals: AsyncStream<Signal>,
            _ continuation: AsyncStream<Signal>.Continuation,
            _ end: @escaping @Sendable () -> Void
        ) {
            self.signals = signals
            self.continuation = continuation
            self.end = end
        }

        deinit { end() }

        /// Has this one look at the log, or give a sign of life.
        func look() { continuation.yield(.look) }

        /// Ends the signals.
        func finish() { continuation.finish() }
    }

    /// Most followers at a time.
    static let followerLimit = 64

    private let state = Mutex(State())

    /// Begins to follow; nil where there are as many followers as may be.
    func subscribe() -> Subscription? {
        let (signals, continuation) = AsyncStream<Signal>.makeStream(
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
        continuation.yield(.look)
        return Subscription(signals, continuation) { [weak self] in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
    }

    /// Gives followers what is new, on the centre's thread.
    ///
    /// More than one batch is left to them: each reads as fast as its connection takes it.
    func tell(_ news: LogNews, of center: Center) {
        guard state.withLock({ !$0.followers.isEmpty }) else { return }
        guard news.events.count <= EventStream.batch,
            let text = try? center.read({
                try EventStream.text(of: news.events, after: news.after, in: $0)
            })
        else { return signal() }
        signal(.news(text: text, after: news.after, last: news.last))
    }

    /// Has every follower look at the log, or give a sign of life.
    func signal(_ signal: Signal = .look) {
        let followers = state.withLock { Array($0.followers.values) }
        for follower in followers { follower.yield(signal) }
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
