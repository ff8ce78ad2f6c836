// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation

/// `belfry show`: an expanded notification, drawn by a content extension, to look at and act on; or a
/// notification that the daemon keeps.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: """
            Shows a notification: as a content extension draws it, or as the daemon keeps it.
            """,
        usage: """
            belfry show <bundle> <payload> [<options>]
            belfry show <id> [--json]
            """,
        discussion: """
            With a bundle and a payload: the content extension draws the notification, and you act on \
            it. No daemon is needed.

            With the number of a notification, as belfry push and belfry list print it: what it says, \
            where it stands, what was sent, and what can be done with it. belfry explain says why, and \
            belfry center shows all of them in a browser.

            In a terminal the drawing is made of boxes and colours: Tab, Enter, arrows and the mouse \
            act on it, 1 to 9 take an action, o opens, d dismisses, q quits. Without a terminal it is \
            printed as it was opened. With --web it is a page for a browser on this machine, whose \
            address is printed. With --script nobody is needed: each line of the script is done, and \
            what there is afterwards is printed as JSON.

            The payload is as `belfry run` takes it. What it starts is in `belfry help Show`.

            \(ExitStatusList.show.sentence)
            """
    )

    @Argument(
        help: """
            A content extension such as Name.appex and a payload, a JSON file or - for standard input; \
            or a notification's number.
            """
    )
    var subject: [String] = []

    @Option(
        name: .customLong("bundle"),
        help: "Another content extension; the notification's category chooses among them."
    )
    var others: [String] = []

    @Option(
        help: """
            The app's categories with their actions, a JSON file; categories.json beside the payload \
            when none is named.
            """
    )
    var categories: String?

    @Option(help: "A file of the notification: [ID=]FILE.")
    var attachment: [String] = []

    @Option(help: "A service extension that changes the notification before it is shown.")
    var service: String?

    @Option(help: "How many actions there is space for: full (10) or limited (2).")
    var space = ContentSession.Space.full

    @Option(help: "The width of the notification, in points.")
    var width = ContentSession.Options().width

    @Flag(help: "Show it in dark appearance.")
    var dark = false

    @Option(help: "Do what this script says, and print what there is after each step as JSON.")
    var script: String?

    @Flag(help: "Serve it as a page to a browser on this machine, and print the address.")
    var web = false

    @Option(help: "The page's port; 0 takes any that is free.")
    var port = 0

    @Option(
        help: ArgumentHelp(
            """
            With --web: what a browser calls the page besides, through SSH or from outside a container; \
            an address without a port, such as 0.0.0.0, is listened on. May be given more than once.
            """,
            valueName: "name[:port]"
        )
    )
    var host: [String] = []

    @Flag(
        help: """
            Let the extension reach every public origin this once, and print those that its Info.plist \
            does not list.
            """
    )
    var learn = false

    @OptionGroup
    var pushOptions: PushOptions

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup
    var hostOptions: HostOptions

    @Flag(help: "Print the report, or the daemon's notification, as JSON.")
    var json = false

    @OptionGroup(title: "The Daemon")
    var center: CenterOptions

    func validate() throws {
        guard width >= 80, width <= 2000 else {
            throw ValidationError("--width is from 80 to 2000 points.")
        }
        guard (0...65535).contains(port) else {
            throw ValidationError("--port is from 0 to 65535.")
        }
        guard host.isEmpty || web else { throw ValidationError("--host goes with --web.") }
        do throws(ToolFailure) {
            _ = try PageHosts(host)
        } catch {
            throw ValidationError(error.message)
        }
        guard !web || script == nil else {
            throw ValidationError(
                "Either --web or --script; a script draws the page with 'png FILE'."
            )
        }
    }

    func run() throws {
        let reading = try ShowQuestion.reading(
            of: subject,
            isDirectory: FileManager.default.isDirectory
        )
        if let note = reading.note {
            Terminal.standardError.write("belfry: note: \(note.neutralised())\n")
        }
        switch reading.question {
        case .drawing(let bundle, let payload): try draw(bundle, payload)
        case .notification(let number): try show(number)
        }
    }

    /// Shows a notification of the daemon's.
    private func show(_ number: NotificationNumber) throws {
        if let option = drawingOption {
            throw ToolFailure(
                "\(option) goes with a bundle and a payload; `belfry center` shows the daemon's "
                    + "notifications in a browser",
                .usage
            )
        }
        let answer = try center.send(CenterRequest("GET", number.path()))
        let output = Terminal.standardOutput
        output.write(
            json
                ? try JSONText.pretty(answer)
                : NotificationScreen(terminal: output).render(answer)
        )
    }

    /// An option that was given and says how a content extension draws; nil where there is none.
    private var drawingOption: String? {
        let given: [(name: String, isGiven: Bool)] = [
            ("--web", web), ("--script", script != nil), ("--dark", dark),
            ("--learn", learn), ("--service", service != nil), ("--bundle", !others.isEmpty),
            ("--categories", categories != nil), ("--attachment", !attachment.isEmpty),
            ("--identifier", pushOptions.identifier != nil),
            ("--collapse-id", pushOptions.collapseID != nil),
        ]
        return given.first(where: \.isGiven)?.name
    }

    /// Has a content extension draw.
    private func draw(_ bundle: String, _ payloadPath: String) throws {
        let push = try pushOptions.push(from: payloadPath)
        guard push.type == .alert else {
            throw ToolFailure(
                "a push of the type \(push.type.rawValue) is not shown; take apns-push-type out of "
                    + "the headers",
                .usage
            )
        }
        let payload = try PayloadFile.read(payloadPath, isStrict: jsonOptions.strict)
        let configuration = try hostOptions.configuration()
        let plan = ShowPlan(
            payload: payload,
            identifier: push.identifier,
            bundle: try ShowInput.bundle(among: [bundle] + others, for: payload),
            service: try service.map(ShowInput.service),
            attachments: try ShowInput.attachments(attachment),
            options: try options(besidePayload: payloadPath),
            isStrict: jsonOptions.strict,
            hostOptions: hostOptions,
            launcher: configuration.sdk.workerPath
        )
        let way = try way()
        let (report, failure) = try waitFor {
            try await plan.show(on: ExtensionHost(configuration), by: way)
        }
        try write(report, OriginListing(plan.bundle.manifest, isLearning: learn))
        if let failure { throw failure }
        throw ExitStatus.verdict(report.verdict)
    }

    private func options(besidePayload path: String) throws -> ContentSession.Options {
        var options = ContentSession.Options()
        options.categories = try ShowInput.categories(
            categories,
            besidePayload: path,
            isStrict: jsonOptions.strict
        )
        options.space = space
        options.width = width
        options.isDark = dark
        options.allowedOrigins = hostOptions.allowNetwork
        options.learnsOrigins = learn
        return options
    }

    /// How it is looked at.
    private func way() throws -> ShowPlan.Way {
        let secondsFromUTC = TimeZone.current.secondsFromGMT()
        if let script {
            let content = try ShowInput.script(script)
            return .script(content, folder: script, signals: try ShowSignals.watch())
        }
        if web {
            let hosts = try PageHosts(host)
            if hosts.isOpen {
                Terminal.standardError.write(
                    "belfry: warning: --host \(hosts.address): other machines can reach the page, and "
                        + "whoever reads its address on the way can act on the notification\n"
                )
            }
            return .presenter(
                PagePresenter(port: port, hosts: hosts, signals: try ShowSignals.watch()) {
                    Terminal.standardOutput.write($0 + "\n")
                }
            )
        }
        guard let terminal = Terminal.controlling else {
            return .presenter(
                PicturePresenter(secondsFromUTC: secondsFromUTC) {
                    Terminal.standardOutput.write($0)
                }
            )
        }
        return .presenter(
            TerminalPresenter(
                descriptor: terminal,
                isDark: dark,
                environment: ProcessInfo.processInfo.environment,
                secondsFromUTC: secondsFromUTC,
                signals: try ShowSignals.watch()
            )
        )
    }

    private func write(_ report: RunReport, _ listing: OriginListing) throws {
        let output = Terminal.standardOutput
        switch (json, script) {
        case (true, nil): output.write(try JSONText.pretty(report))
        case (true, _): output.write(try JSONText.line(["report": report]))
        case (false, nil):
            output.write(ShowScreen(terminal: output, listing: listing).render(report))
        case (false, _):
            for remark in ShowScreen.remarks(on: report) {
                Terminal.standardError.write("belfry: \(remark.neutralised())\n")
            }
            Terminal.standardError.write(
                UnlistedOrigins(report, listing).text(labelled: "belfry: network: ")
            )
        }
    }
}

extension ContentSession.Space: ExpressibleByArgument {}
