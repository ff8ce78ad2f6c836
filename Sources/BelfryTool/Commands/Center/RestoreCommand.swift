// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry restore`: shows a notification that was dropped, or puts one back that was dismissed.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Shows a notification that was dropped, or puts back one that was dismissed.",
        discussion: """
            One that was dismissed is in the list again as it was, and makes no sound a second time. One \
            that was opened or answered, or that its app took away, stays where it is.
            """
    )

    @Argument(help: "The notification's number; belfry list --dropped and --removed list them.")
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
