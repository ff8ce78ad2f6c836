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

    /// What the process is; nil for one that has ended, hides itself or is another user's.
    let running: Running?

    /// What a process is at one time.
    struct Running: Equatable, Sendable {
        /// The path of the program that it runs, as the kernel knows it.
        var program: String

        /// The number of its session (man 2 getsid); nil for a session that began in a PID namespace
        /// above this process's (man 7 pid_namespaces), as a container's first process may be in.
        var session: pid_t?

        /// The first words of its command line, which it can change.
        var arguments: [String]

        /// Its current directory; nil where the kernel does not tell.
        var directory: String?
    }

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
        try await asking(channel).get()
    }

    /// Asks the kernel; on the connection's event loop the answer is there at once.
    static func asking(_ channel: any Channel) -> EventLoopFuture<PeerIdentity> {
        guard let socket = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(
                APIError(.forbidden, "peer", "the connection does not say whose it is")
            )
        }
        // `struct ucred`, which Swift's module of glibc leaves out.
        let credentials: EventLoopFuture<(process: pid_t, user: uid_t, group: gid_t)> =
            socket.unsafeGetSocketOption(
                level: .socket,
                name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
            )
        return credentials.flatMap { credentials in
            pidfd(of: credentials.process, on: socket).map { number in
                PeerIdentity(
                    user: credentials.user,
                    process: credentials.process,
                    running: number.flatMap { running(credentials.process, $0) }
                )
            }
        }
    }

    /// A descriptor of the process that has connected (SO_PEERPIDFD); nil where there is none.
    ///
    /// Before Linux 6.5 it is one of the process that has the number now.
    private static func pidfd(
        of process: pid_t,
        on socket: any SocketOptionProvider
    ) -> EventLoopFuture<CInt?> {
        let future: EventLoopFuture<CInt> = socket.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: peerPIDFD)
        )
        return future.map { $0 }.flatMapErrorThrowing { error in
            guard let error = error as? IOError, error.errnoCode == ENOPROTOOPT else { return nil }
            return try? Descriptor.process(process).release()
        }
    }

    /// What a process is, which has not ended since it connected: another process may have got its
    /// number.
    private static func running(_ process: pid_t, _ pidfd: CInt) -> Running? {
        let pidfd = Descriptor(owning: pidfd)
        guard process > 0 else { return nil }
        let folder = "/proc/\(process)"
        let session = getsid(process)
        guard session >= 0,
            let program = try? FileManager.default.destinationOfSymbolicLink(
                atPath: folder + "/exe"
            ),
            let line = try? Descriptor.open(folder + "/cmdline", O_RDONLY),
            let bytes = try? line.read(upTo: argumentByteLimit)
        else { return nil }
        let directory = try? FileManager.default.destinationOfSymbolicLink(
            atPath: folder + "/cwd"
        )
        // Only now: it was the same process while all of it was read.
        guard !pidfd.waitUntilReadable(until: .now) else { return nil }
        return Running(
            program: program,
            session: session > 0 ? session : nil,
            arguments: bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) },
            directory: directory
        )
    }

    /// An interpreter's path, what follows it in a script's first line, which `env -S` makes many
    /// words of, and the script's path.
    private static let argumentByteLimit = 3 * 4096

    /// `SO_PEERPIDFD`, which glibc's headers may be too old for.
    private static let peerPIDFD: CInt = 77
}
