// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A program of an app that this daemon has started, or an earlier one: it lives on when the daemon
/// ends.
final class StartedProgram: Sendable {
    /// When it was started, or taken up.
    let started = ContinuousClock.now

    /// The process's number, which is its session's too.
    var process: Int32 { program.process }

    /// Its process among all there are; nil where the kernel did not say.
    let identity: ProcessIdentity?

    private let program: DetachedProgram

    init(_ program: consuming DetachedProgram) {
        identity = try? ProcessIdentity(of: program.process)
        self.program = program
    }

    /// Waits for its end, on a thread of its own.
    ///
    /// - Parameter ended: Is called once it has ended, with how.
    /// - Throws: ``SystemError`` where there is no thread to be had.
    func watch(_ ended: @escaping @Sendable (DetachedProgram.End) -> Void) throws(SystemError) {
        try SystemThread.start(named: "app") { [self] in
            var end: DetachedProgram.End?
            while end == nil {
                _ = program.pidfd.waitUntilReadable(until: .now + .seconds(3600))
                end = program.reap()
            }
            ended(end ?? .unknown)
        }
    }

    /// Kills a program that this process has started and cannot watch.
    func abandon() {
        program.pidfd.signalProcess(SIGKILL)
        _ = program.pidfd.waitUntilReadable(until: .now + .seconds(1))
        _ = program.reap()
    }

    /// Asks it to end (SIGTERM), and kills it where it does not.
    ///
    /// - Parameter patience: How long it has.
    func end(within patience: Duration) {
        program.pidfd.signalProcess(SIGTERM)
        Task { [self] in
            try? await Task.sleep(for: patience)
            program.pidfd.signalProcess(SIGKILL)
        }
    }
}

extension DetachedProgram.End {
    /// How it ended, as the rest of a sentence: "it ended with …".
    var words: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .signalled(let signal): "signal \(signal)"
        case .unknown: "an unknown status"
        }
    }
}
