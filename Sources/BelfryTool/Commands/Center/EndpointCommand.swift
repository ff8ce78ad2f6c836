// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfrySystem
internal import Foundation

/// `belfry apns`: push endpoints of their own.
struct EndpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Runs a push endpoint for the tests of a push server.",
        subcommands: [Serve.self]
    )

    /// `belfry apns serve`.
    struct Serve: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Runs a push endpoint on a free port, and prints one line of JSON about it.",
            discussion: """
                The line has port, url, authority (the certificate to trust), key (a .p8 file), keyID, \
                teamID, certificate (another way to push: a file with its key), topic and token of the first \
                app, tokens of all, and the API's socket. Without --app and --topic there is one app, com.example.App. The clock stands still until belfry \
                clock moves it. The endpoint ends with the process that started it, or by SIGTERM, SIGINT or SIGHUP. \
                An endpoint that goes on is belfryd --apns-port 2197.
                """
        )

        @Flag(help: "With a state of its own, which ends with it.")
        var ephemeral = false

        @Option(help: "A directory Name.app to install; may be given again.")
        var app: [String] = []

        @Option(help: "The identifier of an app without an extension; may be given again.")
        var topic: [String] = []

        @Option(help: "Which of Apple's push services it is; development by itself.")
        var environment: DeviceTokenChoice.Environment?

        func validate() throws {
            guard ephemeral else {
                throw ValidationError(
                    "add --ephemeral; an endpoint that goes on is belfryd --apns-port 2197"
                )
            }
        }

        func run() throws {
            var arguments = ["ephemeral"]
            for path in app { arguments += ["--app", path] }
            for identifier in topic { arguments += ["--topic", identifier] }
            if let environment { arguments += ["--environment", environment.rawValue] }
            let error = ProgramReplacement.run(Self.program, arguments)
            throw ToolFailure(
                "belfryd cannot be run: \(SystemError.sentence(of: error.errno)); it is a part of Belfry "
                    + "that lies beside this program, or in PATH",
                .unavailable
            )
        }

        /// The daemon beside this program; else the one in PATH.
        private static var program: String {
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let beside = own.map {
                URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/belfryd"
            }
            guard let beside, FileManager.default.isExecutableFile(atPath: beside) else {
                return "belfryd"
            }
            return beside
        }
    }
}
