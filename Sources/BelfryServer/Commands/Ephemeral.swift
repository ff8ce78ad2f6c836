// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation
internal import Glibc

/// `belfryd ephemeral`: a daemon for one test, behind `belfry apns serve --ephemeral`.
struct Ephemeral: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ephemeral",
        abstract: "Runs a push endpoint for a test, with a state of its own that ends with it.",
        discussion: """
            It prints one line of JSON: port, url, authority (the certificate to trust), key (a .p8 file), \
            keyID, teamID, certificate (another way to push: a file with its key), topic and token of the \
            first app, tokens of all, channelPort (where broadcast \
            channels are made), socket (of the API). Its \
            clock stands still until POST /v1/clock moves it. It ends with the process that started \
            it, or by SIGTERM, SIGINT or SIGHUP, and removes what it made.
            """
    )

    @Option(help: "A directory Name.app to install; may be given again.")
    var app: [String] = []

    @Option(help: "The identifier of an app without an extension; may be given again.")
    var topic: [String] = []

    @Option(help: "Which of Apple's services it is: development or production.")
    var environment: String?

    @Option(help: "How much is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func run() throws {
        // From here on a signal ends the daemon in order: while it starts, and while it ends already.
        HeldSignals.hold([SIGTERM, SIGINT, SIGHUP])
        try ParentProcess.whenEnded(raise: SIGTERM)
        let stage = try TestStage(apps: app, topics: topic)
        defer { stage.remove() }
        let daemon = Daemon(
            try stage.configuration(environment: environment, logLevel: logLevel),
            environment: Self.variables,
            stage: stage,
            say: DaemonCommand.say
        )
        // Where it cannot be raised, fewer connections are taken.
        try? DescriptorLimit.raise()
        try waitFor { try await daemon.run() }
    }

    /// What a service manager told the process that started this one is not for it.
    private static var variables: [String: String] {
        ProcessInfo.processInfo.environment.filter { name, _ in
            !["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"].contains(name)
                && !name.hasPrefix("LISTEN_")
        }
    }
}
