// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Configuration
internal import Foundation

/// What a daemon is told; every value has a default, and no file is needed.
///
/// A command line comes before the environment, and that before the default.
package struct DaemonConfiguration: Equatable, Sendable {
    /// Where the daemon keeps what it remembers (`BELFRY_STATE`).
    package var state: String

    /// The API's socket (`BELFRY_SOCKET`).
    package var socket: String

    /// The port on loopback (`BELFRY_PORT`); nil for none.
    package var port: Int?

    /// The file with the token for loopback (`BELFRY_TOKEN_FILE`), made where there is none.
    package var tokenFile: String

    /// Whether the clock stands still until somebody moves it (`BELFRY_VIRTUAL_CLOCK`).
    package var hasVirtualClock: Bool

    /// How much is logged (`BELFRY_LOG_LEVEL`), such as `info`.
    package var logLevel: String

    /// Options of a command line; nil for those that were not given.
    package struct Options: Sendable {
        package var state: String?
        package var socket: String?
        package var port: Int?

        /// The file with the token for loopback.
        package var tokenFile: String?

        /// Whether the clock stands still until somebody moves it.
        package var hasVirtualClock: Bool?

        package init() {}

        fileprivate var values: [AbsoluteConfigKey: ConfigValue] {
            var values: [AbsoluteConfigKey: ConfigValue] = [:]
            func add(_ name: String, _ content: ConfigContent?) {
                guard let content else { return }
                values[["belfry", name]] = ConfigValue(content, isSecret: false)
            }
            add("state", state.map { .string($0) })
            add("socket", socket.map { .string($0) })
            add("port", port.map { .string(String($0)) })
            add("tokenFile", tokenFile.map { .string($0) })
            add("virtualClock", hasVirtualClock.map { .string(String($0)) })
            return values
        }
    }

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: The process's environment.
    ///   - home: The user's home directory.
    /// - Throws: ``DaemonError`` naming the value.
    package init(
        _ options: Options,
        environment: [String: String],
        home: String
    ) throws(DaemonError) {
        let reader = ConfigReader(
            providers: [
                InMemoryProvider(name: "the command line", values: options.values),
                EnvironmentVariablesProvider(environmentVariables: environment),
            ]
        ).scoped(to: "belfry")
        let places = CenterPlaces(environment: environment, home: home)
        let state = reader.string(forKey: "state", default: places.state)
        self.state = try Self.absolute(state, "the state directory")
        let fallback = CenterPlaces.socket(of: environment, state: self.state)
        socket = try Self.absolute(
            reader.string(forKey: "socket", default: fallback),
            "the socket"
        )
        tokenFile = try Self.absolute(
            reader.string(forKey: "tokenFile", default: self.state + "/token"),
            "the token's file"
        )
        port = try Self.port(reader.string(forKey: "port"))
        hasVirtualClock = try Self.flag(reader.string(forKey: "virtualClock"))
        logLevel = reader.string(forKey: "logLevel", default: "info")
    }

    private static func absolute(
        _ path: String,
        _ subject: String
    ) throws(DaemonError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DaemonError(.usage, "\(subject) has an empty path; name one, or leave it out")
        }
        return URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static func port(_ text: String?) throws(DaemonError) -> Int? {
        guard let text, text != "none" else { return nil }
        guard let port = Int(text), (0...65535).contains(port) else {
            throw DaemonError(
                .usage,
                "the port is \(text.quoted); write a number from 0 (any that is free) to 65535, "
                    + "or none"
            )
        }
        return port
    }

    private static func flag(_ text: String?) throws(DaemonError) -> Bool {
        switch text {
        case nil, "false", "0", "no", "": false
        case "true", "1", "yes": true
        case let text?:
            throw DaemonError(
                .usage,
                "BELFRY_VIRTUAL_CLOCK is \(text.quoted); write true or false"
            )
        }
    }
}
