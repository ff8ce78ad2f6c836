// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Synchronization

/// The connections of one listener: as many as there may be at a time, and which of them goes for a
/// further one.
///
/// A caller needs no token to connect. So one that asks for nothing keeps nobody out: its connection is
/// closed as soon as its place is needed.
final class ConnectionRoom: Sendable {
    /// What a connection does.
    private enum Activity {
        /// It has sent no request so far.
        case new
        /// A request of it is answered.
        case busy
        /// It has been answered, and may send another request.
        case idle
    }

    private struct Entry {
        let channel: any Channel
        var activity = Activity.new
        var since = NIODeadline.now()
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var refusedCount = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// How long a connection has to send its first request before it may be closed for others.
    private static let firstPatience = TimeAmount.seconds(1)

    /// - Parameter limit: Most connections at a time. As many again may be there for the moment that it
    ///   takes to refuse them.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a connection until it is closed, or refuses it.
    ///
    /// - Parameters:
    ///   - channel: The connection, on its event loop.
    ///   - handler: What reads its requests.
    ///   - logger: What is told of failures.
    /// - Returns: What its requests are read from; nil where it is refused.
    func admit(
        _ channel: any Channel,
        _ handler: HTTP1Channel,
        _ logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value?> {
        guard enter(channel) else { return refuse(channel, full) }
        channel.closeFuture.whenComplete { [self] _ in leave(channel) }
        return handler.setup(channel: channel, logger: logger).map { $0 }
    }

    /// Refuses a connection with an answer.
    ///
    /// The caller has a moment to read the answer, unless as many refused ones as the limit have one
    /// already.
    ///
    /// - Parameters:
    ///   - channel: The connection, on its event loop.
    ///   - error: The answer.
    /// - Returns: Nil: no request is read.
    func refuse(
        _ channel: any Channel,
        _ error: APIError
    ) -> EventLoopFuture<HTTP1Channel.Value?> {
        let lingers = state.withLock { state in
            guard state.refusedCount < limit else { return false }
            state.refusedCount += 1
            return true
        }
        if lingers {
            channel.closeFuture.whenComplete { [self] _ in state.withLock { $0.refusedCount -= 1 } }
        }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                RefusalHandler(error, lingers: lingers)
            )
            return nil
        }
    }

    /// Notes that a request has come.
    func begin(_ channel: any Channel) { note(.busy, channel) }

    /// Notes that a request has been answered.
    func end(_ channel: any Channel) { note(.idle, channel) }

    private var full: APIError {
        APIError(
            .serviceUnavailable,
            "full",
            "\(limit) connections are open already, the most that there may be, and each of them has "
                + "a request; close some, or try again later"
        )
    }

    private func note(_ activity: Activity, _ channel: any Channel) {
        state.withLock { state in
            state.entries[ObjectIdentifier(channel)]?.activity = activity
            state.entries[ObjectIdentifier(channel)]?.since = .now()
        }
    }

    /// Counts a connection; where there are as many as may be, another one goes for it.
    private func enter(_ channel: any Channel) -> Bool {
        let (isAdmitted, displaced) = state.withLock { state -> (Bool, (any Channel)?) in
            var displaced: (any Channel)?
            if state.entries.count >= limit {
                guard let (name, entry) = Self.idlest(of: state.entries) else {
                    return (false, nil)
                }
                state.entries[name] = nil
                displaced = entry.channel
            }
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel)
            return (true, displaced)
        }
        displaced?.close(promise: nil)
        return isAdmitted
    }

    private func leave(_ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
    }

    /// The connection that has asked for nothing for longest: one that was answered before, otherwise one
    /// that has had its time for a first request.
    private static func idlest(
        of entries: [ObjectIdentifier: Entry]
    ) -> (ObjectIdentifier, Entry)? {
        let end = NIODeadline.now() - firstPatience
        func first(_ isMeant: (Entry) -> Bool) -> (ObjectIdentifier, Entry)? {
            entries.filter { isMeant($0.value) }.min { $0.value.since < $1.value.since }
                .map { ($0.key, $0.value) }
        }
        return first { $0.activity == .idle } ?? first { $0.activity == .new && $0.since <= end }
    }
}
