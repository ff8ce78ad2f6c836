// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What systemd, or a manager like it, tells the daemon, and is told (man 3 sd_notify, man 3
/// sd_listen_fds).
struct ServiceManager: Sendable {
    /// Where the manager listens; nil where there is none.
    private let socket: String?

    /// How often the manager wants a sign of life; nil for never.
    let watchdogInterval: Duration?

    /// Sockets that the manager made, by number.
    private let sockets: [Int32]

    /// Those of the API: the ones with a path.
    var apiSockets: [Int32] { sockets.filter { !UnixSocket.isInternet($0) } }

    /// Those of the push endpoint: the ones with a port.
    var pushSockets: [Int32] { sockets.filter { UnixSocket.isInternet($0) } }

    /// Reads what the manager put into the environment.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - process: The process's number; what is meant for another one does not count.
    init(environment: [String: String], process: Int32 = getpid()) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isMeant = { (name: String) in
            environment[name].flatMap(Int32.init).map { $0 == process }
        }
        let interval = environment["WATCHDOG_USEC"].flatMap(Int64.init)
        watchdogInterval =
            isMeant("WATCHDOG_PID") ?? true ? interval.map { .microseconds($0) } : nil
        let count = environment["LISTEN_FDS"].flatMap(Int32.init) ?? 0
        let isOurs = isMeant("LISTEN_PID") ?? false
        sockets = isOurs && (1...16).contains(count) ? Array(3..<3 + count) : []
    }

    /// Has no program that is started later inherit the manager's sockets.
    func keepSockets() {
        for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    }

    /// Tells the manager something; one that does not listen any more is not waited for.
    func tell(_ state: String) {
        guard let socket else { return }
        _ = try? UnixSocket.send(state, to: socket)
    }
}
