// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry desktop`: the user's desktop, on which the daemon and all programs show notifications.
struct DesktopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop",
        abstract:
            "Tries the desktop that the daemon shows notifications on, or intercepts those of all "
            + "programs.",
        subcommands: [Test.self, Intercept.self]
    )

    /// `belfry desktop test`.
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Shows one notification of each kind, and says what the server there can do.",
            discussion: """
                The daemon has to show notifications on the desktop: belfryd --desktop. The samples are \
                no app's, so the list does not have them and nothing comes of a click on one.

                \(ExitStatusList.desktopTest.sentence)
                """
        )

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let answer = try center.send(
                CenterRequest("POST", ["desktop", "test"]),
                while: "the notification server is asked",
                patience: .seconds(150)
            )
            try output.write(answer) { CenterScreen.desktop(answer, $0) }
            let refused = answer.objects("samples").filter { !$0.text("problem").isEmpty }
            guard refused.isEmpty else {
                let names = refused.map { $0.text("name") }.joined(separator: ", ")
                throw ToolFailure("the notification server has not shown: \(names)", .unavailable)
            }
        }
    }
}
