// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import Synchronization

/// Starts apps' programs, which find the daemon by their environment.
struct AppLauncher: Sendable {
    let tokens: AppTokens

    /// The daemon's socket; nil where it has no path.
    let socket: String?

    /// The daemon's own environment.
    let environment: [String: String]

    /// What the service manager tells the daemon alone.
    private static let own: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_PID",
        "WATCHDOG_USEC",
    ]

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - app: Its app.
    ///   - ended: Is called once it has ended.
    /// - Returns: The program.
    /// - Throws: ``SystemError``, or ``DaemonError`` for its token.
    func start(
        _ path: String,
        of app: String,
        _ ended: @escaping @Sendable () -> Void
    ) throws -> StartedProgram {
        var variables = environment.filter { !Self.own.contains($0.key) }
        variables["BELFRY_SOCKET"] = socket
        variables["BELFRY_APP_TOKEN"] = try tokens.token(of: app)
        return try StartedProgram(path, variables.map { "\($0.key)=\($0.value)" }, ended)
    }
}

/// A program of an app that the daemon has started; it lives on when the daemon ends.
final class StartedProgram: Sendable {
    /// When it was started.
    let started = ContinuousClock.now

    private let program: DetachedProgram
    private let told = Mutex(false)

    /// Whether it was asked to end.
    var wasTold: Bool { told.withLock(\.self) }

    fileprivate init(
        _ path: String,
        _ environment: [String],
        _ ended: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        program = try DetachedProgram(path, environment: environment)
        try SystemThread.start(named: "app") { [self] in
            while !program.reap() {
                _ = program.pidfd.waitUntilReadable(until: .now + .seconds(3600))
            }
            ended()
        }
    }

    /// Asks it to end (SIGTERM).
    func end() {
        told.withLock { $0 = true }
        program.pidfd.signalProcess(SIGTERM)
    }
}
