// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation

/// `belfryd`: the daemon itself.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the daemon in the foreground; this is what belfryd does by itself."
    )

    @OptionGroup
    var stateOptions: StateOptions

    @Option(help: "The API's socket.")
    var socket: String?

    @Option(help: "Also listen on this port of 127.0.0.1, for callers with the token; 0 for any.")
    var port: Int?

    @Option(help: "The file with the token; it is made where there is none.")
    var tokenFile: String?

    @Option(help: "How much is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?

    @Option(help: "Answer pushes as APNs does, on this port of loopback; 0 for any. APNs has 2197.")
    var apnsPort: Int?

    @Option(
        help: "Make broadcast channels on this port of loopback; 0 for any. APNs has 2195 and 2196."
    )
    var apnsChannelPort: Int?

    @Option(help: "Which of Apple's services that is: development or production.")
    var apnsEnvironment: String?

    @Option(help: "A certificate for that port, as PEM, in place of one of the daemon's own.")
    var apnsCertificate: String?

    @Option(help: "The certificate's key, as PEM.")
    var apnsKey: String?

    @Option(help: "Take senders' certificates of these authorities too, as PEM.")
    var apnsClientCa: String?

    @Flag(help: "Take every push there, whoever sends it; for a first try.")
    var anyProvider = false

    @Option(help: "Take messages as ntfy and Gotify do, on this port of 127.0.0.1; 0 for any.")
    var inletPort: Int?

    @Option(help: "How many messages each topic takes there at once; 60 where nothing is said.")
    var inletBurst: Int?

    @Option(help: "After how many seconds a topic takes another one; 5 where nothing is said.")
    var inletInterval: Int?

    @Flag(help: "Show notifications on the desktop, by the server of its session bus.")
    var desktop = false

    @Option(
        help: "Most pending requests of one app; 64 where nothing is said, as on Apple's systems."
    )
    var pendingLimit: Int?

    @Flag(help: "Have the clock stand still until POST /v1/clock moves it.")
    var virtualClock = false

    func run() throws {
        var options = stateOptions.options
        options.socket = socket
        options.port = port
        options.tokenFile = tokenFile
        options.hasVirtualClock = virtualClock ? true : nil
        options.logLevel = logLevel
        options.apnsPort = apnsPort
        options.apnsChannelPort = apnsChannelPort
        options.apnsEnvironment = apnsEnvironment
        options.apnsCertificate = apnsCertificate
        options.apnsKey = apnsKey
        options.apnsClientAuthority = apnsClientCa
        options.inletPort = inletPort
        options.inletBurst = inletBurst
        options.inletInterval = inletInterval
        options.showsOnDesktop = desktop ? true : nil
        options.pendingLimit = pendingLimit
        options.takesAnyProvider = anyProvider ? true : nil
        let daemon = Daemon(
            try DaemonConfiguration(options),
            environment: ProcessInfo.processInfo.environment,
            say: DaemonCommand.say
        )
        // Where it cannot be raised, fewer connections are taken.
        try? DescriptorLimit.raise()
        try waitFor { try await daemon.run() }
    }
}

extension DaemonCommand {
    /// Prints a line for people, or for the program that started this one.
    @Sendable
    static func say(_ line: String) {
        // Whoever reads the lines may be gone; that is no reason to stop.
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
