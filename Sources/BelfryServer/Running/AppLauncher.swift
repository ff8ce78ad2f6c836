// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Starts apps' programs, which find the daemon by their environment.
struct AppLauncher: Sendable {
    let tokens: AppTokens

    /// Where programs write to.
    let output: AppOutput

    /// Which processes live, for the next daemon.
    let processes: ProcessRegister

    /// The daemon's socket; nil where it has no path.
    let socket: String?

    /// The daemon's own environment.
    let environment: [String: String]

    /// What the service manager tells the daemon alone.
    private static let own: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_PID",
        "WATCHDOG_USEC", "JOURNAL_STREAM",
    ]

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - app: Its app.
    ///   - digest: The app's version.
    ///   - run: Runs the closure that it is given, which starts the process, and returns what that does.
    /// - Returns: The program.
    /// - Throws: ``SystemError``, or ``DaemonError`` for its token.
    func start(
        _ path: String,
        of app: String,
        _ digest: String,
        _ run: (() throws -> StartedProgram) throws -> StartedProgram
    ) throws -> StartedProgram {
        var variables = environment.filter { !Self.own.contains($0.key) }
        variables["BELFRY_SOCKET"] = socket
        variables["BELFRY_APP_TOKEN"] = try tokens.token(of: app)
        let words = variables.map { "\($0.key)=\($0.value)" }
        let file = try output.open(for: app)
        let program = try run {
            StartedProgram(try DetachedProgram(path, environment: words, output: file))
        }
        if let identity = program.identity {
            try? processes.note(.init(app: app, digest: digest, identity: identity))
        }
        return program
    }
}
