// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

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
            a command that sends it again, with a token from $TOKEN. The log is kept for 30 days.
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
        guard push["payload"] != nil else {
            throw ToolFailure(
                "the push \(id.neutralised()) has no payload any more: it was refused, or its "
                    + "notification is kept no longer",
                .noInput
            )
        }
        let command = CurlCommand(push, endpoint).text
        try output.write(["command": .string(command)]) { _ in command + "\n" }
    }
}
