// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import Synchronization

/// The connections of one address: which of them ends where there is no room for another one.
///
/// Anybody on the machine can connect. So the oldest client goes that has not shown yet that it may push,
/// and nobody keeps a provider out by holding connections. A provider goes where all are providers.
final class ConnectionRoster: Sendable {
    private struct Entry {
        let channel: any Channel
        let came: NIODeadline

        /// Whether its client has not shown yet that it may push.
        var isStranger = true

        /// Since when it has had no request; nil while it has one.
        var idleSince: NIODeadline?
    }

    /// What is done for another connection's room.
    enum Room: Equatable {
        /// A connection was ended, or told to end.
        case made
        /// Nothing for so long: a client may show by then that it may push.
        case later(TimeAmount)
        /// Nothing: every provider has requests.
        case none
    }

    /// An event for a provider's connection that ends for another one.
    struct Eviction: Sendable {}

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    private let now: @Sendable () -> NIODeadline

    /// How long a client has for its handshake and its first request, however many wait.
    static let patience = TimeAmount.seconds(3)

    /// - Parameter now: The time.
    init(now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.now = now
    }

    /// Notes a connection that was just taken, until it ends.
    func add(_ channel: any Channel) {
        let entry = Entry(channel: channel, came: now())
        entries.withLock { $0[ObjectIdentifier(channel)] = entry }
        channel.closeFuture.whenComplete { [self] _ in remove(channel) }
    }

    private func remove(_ channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    /// Notes that a connection's client may push.
    func admit(_ channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.isStranger = false }
    }

    /// Notes that a connection has its first request at a time, or has had its last.
    func note(_ channel: any Channel, isIdle: Bool) {
        let since = isIdle ? now() : nil
        entries.withLock { $0[ObjectIdentifier(channel)]?.idleSince = since }
    }

    /// Makes room for another connection, if it can.
    ///
    /// A stranger's connection ends at once: not even its end is waited for. A provider's ends with
    /// GOAWAY, as its client may be about to push.
    func makeRoom() -> Room {
        let now = now()
        var room = Room.none
        // Its end is told to the roster at once, which may not be held then.
        let chosen = entries.withLock { entries -> Entry? in
            let strangers = entries.values.filter(\.isStranger)
            let oldest = strangers.min { $0.came < $1.came }
            if let oldest, now - oldest.came < Self.patience {
                room = .later(oldest.came + Self.patience - now)
                return nil
            }
            guard let chosen = oldest ?? Self.longestIdle(entries.values) else { return nil }
            room = .made
            entries[ObjectIdentifier(chosen.channel)] = nil
            return chosen
        }
        guard let chosen else { return room }
        if chosen.isStranger {
            chosen.channel.triggerUserOutboundEvent(LingeringClose.Abandonment(), promise: nil)
        } else {
            chosen.channel.pipeline.fireUserInboundEventTriggered(Eviction())
        }
        return room
    }

    private static func longestIdle(_ entries: some Collection<Entry>) -> Entry? {
        entries.filter { $0.idleSince != nil }
            .min { ($0.idleSince ?? .distantFuture) < ($1.idleSince ?? .distantFuture) }
    }
}
