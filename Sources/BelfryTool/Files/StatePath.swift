// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the tool keeps what it learns, unless told otherwise.
enum StatePath {
    /// `belfry/storage` in the user's state directory: what extensions keep.
    static var storage: String { directory + "/storage" }

    /// `belfry/quarantine.json` in the user's state directory (XDG Base Directory Specification).
    static var quarantine: String { directory + "/quarantine.json" }

    private static var directory: String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return (state ?? NSHomeDirectory() + "/.local/state") + "/belfry"
    }
}
