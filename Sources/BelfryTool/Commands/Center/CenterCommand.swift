// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry center`: the address of the daemon's page.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Prints an address that opens the notification centre in a browser.",
        discussion: """
            The daemon serves the page on its port (belfryd --port 8222). The address is valid once and \
            for a minute: the browser that opens it is signed in from then on, for 30 days, also over a \
            restart of the daemon.
            """
    )

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("POST", ["session-codes"]))
        try output.write(answer) { _ in answer.text("address").neutralised() + "\n" }
    }
}
