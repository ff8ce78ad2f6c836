// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// An app's device token for one of Apple's two push services.
struct DeviceTokenChoice: ParsableArguments {
    /// Which of Apple's two push services.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case development, production
    }

    @Argument(help: "The app's identifier; belfry apps lists them.")
    var app: String

    @Option(help: "The push service that it is for; that of the daemon by itself.")
    var environment: Environment?

    @Option(help: "The device that it is for; main by itself.")
    var device: String?
}

/// `belfry device token`: what a sender addresses an app by.
struct DeviceTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Prints the device token that senders address an app by.",
        discussion: "The first call gives the app one; it stays the same until it has ended."
    )

    @OptionGroup var choice: DeviceTokenChoice
    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        var body = JSONObject()
        body["environment"] = choice.environment.map { .string($0.rawValue) }
        body["device"] = choice.device.map { .string($0) }
        let answer = try center.send(CenterRequest("POST", ["apps", choice.app, "token"], body))
        try output.write(answer) { _ in answer.text("token").neutralised() + "\n" }
    }
}

/// `belfry device tokens`: those of all apps.
struct DeviceTokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Lists the device tokens of all apps, those that have ended included."
    )

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["device", "tokens"]))
        try output.write(answer) { terminal in
            let tokens = answer.objects("tokens")
            guard !tokens.isEmpty else {
                return "No app has a device token; belfry device token APP gives it one.\n"
            }
            var table = CenterTable(terminal, "APP", "DEVICE", "ENVIRONMENT", "STATE", "TOKEN")
            for token in tokens {
                let end = token.text("end")
                table.add(
                    token.text("app"),
                    token.text("device"),
                    token.text("environment"),
                    end.isEmpty ? "in use" : "\(end) \(token.time("ended"))",
                    token.text("token")
                )
            }
            return table.text
        }
    }
}

/// `belfry device unregister`: has senders told that a token has ended.
struct DeviceUnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister",
        abstract: "Ends an app's device token: senders are answered 410 from now on."
    )

    @OptionGroup var choice: DeviceTokenChoice

    @Flag(help: "As one that has expired (ExpiredToken), and not as one of an app that is gone.")
    var expired = false

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(
            CenterRequest(
                "DELETE",
                ["apps", choice.app, "token"],
                query: [
                    ("environment", choice.environment?.rawValue), ("device", choice.device),
                    ("end", expired ? "expired" : nil),
                ]
            )
        )
        try output.write(answer) { _ in
            "\(choice.app.neutralised()): \(answer.text("token").neutralised()) has ended\n"
        }
    }
}
