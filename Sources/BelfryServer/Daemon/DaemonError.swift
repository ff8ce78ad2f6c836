// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why the daemon does not start, or a command of it fails: one line, and how the process ends.
package struct DaemonError: Error, Equatable, CustomStringConvertible {
    /// How the process ends, by the numbers of sysexits.h.
    package enum Status: Int32, Sendable {
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case software = 70
        case system = 71
        case cannotCreate = 73
        case temporary = 75
        case configuration = 78
    }

    /// How the process ends.
    package let status: Status

    /// What failed, where, and what to do about it.
    package let message: String

    package init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    package var description: String { message }
}
