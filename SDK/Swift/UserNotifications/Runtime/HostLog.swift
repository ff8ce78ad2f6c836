// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The run's log, for the SDK's other modules.
package enum HostLog {
    /// How loud a line is.
    package enum Level: Sendable {
        case info, warning
    }

    /// Writes a line; on standard error where there is no host.
    package static func write(_ level: Level, _ message: String) {
        guard !ServiceRuntime.shared.log(level == .info ? .info : .warning, message) else { return }
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}
