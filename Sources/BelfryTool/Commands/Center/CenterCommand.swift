// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal
internal import Foundation
internal import Glibc

/// `belfry center`: the address of the daemon's page.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Opens the notification centre in a browser.",
        discussion: """
            The daemon serves the page on its port (belfryd --port 8222). Its address is printed, and in \
            a terminal on a desktop (DISPLAY or WAYLAND_DISPLAY) xdg-open opens it, which is valid for \
            your own browsers alone then. The address is valid once and for a minute: the browser that \
            opens it is signed in from then on, for 30 days, also over a restart of the daemon.
            """
    )

    @Flag(name: .customLong("print"), help: "Print the address, and open no browser.")
    var isPrinted = false

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws { try Self.open(center, output, isPrinted: isPrinted) }

    /// Prints the address of the page, and has a browser open it.
    ///
    /// - Parameters:
    ///   - center: The daemon.
    ///   - output: How the address is printed.
    ///   - isPrinted: Whether it is only printed.
    /// - Throws: Why the daemon gives no address.
    static func open(
        _ center: CenterOptions,
        _ output: CenterOutput,
        isPrinted: Bool
    ) throws {
        let opening =
            isPrinted || output.json
            ? nil
            : PageOpening(
                environment: ProcessInfo.processInfo.environment,
                isTerminal: isatty(STDOUT_FILENO) == 1
            )
        // What a program is started with can be read by every user of the machine.
        let user = opening.map { _ in String(getuid()) }
        let request = CenterRequest("POST", ["session-codes"], query: [("user", user)])
        let answer = try center.send(request)
        let address = answer.text("address")
        try output.write(answer) { _ in address.neutralised() + "\n" }
        guard let opening, let fault = try waitFor({ await opening.open(address) }) else { return }
        Terminal.standardError.write("belfry: \(fault)\n")
    }
}
