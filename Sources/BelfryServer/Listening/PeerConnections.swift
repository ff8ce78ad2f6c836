// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Glibc
internal import HTTPTypes
internal import NIOCore
internal import Synchronization

/// Counts the connections of each process and of each app, so that one that opens many, or sends its
/// requests without end, does not keep the others out.
final class PeerConnections: Sendable {
    /// Who has a connection.
    enum Peer: Hashable, Sendable {
        case app(String)
        case process(pid_t)

        /// Most connections at a time: an app's all of its processes have together.
        var limit: Int {
            switch self {
            case .app: 32
            case .process: 64
            }
        }

        /// Who that is, for messages.
        var name: String {
            switch self {
            case .app(let app): "the app \(app.quoted)"
            case .process(let process): "process \(process)"
            }
        }
    }

    private let counts = Mutex<[Peer: Int]>([:])
    private let peers: AppPeers

    init(_ peers: AppPeers) {
        self.peers = peers
    }

    /// Counts a connection until it is closed.
    ///
    /// - Parameter channel: The connection, on its event loop.
    /// - Returns: Nil where it may be; otherwise why it may not.
    func admit(_ channel: any Channel) -> EventLoopFuture<APIError?> {
        PeerIdentity.asking(channel).map { [self] identity in
            let app = identity.running.flatMap(peers.place)?.app
            let peer = app.map { Peer.app($0) } ?? .process(identity.process)
            guard enter(peer) else {
                return APIError(
                    .tooManyRequests,
                    "limit",
                    "\(peer.name) has \(peer.limit) connections already, the most that it may have; "
                        + "close some"
                )
            }
            channel.closeFuture.whenComplete { [self] _ in leave(peer) }
            return nil
        }
    }

    private func enter(_ peer: Peer) -> Bool {
        counts.withLock { counts in
            guard counts[peer, default: 0] < peer.limit else { return false }
            counts[peer, default: 0] += 1
            return true
        }
    }

    private func leave(_ peer: Peer) {
        counts.withLock { counts in
            counts[peer, default: 0] -= 1
            if counts[peer] == 0 { counts[peer] = nil }
        }
    }
}
