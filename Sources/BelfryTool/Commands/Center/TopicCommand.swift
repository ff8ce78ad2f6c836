// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry topic`: which programs may send messages as they do to ntfy and to Gotify, and to which
/// app.
struct TopicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topic",
        abstract: "Adds, lists and removes what programs send messages to, as to ntfy and Gotify.",
        subcommands: [Add.self, List.self, Remove.self, RenewToken.self]
    )

    /// `belfry topic add`.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract:
                "Makes a topic whose messages are an app's notifications, and prints its token.",
            discussion: """
                Who has the token may send to the topic. The daemon keeps a digest of it alone: it is \
                shown here and not again. With belfryd --inlet-port 8223 it is used as

                  curl -H "Authorization: Bearer TOKEN" -d "Hello" http://127.0.0.1:8223/NAME
                """
        )

        @Argument(help: "What it is called: letters, digits, - and _.")
        var name: String

        @Option(help: "The identifier of an installed app; its extension may change the messages.")
        var app: String

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let body: JSONObject = ["name": .string(name), "app": .string(app)]
            let answer = try center.send(CenterRequest("POST", ["topics"], body))
            try output.write(answer) { _ in answer.text("token").neutralised() + "\n" }
        }
    }

    /// `belfry topic list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the topics, and the app of each."
        )

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let answer = try center.send(CenterRequest("GET", ["topics"]))
            try output.write(answer) { terminal in
                let topics = answer.objects("topics")
                guard !topics.isEmpty else {
                    return "There are no topics; belfry topic add NAME --app APP makes one.\n"
                }
                var table = CenterTable(terminal, "TOPIC", "APP", "MADE")
                for topic in topics {
                    table.add(
                        topic.text("name"),
                        topic.text("app"),
                        String(topic.text("made").prefix(10))
                    )
                }
                return table.text
            }
        }
    }

    /// `belfry topic remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes a topic: nobody sends to it any more."
        )

        @Argument(help: "What it is called.")
        var name: String

        @OptionGroup var center: CenterOptions

        func run() throws {
            _ = try center.send(CenterRequest("DELETE", ["topics", name]))
            Terminal.standardOutput.write("\(name.neutralised()): removed\n")
        }
    }

    /// `belfry topic token`.
    struct RenewToken: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token",
            abstract: "Prints a new token of a topic; the one before is refused from now on."
        )

        @Argument(help: "What it is called.")
        var name: String

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let answer = try center.send(CenterRequest("POST", ["topics", name, "token"]))
            try output.write(answer) { _ in answer.text("token").neutralised() + "\n" }
        }
    }
}
