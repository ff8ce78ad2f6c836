// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where the notification daemon and its callers meet, unless told otherwise: by the XDG Base
/// Directory Specification.
package struct CenterPlaces: Equatable, Sendable {
    /// What the daemon keeps: `$XDG_STATE_HOME/belfry`, else `~/.local/state/belfry`.
    package let state: String

    /// The daemon's configuration file: `$XDG_CONFIG_HOME/belfry/belfryd.conf`, else
    /// `~/.config/belfry/belfryd.conf`.
    package let configuration: String

    /// The socket of a daemon that keeps its state in a directory: `$XDG_RUNTIME_DIR/belfry/api`, and
    /// `run/api` in that directory where there is no such variable.
    package static func socket(of environment: [String: String], state: String) -> String {
        directory("XDG_RUNTIME_DIR", environment).map { $0 + "/belfry/api" } ?? state + "/run/api"
    }

    /// A directory that a variable names; variables that are empty or relative do not count.
    private static func directory(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Finds the places.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - home: The user's home directory.
    package init(environment: [String: String], home: String) {
        let base = Self.directory("XDG_STATE_HOME", environment) ?? home + "/.local/state"
        state = base + "/belfry"
        let settings = Self.directory("XDG_CONFIG_HOME", environment) ?? home + "/.config"
        configuration = settings + "/belfry/belfryd.conf"
    }
}
