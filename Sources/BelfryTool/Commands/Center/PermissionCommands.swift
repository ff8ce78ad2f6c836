// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry allow`: the user's yes to an app's notifications.
struct AllowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Lets an installed app notify, as a user does who is asked.",
        discussion: """
            An app that notifies quietly (provisional) has its notifications in the list alone until it is \
            allowed or denied. belfry allow APP --delivery scheduled keeps it, and has its \
            notifications wait for the scheduled summary; belfry allow APP --provisional has it notify \
            quietly from now on.
            """
    )

    /// When the notifications of an app come that is kept.
    enum Delivery: String, ExpressibleByArgument, CaseIterable {
        case immediate, scheduled
    }

    @Option(help: "When its notifications come; what the app's settings say where this is absent.")
    var delivery: Delivery?

    @Flag(help: "Has it notify quietly: in the list alone, without a banner or a sound.")
    var provisional = false

    @OptionGroup var answer: PermissionAnswer

    func validate() throws {
        guard !provisional || delivery == nil else {
            throw ValidationError(
                "Either --provisional or --delivery: what notifies quietly does not wait for the summary."
            )
        }
    }

    func run() throws {
        guard !provisional else { return try answer.give("provisional", "may notify quietly") }
        let words = delivery == .scheduled ? "may notify in the scheduled summary" : "may notify"
        try answer.give("authorized", words, delivery: delivery?.rawValue)
    }
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
        abstract: "Forgets what the user answered: the app may ask again.",
        discussion: "An App Clip that may notify after a launch may again from its next call on."
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

    func give(_ status: String, _ words: String, delivery: String? = nil) throws {
        var body: JSONObject = ["status": .string(status)]
        body["delivery"] = delivery.map { .string($0) }
        let answer = try center.send(CenterRequest("PUT", ["apps", app, "authorization"], body))
        try output.write(answer) { _ in "\(app.neutralised()): \(words)\n" }
    }
}
