// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import Synchronization

/// The connections of clients that have not shown yet that they may push, in the order in which they
/// came.
///
/// Anybody on the machine can connect. Where there is no room for another connection, the oldest of
/// these makes it, so that nobody keeps a provider out by holding connections.
final class Strangers: Sendable {
    private let channels = Mutex<[any Channel]>([])

    /// Notes a connection that was just taken.
    func add(_ channel: any Channel) {
        channels.withLock { $0.append(channel) }
        channel.closeFuture.whenComplete { [self] _ in remove(channel) }
    }

    /// Notes that a connection's client may push, or that the connection has ended.
    func remove(_ channel: any Channel) {
        channels.withLock { channels in
            guard let index = channels.firstIndex(where: { $0 === channel }) else { return }
            channels.remove(at: index)
        }
    }

    /// Ends the connection that has been here for longest, at once: not even its end is waited for.
    func endOldest() {
        let oldest = channels.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        oldest?.triggerUserOutboundEvent(LingeringClose.Abandonment(), promise: nil)
    }
}
