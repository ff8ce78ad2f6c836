// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
package import BelfryModel
internal import Configuration

/// What a daemon is told; every value has a default, and no file is needed.
///
/// A command line comes before the environment, that before the file, and that before the default.
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

    /// The push endpoint's port on loopback (`BELFRY_APNS_PORT`); nil for no endpoint.
    package var apnsPort: Int?

    /// The port on which channels are made (`BELFRY_APNS_CHANNEL_PORT`); nil for none.
    package var apnsChannelPort: Int?

    /// Which of Apple's two push services the endpoint stands for (`BELFRY_APNS_ENVIRONMENT`).
    package var apnsEnvironment: PushEnvironment

    /// The endpoint's certificate (`BELFRY_APNS_CERTIFICATE`); nil for one of the daemon's own.
    package var apnsCertificate: String?

    /// The certificate's key (`BELFRY_APNS_KEY`); nil where there is no certificate.
    package var apnsKey: String?

    /// Who vouches for senders' certificates beside the daemon (`BELFRY_APNS_CLIENT_CA`); nil for nobody.
    package var apnsClientAuthority: String?

    /// Whether the endpoint takes every push, without a look at its token (`BELFRY_ANY_PROVIDER`).
    package var takesAnyProvider: Bool

    /// The port on loopback for messages in ntfy's and Gotify's forms (`BELFRY_INLET_PORT`); nil
    /// for none.
    package var inletPort: Int?

    /// How many messages a topic takes at once (`BELFRY_INLET_BURST`), 60 as ntfy does.
    package var inletBurst: Int

    /// After how many seconds it takes another one (`BELFRY_INLET_INTERVAL`), 5 as ntfy does.
    package var inletInterval: Int

    /// Whether notifications are shown on the user's desktop (`BELFRY_DESKTOP`).
    package var showsOnDesktop: Bool

    /// Most pending requests of one app (`BELFRY_PENDING_LIMIT`), 64 as on Apple's systems.
    package var pendingLimit: Int

    /// Options of a command line; nil for those that were not given.
    package struct Options: Sendable {
        package var state: String?
        package var socket: String?
        package var port: Int?

        /// The file with the token for loopback.
        package var tokenFile: String?

        /// Whether the clock stands still until somebody moves it.
        package var hasVirtualClock: Bool?
        package var logLevel: String?
        package var apnsPort: Int?

        /// The port on which channels are made.
        package var apnsChannelPort: Int?
        package var apnsEnvironment: String?

        /// The push endpoint's certificate, and its key.
        package var apnsCertificate: String?
        package var apnsKey: String?

        /// Who vouches for senders' certificates.
        package var apnsClientAuthority: String?

        /// Whether the push endpoint takes every push.
        package var takesAnyProvider: Bool?

        /// The port for messages of programs.
        package var inletPort: Int?

        /// How many messages a topic takes at once, and after how many seconds another one.
        package var inletBurst: Int?
        package var inletInterval: Int?

        /// Whether notifications are shown on the user's desktop.
        package var showsOnDesktop: Bool?

        /// Most pending requests of one app.
        package var pendingLimit: Int?

        /// The configuration file (`BELFRY_CONFIG`); nil for the usual one, if it is there.
        package var file: String?

        package init() {}

        fileprivate var values: [DaemonSetting: String] {
            var values: [DaemonSetting: String] = [:]
            values[.state] = state
            values[.socket] = socket
            values[.port] = port.map(String.init)
            values[.tokenFile] = tokenFile
            values[.virtualClock] = hasVirtualClock.map { String($0) }
            values[.logLevel] = logLevel
            values[.apnsPort] = apnsPort.map(String.init)
            values[.apnsChannelPort] = apnsChannelPort.map(String.init)
            values[.apnsEnvironment] = apnsEnvironment
            values[.apnsCertificate] = apnsCertificate
            values[.apnsKey] = apnsKey
            values[.apnsClientCA] = apnsClientAuthority
            values[.anyProvider] = takesAnyProvider.map { String($0) }
            values[.inletPort] = inletPort.map(String.init)
            values[.inletBurst] = inletBurst.map(String.init)
            values[.inletInterval] = inletInterval.map(String.init)
            values[.desktop] = showsOnDesktop.map { String($0) }
            values[.pendingLimit] = pendingLimit.map(String.init)
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
        let places = CenterPlaces(environment: environment, home: home)
        let named = options.file ?? environment["BELFRY_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let file = try DaemonConfigurationFile.read(
            named ?? places.configuration,
            isOptional: named == nil
        )
        var providers: [any ConfigProvider] = [
            Self.provider("the command line", options.values),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ]
        if let file { providers.append(Self.provider(file.path, file.values)) }
        let reader = ConfigReader(providers: providers).scoped(to: "belfry")
        func text(_ setting: DaemonSetting) -> String? {
            reader.string(forKey: ConfigKey(setting.key))
        }
        let state = try DaemonSetting.absolute(
            text(.state) ?? places.state,
            "the state directory"
        )
        self.state = state
        socket = try DaemonSetting.absolute(
            text(.socket) ?? CenterPlaces.socket(of: environment, state: state),
            "the socket"
        )
        tokenFile = try DaemonSetting.absolute(
            text(.tokenFile) ?? state + "/token",
            "the token's file"
        )
        port = try DaemonSetting.port(text(.port))
        hasVirtualClock = try DaemonSetting.flag(text(.virtualClock), "the virtual clock")
        logLevel = try DaemonSetting.level(text(.logLevel) ?? "info")
        apnsPort = try DaemonSetting.port(text(.apnsPort))
        apnsChannelPort = try DaemonSetting.port(text(.apnsChannelPort))
        apnsEnvironment = try DaemonSetting.environment(text(.apnsEnvironment) ?? "development")
        apnsCertificate = try text(.apnsCertificate)
            .map { path throws(DaemonError) in try DaemonSetting.absolute(path, "the certificate") }
        apnsKey = try text(.apnsKey)
            .map { path throws(DaemonError) in try DaemonSetting.absolute(path, "the key") }
        apnsClientAuthority = try text(.apnsClientCA)
            .map { path throws(DaemonError) in try DaemonSetting.absolute(path, "the authority") }
        guard (apnsCertificate == nil) == (apnsKey == nil) else {
            throw DaemonError(
                .usage,
                "apns-certificate and apns-key go together; give both, or neither"
            )
        }
        takesAnyProvider = try DaemonSetting.flag(text(.anyProvider), "any provider")
        inletPort = try DaemonSetting.port(text(.inletPort))
        inletBurst = try DaemonSetting.inletBurst(text(.inletBurst))
        inletInterval = try DaemonSetting.inletInterval(text(.inletInterval))
        showsOnDesktop = try DaemonSetting.flag(text(.desktop), "the desktop")
        pendingLimit = try DaemonSetting.pendingLimit(text(.pendingLimit))
    }

    /// How fast messages may come to each topic of the inlet.
    var inletRate: TopicRate {
        TopicRate(burst: inletBurst, interval: .seconds(inletInterval))
    }

    /// A setting that says nothing without a push endpoint; nil where none is given.
    var endpointSetting: DaemonSetting? {
        if apnsChannelPort != nil { return .apnsChannelPort }
        if takesAnyProvider { return .anyProvider }
        if apnsCertificate != nil { return .apnsCertificate }
        return apnsClientAuthority == nil ? nil : .apnsClientCA
    }

    /// The files of certificates that the push endpoint is given.
    var endpointFiles: EndpointTrust.Files {
        var identity: (certificate: String, key: String)?
        if let apnsCertificate, let apnsKey { identity = (apnsCertificate, apnsKey) }
        return EndpointTrust.Files(identity: identity, clients: apnsClientAuthority)
    }

    private static func provider(
        _ name: String,
        _ values: [DaemonSetting: String]
    ) -> InMemoryProvider {
        let pairs = values.map { setting, value in
            let key: AbsoluteConfigKey = ["belfry", setting.key]
            return (key, ConfigValue(.string(value), isSecret: false))
        }
        return InMemoryProvider(
            name: name,
            values: Dictionary(uniqueKeysWithValues: pairs)
        )
    }
}
