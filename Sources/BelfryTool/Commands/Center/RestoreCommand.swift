// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry restore`: shows a notification that was dropped.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Shows a notification that was dropped."
    )

    @Argument(help: "The notification's number; belfry list --dropped lists them.")
    var id: NotificationNumber

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("POST", id.path("restore")))
        try output.write(answer) { _ in
            "notification \(id.value): \(answer.text("state").neutralised())\n"
        }
    }
}
