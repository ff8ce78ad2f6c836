// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry apps`: what is installed.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "Lists the apps that are installed in the notification centre."
    )

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["apps"]))
        try output.write(answer) { CenterScreen(terminal: $0).apps(answer.objects("apps")) }
    }
}
