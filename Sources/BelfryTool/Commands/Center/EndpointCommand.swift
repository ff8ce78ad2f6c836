// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfrySystem
internal import Foundation

/// `belfry apns`: push endpoints of their own.
struct EndpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Runs a push endpoint for the tests of a push server, or has one refuse pushes.",
        subcommands: [Serve.self, Refuse.self]
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

    /// `belfry apns refuse`.
    struct Refuse: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse",
            abstract: "Has the endpoint refuse the next pushes with a reason of Apple's.",
            discussion: """
                It shows what a push server makes of an answer, such as ServiceUnavailable or Forbidden, that \
                is hard to bring about. A push that is wrong is still refused for its own fault, and does not \
                count. Without a reason it says what is planned.
                """
        )

        @Argument(help: "What senders are told, in Apple's word.")
        var reason: String?

        @Option(help: "How many pushes; 1 by itself.")
        var count: Int?

        @Flag(help: "Take pushes again.")
        var none = false

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func validate() throws {
            guard !none || (reason == nil && count == nil) else {
                throw ValidationError("--none goes with neither a reason nor --count")
            }
            guard count == nil || reason != nil else {
                throw ValidationError("--count needs a reason, such as ServiceUnavailable")
            }
        }

        func run() throws {
            if none {
                let answer = try center.send(CenterRequest("DELETE", ["apns", "refusals"]))
                return try output.write(answer) { _ in "pushes are taken\n" }
            }
            guard let reason else {
                let answer = try center.send(CenterRequest("GET", ["apns", "refusals"]))
                return try output.write(answer) { _ in Self.sentence(answer) }
            }
            var document: JSONObject = ["reason": .string(reason)]
            document["count"] = count.map { .number(JSONNumber($0)) }
            let answer = try center.send(CenterRequest("PUT", ["apns", "refusals"], document))
            try output.write(answer) { _ in Self.sentence(answer) }
        }

        private static func sentence(_ plan: JSONObject) -> String {
            guard !plan.text("reason").isEmpty else { return "pushes are taken\n" }
            let count = plan.text("count")
            return "the next \(count == "1" ? "push is" : "\(count) pushes are") refused with "
                + "\(plan.text("status")) \(plan.text("reason"))\n"
        }
    }
}
