// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A program of an app that the daemon has started; it lives on when the daemon ends.
final class StartedProgram: Sendable {
    /// When it was started.
    let started = ContinuousClock.now

    /// The process's number, which is its session's too.
    var process: Int32 { program.process }

    private let program: DetachedProgram

    init(_ program: consuming DetachedProgram) {
        self.program = program
    }

    /// Waits for its end, on a thread of its own.
    ///
    /// - Parameter ended: Is called once it has ended, with how.
    /// - Throws: ``SystemError`` where there is no thread to be had; the program is killed then.
    func watch(_ ended: @escaping @Sendable (DetachedProgram.End) -> Void) throws(SystemError) {
        do throws(SystemError) {
            try SystemThread.start(named: "app") { [self] in
                var end: DetachedProgram.End?
                while end == nil {
                    _ = program.pidfd.waitUntilReadable(until: .now + .seconds(3600))
                    end = program.reap()
                }
                ended(end ?? .unknown)
            }
        } catch {
            program.pidfd.signalProcess(SIGKILL)
            _ = program.pidfd.waitUntilReadable(until: .now + .seconds(1))
            _ = program.reap()
            throw error
        }
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
