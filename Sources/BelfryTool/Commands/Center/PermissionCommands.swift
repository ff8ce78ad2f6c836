// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry allow`: the user's yes to an app's notifications.
struct AllowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Lets an installed app notify, as a user does who is asked."
    )

    @OptionGroup var answer: PermissionAnswer

    func run() throws { try answer.give("authorized", "may notify") }
}

/// `belfry deny`: the user's no.
struct DenyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Does not let an installed app notify; what comes for it is dropped."
    )

    @OptionGroup var answer: PermissionAnswer

    func run() throws { try answer.give("denied", "may not notify") }
}

/// `belfry reset`: as if the user had never been asked.
struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Forgets what the user answered: the app may ask again."
    )

    @OptionGroup var answer: PermissionAnswer

    func run() throws { try answer.give("notDetermined", "may ask again") }
}

/// What the user answers, and for which app.
struct PermissionAnswer: ParsableArguments {
    @Argument(help: "The app's identifier; belfry apps lists them.")
    var app: String

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func give(_ status: String, _ words: String) throws {
        let answer = try center.send(
            CenterRequest("PUT", ["apps", app, "authorization"], ["status": .string(status)])
        )
        try output.write(answer) { _ in "\(app.neutralised()): \(words)\n" }
    }
}
