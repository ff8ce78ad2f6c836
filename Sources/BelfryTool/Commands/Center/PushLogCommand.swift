// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry push-log`: what became of each push of the push endpoint.
struct PushLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-log",
        abstract: "Says what became of pushes: delivered, stored or discarded, and why.",
        usage: """
            belfry push-log [<id>] [<options>]
            belfry push-log --curl <id>
            """,
        discussion: """
            A push is known by what its sender was answered as apns-unique-id. With one, the command \
            prints that push, with its headers, each step, and the run of its extension. --curl prints \
            a command that sends it again, with a token from $TOKEN, and to its channel where it came \
            by one. The payload of a push that was refused is not kept: the command takes it from \
            push.json. The log is kept for 30 days.
            """
    )

    @Argument(help: "A push, by its apns-unique-id; all pushes by itself.")
    var id: String?

    @Option(help: "Print a curl command that sends this push again, by its apns-unique-id.")
    var curl: String?

    @Option(help: "Pushes of one app alone.")
    var app: String?

    @Option(help: "How many at most, 1 to 1000.")
    var limit: Int = 100

    @Option(help: "Only pushes with a smaller number, as the first column has it.")
    var before: Int?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard curl == nil || id == nil else { throw ValidationError("Either an ID or --curl ID.") }
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is 1 to 1000.") }
    }

    func run() throws {
        if let curl { return try writeCommand(of: curl) }
        guard let id else { return try list() }
        let answer = try center.send(CenterRequest("GET", ["push-log", id]))
        try output.write(answer) { CenterScreen(terminal: $0).push(answer) }
    }

    private func list() throws {
        let answer = try center.send(
            CenterRequest(
                "GET",
                ["push-log"],
                query: [
                    ("app", app), ("limit", "\(limit)"), ("before", before.map { "\($0)" }),
                ]
            )
        )
        try output.write(answer) { CenterScreen(terminal: $0).pushes(answer.objects("pushes")) }
    }

    private func writeCommand(of id: String) throws {
        let push = try center.send(CenterRequest("GET", ["push-log", id]))
        let endpoint = try center.send(CenterRequest("GET", ["apns"]))
        let command = CurlCommand(push, endpoint)
        if command.needsPayload {
            Terminal.standardError.write(
                "belfry: note: the daemon has no payload of this push, as it was refused or its "
                    + "notification is kept no longer: write it to \(CurlCommand.payloadFile)\n"
            )
        }
        try output.write(["command": .string(command.text)]) { _ in command.text + "\n" }
    }
}
