// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
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

    /// The path of the program that it runs, as the kernel knows it; nil for a process that has ended
    /// or is another user's.
    let program: String?

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
        return PeerIdentity(
            user: credentials.user,
            process: credentials.process,
            program: await program(of: credentials.process, on: socket)
        )
    }

    /// The program of a process, which has not ended since it connected: another process may have got
    /// its number (SO_PEERPIDFD, of Linux 6.5; nil before that).
    private static func program(
        of process: pid_t,
        on socket: any SocketOptionProvider
    ) async -> String? {
        let future: EventLoopFuture<CInt> = socket.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: peerPIDFD)
        )
        guard process > 0, let number = try? await future.get() else { return nil }
        let pidfd = Descriptor(owning: number)
        let link = "/proc/\(process)/exe"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        // Only now: it was the same process while its link was read.
        return pidfd.waitUntilReadable(until: .now) ? nil : path
    }

    /// `SO_PEERPIDFD`, which glibc's headers may be too old for.
    private static let peerPIDFD: CInt = 77
}
