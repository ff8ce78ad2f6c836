// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import Logging

/// One thing that a daemon can be told: by an option, by the environment or by a line of its file.
enum DaemonSetting: String, CaseIterable {
    case state, socket, port
    case tokenFile = "token-file"
    case virtualClock = "virtual-clock"
    case logLevel = "log-level"
    case apnsPort = "apns-port"
    case apnsChannelPort = "apns-channel-port"
    case apnsEnvironment = "apns-environment"
    case apnsCertificate = "apns-certificate"
    case apnsKey = "apns-key"
    case apnsClientCA = "apns-client-ca"
    case anyProvider = "any-provider"
    case inletPort = "inlet-port"
    case inletBurst = "inlet-burst"
    case inletInterval = "inlet-interval"
    case desktop
    case pendingLimit = "pending-limit"

    /// Its name for a configuration reader, which also gives the variable: `BELFRY_TOKEN_FILE`.
    var key: String {
        switch self {
        case .state: "state"
        case .socket: "socket"
        case .port: "port"
        case .tokenFile: "tokenFile"
        case .virtualClock: "virtualClock"
        case .logLevel: "logLevel"
        case .apnsPort: "apnsPort"
        case .apnsChannelPort: "apnsChannelPort"
        case .apnsEnvironment: "apnsEnvironment"
        case .apnsCertificate: "apnsCertificate"
        case .apnsKey: "apnsKey"
        case .apnsClientCA: "apnsClientCa"
        case .anyProvider: "anyProvider"
        case .inletPort: "inletPort"
        case .inletBurst: "inletBurst"
        case .inletInterval: "inletInterval"
        case .desktop: "desktop"
        case .pendingLimit: "pendingLimit"
        }
    }

    /// Every name, for messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Refuses a value that no daemon can have.
    ///
    /// - Parameter text: The value.
    /// - Throws: ``DaemonError`` that says what to write instead.
    func check(_ text: String) throws(DaemonError) {
        switch self {
        case .state: _ = try Self.absolute(text, "the state directory")
        case .socket: _ = try Self.absolute(text, "the socket")
        case .tokenFile: _ = try Self.absolute(text, "the token's file")
        case .port, .apnsPort, .apnsChannelPort, .inletPort: _ = try Self.port(text)
        case .inletBurst: _ = try Self.inletBurst(text)
        case .inletInterval: _ = try Self.inletInterval(text)
        case .virtualClock: _ = try Self.flag(text, "the virtual clock")
        case .apnsEnvironment: _ = try Self.environment(text)
        case .apnsCertificate: _ = try Self.absolute(text, "the certificate")
        case .apnsKey: _ = try Self.absolute(text, "the key")
        case .apnsClientCA: _ = try Self.absolute(text, "the authority")
        case .anyProvider: _ = try Self.flag(text, "any provider")
        case .desktop: _ = try Self.flag(text, "the desktop")
        case .logLevel: _ = try Self.level(text)
        case .pendingLimit: _ = try Self.pendingLimit(text)
        }
    }

    static func absolute(_ path: String, _ subject: String) throws(DaemonError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DaemonError(.usage, "\(subject) has an empty path; name one, or leave it out")
        }
        return URL(fileURLWithPath: path).standardizedFileURL.path
    }

    static func port(_ text: String?) throws(DaemonError) -> Int? {
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

    static func pendingLimit(_ text: String?) throws(DaemonError) -> Int {
        guard let text else { return CenterPolicy().pendingLimit }
        return try number(text, 1...10_000, "the limit of pending requests")
    }

    /// How many messages a topic takes at once: ntfy's number, where nothing is said.
    static func inletBurst(_ text: String?) throws(DaemonError) -> Int {
        guard let text else { return 60 }
        return try number(text, 1...1_000_000, "the number of messages at once")
    }

    /// After how many seconds a topic takes another one: ntfy's number, where nothing is said.
    static func inletInterval(_ text: String?) throws(DaemonError) -> Int {
        guard let text else { return 5 }
        return try number(text, 1...3600, "the seconds until another message")
    }

    private static func number(
        _ text: String,
        _ range: ClosedRange<Int>,
        _ subject: String
    ) throws(DaemonError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw DaemonError(
                .usage,
                "\(subject) is \(text.quoted); write a number from \(range.lowerBound) to "
                    + "\(range.upperBound)"
            )
        }
        return number
    }

    static func flag(_ text: String?, _ subject: String) throws(DaemonError) -> Bool {
        switch text {
        case nil, "false", "0", "no", "": false
        case "true", "1", "yes": true
        case let text?:
            throw DaemonError(
                .usage,
                "\(subject) is \(text.quoted); write true or false"
            )
        }
    }

    static func environment(_ text: String) throws(DaemonError) -> PushEnvironment {
        guard let environment = PushEnvironment(rawValue: text) else {
            throw DaemonError(
                .usage,
                "the push environment is \(text.quoted); write development or production"
            )
        }
        return environment
    }

    static func level(_ text: String) throws(DaemonError) -> String {
        guard Logger.Level(rawValue: text) != nil else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw DaemonError(
                .usage,
                "there is no log level \(text.quoted); write one of \(known)"
            )
        }
        return text
    }
}
