// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal
internal import Foundation

/// Options of every command that speaks to a daemon.
struct CenterOptions: ParsableArguments {
    @Option(help: "The daemon's socket, where it is not the user's usual one.")
    var socket: String?

    @Option(help: "The daemon's address on this machine, such as http://127.0.0.1:8222.")
    var url: String?

    @Option(help: "The file with the token for --url.")
    var tokenFile: String?

    func validate() throws {
        guard socket == nil || url == nil else {
            throw ValidationError("Either --socket or --url.")
        }
    }

    /// The client of the daemon that they name.
    func client(patience: Duration = .seconds(60)) throws(ToolFailure) -> CenterClient {
        CenterClient(
            try CenterAddress(
                socket: socket,
                url: url,
                tokenFile: tokenFile,
                environment: ProcessInfo.processInfo.environment,
                home: NSHomeDirectory()
            ),
            patience: patience
        )
    }

    /// Makes a request, and waits for the answer; in a terminal a line says so after a while.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - work: What the daemon does meanwhile, for that line.
    ///   - patience: How long the answer may take.
    /// - Returns: The answer.
    /// - Throws: ``ToolFailure``, as ``CenterClient/send(_:)``.
    func send(
        _ request: CenterRequest,
        while work: String = "the daemon is asked",
        patience: Duration = .seconds(60)
    ) throws -> JSONObject {
        let client = try client(patience: patience)
        return try waitFor {
            try await LiveLine.during(
                { LiveLine(name: work, facts: [HumanText.milliseconds($0 / .milliseconds(1))]) },
                { try await client.send(request) }
            )
        }
    }
}

/// Options of a command that prints what the daemon answered.
struct CenterOutput: ParsableArguments {
    @Flag(help: "Print the daemon's answer as JSON.")
    var json = false

    /// Prints an answer.
    ///
    /// - Parameters:
    ///   - answer: What the daemon gave.
    ///   - text: The same for people; every text of the daemon in it is neutralised.
    /// - Throws: What keeps it from being written as JSON.
    func write(_ answer: JSONObject, _ text: (Terminal) -> String) throws {
        let output = Terminal.standardOutput
        output.write(json ? try JSONText.pretty(answer) : text(output))
    }
}
