// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// What is undone when a build is interrupted at its terminal (SIGINT) or ended (SIGTERM, SIGHUP).
///
/// Compilers run in process groups of their own, which the terminal's signals do not reach, and a
/// folder is not removed by the death of the process that made it.
final class Interruption: Sendable {
    private struct State {
        var compiler: pid_t?
        var folder: String?
    }

    private let state = Mutex(State())

    /// Takes the signals over for the rest of the process's life.
    ///
    /// - Returns: What has to be told about folders and compilers.
    /// - Throws: ``SystemError`` when there can be no thread to wait for signals.
    static func watch() throws(SystemError) -> Interruption {
        let interruption = Interruption()
        let signals = SignalSet([SIGINT, SIGTERM, SIGHUP])
        signals.block()
        try SystemThread.start(named: "interruption") {
            let signal = signals.wait()
            interruption.undo()
            signals.die(of: signal)
        }
        return interruption
    }

    /// Starts a compiler, with no moment in between at which it would be missed.
    ///
    /// - Parameter start: Starts it and returns its process.
    /// - Throws: What `start` throws.
    func startCompiler(_ start: () throws -> pid_t) throws {
        try state.withLock { $0.compiler = try start() }
    }

    /// Says that the compiler has ended.
    func compilerEnded() {
        state.withLock { $0.compiler = nil }
    }

    /// Says which folder is to be removed, should it still be there.
    func setFolder(_ path: String) {
        state.withLock { $0.folder = path }
    }

    /// Does what must not be done by halves; a signal waits for its end.
    func uninterrupted(_ body: () throws(ToolFailure) -> Void) throws(ToolFailure) {
        let result = state.withLock { _ in
            Result { () throws(ToolFailure) in try body() }
        }
        try result.get()
    }

    private func undo() {
        state.withLock { state in
            if let compiler = state.compiler { kill(-compiler, SIGKILL) }
            if let folder = state.folder { try? FileManager.default.removeItem(atPath: folder) }
        }
    }
}
