// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where attachments go unless a command says otherwise.
enum StorePath {
    /// `belfry/attachments` in the user's data directory (XDG Base Directory Specification).
    static var `default`: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return (data ?? NSHomeDirectory() + "/.local/share") + "/belfry/attachments"
    }
}
