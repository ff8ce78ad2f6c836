// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry log`: what happened in the centre, event by event.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Prints the centre's log, or follows it; or what an app's program wrote.",
        discussion: """
            Without --follow it prints what is kept of the log and ends. With it, it begins with what \
            happens next and goes on until it is interrupted. When the daemon ends it waits for another \
            one, and goes on after the last event: none is missed and none is printed twice. gap says \
            that events are not there any more, as they were too old or a backup was restored; reset \
            says that the log is another one.

            With an app it prints the end of what the app's program wrote to its standard output and \
            standard error since the daemon began to start it.
            """
    )

    @Argument(help: "An app, for what its program wrote in place of the centre's log.")
    var app: String?

    @Flag(name: .shortAndLong, help: "Go on with what comes.")
    var follow = false

    @Option(help: "Begin after the event with this number.")
    var after: Int?

    @Flag(help: "Print each event as JSON, on a line of its own.")
    var json = false

    @OptionGroup var center: CenterOptions

    func validate() throws {
        guard (after ?? 0) >= 0 else { throw ValidationError("--after takes a number from 0 on.") }
        guard app == nil || (!follow && after == nil) else {
            throw ValidationError(
                "--follow and --after go with the centre's log, not with an app's."
            )
        }
    }

    func run() throws {
        guard let app else { return try runOnEvents() }
        let answer = try center.send(CenterRequest("GET", ["apps", app, "log"]))
        if json { return Terminal.standardOutput.write(try JSONText.line(answer)) }
        let lines = answer.text("log").split(separator: "\n", omittingEmptySubsequences: false)
        Terminal.standardOutput.write(
            lines.map { String($0).neutralised() }.joined(separator: "\n")
        )
    }

    private func runOnEvents() throws {
        let start = follow ? after : after ?? 0
        let follower = LogFollower(try center.client(), after: start, follows: follow)
        let json = json
        try waitFor {
            try await follower.run {
                Terminal.standardError.write("belfry: the daemon has ended; waiting for it\n")
            } _: { event in
                let line = json ? try? JSONText.line(event) : CenterScreen.line(of: event)
                Terminal.standardOutput.write(line ?? "")
                return !Terminal.isReaderGone
            }
        }
    }
}
