// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry list`: notifications, or requests that are pending.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists notifications, the newest first, or pending requests.",
        discussion: """
            Without --pending, --delivered, --dropped or --removed it lists every notification that is kept, in \
            whatever state.

            --search WORDS finds those that have each of the words in their title, subtitle, body or \
            app. The beginning of a word is enough; case and accents do not count.
            """
    )

    /// Which ones.
    enum Choice: String, EnumerableFlag {
        case pending, delivered, dropped, removed

        static func help(for value: Choice) -> ArgumentHelp? {
            switch value {
            case .pending: "The requests that wait for a time or a place."
            case .delivered: "Those in the list that the user sees."
            case .dropped: "Those that were not shown; belfry restore ID shows one."
            case .removed:
                "Those that left the list; belfry restore ID puts back one that was dismissed."
            }
        }
    }

    @Flag(exclusivity: .exclusive)
    var choice: Choice?

    @Option(help: "Those of this app alone.")
    var app: String?

    @Option(help: "Those with these words alone.")
    var search: String?

    @Option(help: "How many notifications at most.")
    var limit = 100

    @Option(help: "Notifications with a lower number than this one.")
    var before: NotificationNumber?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard (1...1000).contains(limit) else {
            throw ValidationError("--limit is from 1 to 1000.")
        }
        guard search == nil || choice != .pending else {
            throw ValidationError("--search goes with notifications, and not with --pending.")
        }
    }

    func run() throws {
        let answer = try center.send(request)
        try output.write(answer) { terminal in
            let screen = CenterScreen(terminal: terminal)
            return choice == .pending
                ? screen.requests(answer.objects("requests"))
                : screen.notifications(answer.objects("notifications"))
        }
    }

    private var request: CenterRequest {
        guard choice != .pending else {
            return CenterRequest("GET", ["requests"], query: [("app", app)])
        }
        return CenterRequest(
            "GET",
            ["notifications"],
            query: [
                ("state", choice?.rawValue), ("app", app), ("q", search),
                ("limit", String(limit)), ("before", before.map { String($0.value) }),
            ]
        )
    }
}
