// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry respond`: what the user does with a notification.
struct RespondCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "respond",
        abstract: "Takes an action of a delivered notification, as a user does.",
        discussion: """
            default opens the notification and dismiss dismisses it; every other word is the identifier \
            of one of its category's actions, which belfry show NUMBER lists. The notification leaves \
            the list, and the response is kept until the app has acknowledged it.
            """
    )

    @Argument(help: "The notification's number; belfry list --delivered lists them.")
    var id: NotificationNumber

    @Argument(help: "default, dismiss, or the identifier of an action.")
    var action: String

    @Argument(help: "What the user typed, for an action that takes text.")
    var text: String?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        var body: JSONObject = ["action": .string(action)]
        body["text"] = text.map { .string($0) }
        let answer = try center.send(CenterRequest("POST", id.path("response"), body))
        try output.write(answer) { _ in
            "response \(answer.text("response").neutralised()): stored for the app\n"
        }
    }
}
