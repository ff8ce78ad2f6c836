// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The log of the run that is under way, for every module of the SDK.
package enum RunLog {
    /// How loud a line is.
    package enum Level: Sendable {
        case debug, info, warning, error
    }

    /// What takes a line.
    package typealias Sink = @Sendable (Level, String) -> Void

    private struct State {
        var sink: Sink?
        var announced: Set<String> = []
    }

    private static let state = Mutex(State())

    /// What takes the lines of a task in place of the host, for tests.
    @TaskLocal package static var recorder: Sink?

    /// Sends the lines to the host from here on.
    package static func begin(_ sink: @escaping Sink) {
        state.withLock { $0.sink = sink }
    }

    /// Writes a line; on standard error where there is no host.
    package static func write(_ level: Level, _ line: String) {
        guard let sink = recorder ?? state.withLock({ $0.sink }) else {
            return FileHandle.standardError.write(Data((line + "\n").utf8))
        }
        sink(level, line)
    }

    /// Says once in the process's life that something called has no effect here.
    ///
    /// - Parameters:
    ///   - call: What was called, as the caller wrote it.
    ///   - reason: Why there is no effect, to be read after "without effect: ".
    package static func sayOnce(_ call: String, withoutEffect reason: String) {
        guard state.withLock({ $0.announced.insert(call).inserted }) else { return }
        write(.info, "\(call) is without effect: \(reason)")
    }
}
