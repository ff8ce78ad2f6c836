// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry remove`: an app, a pending request of it, or a notification in the list.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes an app, a pending request, or a notification from the list.",
        usage: """
            belfry remove <app>
            belfry remove <app> <request>
            belfry remove <id>
            """,
        discussion: """
            With an app goes what it has pending and in the list. A subject of digits alone is a \
            notification's number.
            """
    )

    @Argument(help: "An app's identifier, or a notification's number.")
    var subject: String

    @Argument(help: "The identifier of a pending request of the app.")
    var request: String?

    @OptionGroup var center: CenterOptions

    func run() throws {
        _ = try center.send(CenterRequest("DELETE", path))
        Terminal.standardOutput.write("\(name.neutralised()): removed\n")
    }

    private var path: [String] {
        if let request { return ["apps", subject, "requests", request] }
        return NotificationNumber.isOne(subject)
            ? ["notifications", subject] : ["apps", subject]
    }

    private var name: String {
        if let request { return "request \(request) of \(subject)" }
        return NotificationNumber.isOne(subject) ? "notification \(subject)" : subject
    }
}
