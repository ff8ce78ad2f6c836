// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import Synchronization

/// The connections that are open, as many as there may be at once.
///
/// Anybody on this machine may connect. Who has not shown the address makes room for who comes after,
/// the longest there first: nobody keeps others out by holding connections and saying nothing.
final class PageConnections: Sendable {
    private struct Entry {
        let channel: any Channel
        /// Whether a request of its had the address.
        var isKnown = false
    }

    private struct State {
        /// In the order of their coming.
        var entries: [Entry] = []
        var isOver = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Takes a connection; one too many is closed, this or another.
    func admit(_ channel: any Channel) {
        let excess: (any Channel)? = state.withLock { state in
            guard !state.isOver else { return channel }
            var excess: (any Channel)?
            if state.entries.count >= limit {
                guard let index = state.entries.firstIndex(where: { !$0.isKnown }) else {
                    return channel
                }
                excess = state.entries.remove(at: index).channel
            }
            state.entries.append(Entry(channel: channel))
            return excess
        }
        excess?.close(promise: nil)
        channel.closeFuture.whenComplete { _ in self.leave(channel) }
    }

    /// Says that a connection's request had the address.
    func know(_ channel: any Channel) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.channel === channel }) else {
                return
            }
            state.entries[index].isKnown = true
        }
    }

    /// Closes all, those that come later too.
    func closeAll() {
        let entries = state.withLock { state in
            state.isOver = true
            return state.entries
        }
        for entry in entries { entry.channel.close(promise: nil) }
    }

    private func leave(_ channel: any Channel) {
        state.withLock { $0.entries.removeAll { $0.channel === channel } }
    }
}
