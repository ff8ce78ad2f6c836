// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryCenter
internal import BelfryReport
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The daemon's command line.
package struct DaemonCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "belfryd",
        abstract: "Keeps notifications, runs their extensions, and answers over a socket.",
        discussion: """
            Without a subcommand it runs until SIGTERM or SIGINT, in the foreground, and says where it \
            is and what to type next. It needs no configuration. What an option says can be said by the \
            environment too: BELFRY_STATE, BELFRY_SOCKET, BELFRY_PORT, BELFRY_TOKEN_FILE, \
            BELFRY_VIRTUAL_CLOCK, BELFRY_LOG_LEVEL, BELFRY_APNS_PORT, BELFRY_APNS_ENVIRONMENT, \
            BELFRY_APNS_CERTIFICATE, BELFRY_APNS_KEY, BELFRY_APNS_CLIENT_CA, BELFRY_ANY_PROVIDER, \
            BELFRY_INLET_PORT, BELFRY_DESKTOP, BELFRY_PENDING_LIMIT; and by a file, $XDG_CONFIG_HOME/belfry/belfryd.conf, BELFRY_CONFIG or --config, with one `port = 8222` a line.

            Exit status: 0 it was told to stop, or the command did what it was asked; 64 and above: \
            it could not (64 usage, 65 the ledger is damaged or of a newer version, or a file of a \
            notification is not as it was stored, 66 a file that \
            was named is not there, 69 a port is taken or a part of Belfry is missing, 73 a file cannot be written, 75 another belfryd is in the way, 78 the configuration \
            file is wrong).
            """,
        version: BelfryVersion.text,
        subcommands: [
            Serve.self, Ephemeral.self, Check.self, BackUp.self, Restore.self, DecodePicture.self,
        ],
        defaultSubcommand: Serve.self
    )

    package init() {}

    /// Runs what the process's arguments ask for, and ends the process.
    package static func runAndExit() -> Never {
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
            Glibc.exit(0)
        } catch {
            let code = exitCode(for: error)
            if code == .failure, !(error is ValidationError) { end(error) }
            let message = fullMessage(for: error)
            (code == .success ? FileHandle.standardOutput : .standardError)
                .write(Data((message + "\n").utf8))
            Glibc.exit(code.rawValue)
        }
    }

    private static func end(_ error: any Error) -> Never {
        let failure = DaemonError(error)
        FileHandle.standardError.write(Data("belfryd: \(failure.message)\n".utf8))
        Glibc.exit(failure.status.rawValue)
    }
}

extension DaemonError {
    /// What any error means for who started the daemon.
    init(_ error: any Error) {
        switch error {
        case let error as DaemonError: self = error
        case let error as CenterError: self.init(Self.status(of: error.code), error.message)
        case let error as APIError: self.init(.badData, error.message)
        case let error as SystemError: self.init(.system, "\(error)")
        default: self.init(.unavailable, "\(error)")
        }
    }

    private static func status(of code: CenterError.Code) -> Status {
        switch code {
        case .damaged, .newerSchema: .badData
        case .inUse: .temporary
        case .notFound: .noInput
        case .full, .storage: .cannotCreate
        default: .software
        }
    }
}

/// Options that say where the daemon's state and its configuration are.
struct StateOptions: ParsableArguments {
    @Option(help: "Where the daemon keeps what it remembers.")
    var state: String?

    @Option(help: "A file with settings, one `name = value` a line.")
    var config: String?

    /// What they say.
    var options: DaemonConfiguration.Options {
        var options = DaemonConfiguration.Options()
        options.state = state
        options.file = config
        return options
    }

    /// The configuration that follows from them.
    func configuration() throws -> DaemonConfiguration {
        try DaemonConfiguration(options)
    }
}

extension DaemonConfiguration {
    /// Reads the configuration with the process's environment.
    init(_ options: Options) throws(DaemonError) {
        try self.init(
            options,
            environment: ProcessInfo.processInfo.environment,
            home: NSHomeDirectory()
        )
    }
}
