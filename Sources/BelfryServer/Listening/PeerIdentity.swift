// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
internal import HTTPTypes
internal import NIOCore

/// Who is at the other end of a UNIX socket, as the kernel saw it at connect(2) (man 7 unix,
/// SO_PEERCRED).
struct PeerIdentity: Equatable, Sendable {
    /// Its effective user.
    let user: uid_t

    /// Its process; 0 where that is in no PID namespace of ours.
    let process: pid_t

    /// Whether it may use a daemon of a user: that user itself, and root.
    func mayUse(daemonOf owner: uid_t) -> Bool {
        user == owner || user == 0
    }

    /// Asks the kernel.
    ///
    /// - Parameter channel: The connection.
    /// - Returns: The caller.
    /// - Throws: The error of getsockopt(2); ``APIError`` for a connection that is no socket.
    static func ofCaller(on channel: any Channel) async throws -> PeerIdentity {
        guard let socket = channel as? any SocketOptionProvider else {
            throw APIError(.forbidden, "peer", "the connection does not say whose it is")
        }
        // `struct ucred`, which Swift's module of glibc leaves out.
        let credentials: (process: pid_t, user: uid_t, group: gid_t) =
            try await socket.unsafeGetSocketOption(
                level: .socket,
                name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
            ).get()
        return PeerIdentity(user: credentials.user, process: credentials.process)
    }
}
