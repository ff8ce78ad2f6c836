// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc
internal import Synchronization

/// Ends a build with all that it has begun when the tool is interrupted at its terminal (SIGINT) or
/// ended (SIGTERM, SIGHUP).
///
/// Compilers run in process groups of their own, which the terminal's signals do not reach, and a
/// folder is not removed by the death of the process that made it. So a signal cancels the build: its
/// compiler ends, its folder is removed, and then the tool dies of the signal.
final class Interruption: Sendable {
    private enum State {
        case waiting
        case building(cancel: @Sendable () -> Void)
        case interrupted(by: Int32)
        case over
    }

    private let signals = SignalSet([SIGINT, SIGTERM, SIGHUP])
    private let state = Mutex(State.waiting)

    /// Takes the signals over for the rest of the process's life; before any other thread is started.
    ///
    /// - Throws: ``SystemError`` when there can be no thread to wait for signals.
    static func watch() throws(SystemError) -> Interruption {
        let interruption = Interruption()
        interruption.signals.block()
        try SystemThread.start(named: "interruption") {
            interruption.interrupt(interruption.signals.wait())
        }
        return interruption
    }

    /// Builds, from a synchronous main.
    ///
    /// - Parameter build: The build; it ends early once its task is cancelled.
    /// - Returns: What the build returns; a process that was interrupted meanwhile ends instead.
    /// - Throws: What the build throws.
    func guarding<Value: Sendable>(
        _ build: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result = Result {
            try waitFor { [self] in
                let task = Task { try await build() }
                begin { task.cancel() }
                return try await task.value
            }
        }
        end()
        return try result.get()
    }

    private func begin(_ cancel: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if case .interrupted = state { return cancel() }
            state = .building(cancel: cancel)
        }
    }

    private func end() {
        let signal: Int32? = state.withLock { state in
            if case .interrupted(let signal) = state { return signal }
            state = .over
            return nil
        }
        if let signal { signals.die(of: signal) }
    }

    private func interrupt(_ signal: Int32) {
        let isOver = state.withLock { state in
            if case .over = state { return true }
            if case .building(let cancel) = state { cancel() }
            state = .interrupted(by: signal)
            return false
        }
        if isOver { signals.die(of: signal) }
    }
}
