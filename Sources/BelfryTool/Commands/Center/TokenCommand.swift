// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry token`: what makes a process an installed app's whose program lies elsewhere.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Prints an app's token, for BELFRY_APP_TOKEN.",
        discussion: """
            A process that runs the program in an installed app is that app. One that lies elsewhere, as \
            while you work on it, is told by its environment which app it is:

              BELFRY_APP_TOKEN=$(belfry token com.example.App) swift run
            """
    )

    @Argument(help: "The app's identifier; belfry apps lists them.")
    var app: String

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["apps", app, "token"]))
        try output.write(answer) { _ in answer.text("token").neutralised() + "\n" }
    }
}
