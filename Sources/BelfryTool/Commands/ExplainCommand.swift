// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTerminal
internal import Foundation

/// `belfry explain`: why an extension would, or would not, be called for a payload; what a verdict
/// means; or why a notification of the daemon's came out as it did.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: """
            Says why an extension is, or is not, called, what a verdict means, or what became of a \
            notification.
            """,
        usage: """
            belfry explain <bundle> <payload> [--push-type <type>] [--alerts-off] [--strict] [--json]
            belfry explain <verdict> [--json]
            belfry explain --verdicts [--json | --markdown]
            belfry explain <id> [--json]
            """,
        discussion: """
            With a bundle and a payload: a service extension is asked only about some notifications. \
            Each condition is shown with what was found and, where it fails, how to change that. \
            Nothing is run.

            With a name from a report, such as fallback:timeout, timeout, rejected or badHandle: what \
            it means, what led to it, what it rests on, and what to do. A directory that is there is \
            a bundle, everything else a name.

            With the number of a notification, as belfry push and belfry list print it: what the daemon \
            did with it, and why, and the report of its extension's last run.

            \(ExitStatusList.explain.sentence)
            """
    )

    @Argument(help: "A bundle and a payload (- for standard input), a verdict's name, or a number.")
    var subject: [String] = []

    @Flag(help: "List all verdicts, strikes and retirements.")
    var verdicts = false

    @Flag(help: "With --verdicts: print them as a page, that of `belfry help Verdicts`.")
    var markdown = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: """
            The push type, as in the apns-push-type header; when it is left out, that of the headers \
            beside the payload, else alert.
            """
    )
    var pushType: String?

    @Flag(help: "As on a device whose user has turned this app's alerts off.")
    var alertsOff = false

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup(title: "The Daemon")
    var center: CenterOptions

    func validate() throws {
        if verdicts != subject.isEmpty {
            throw ValidationError(
                "Give a bundle and a payload, a verdict, a notification's number, or --verdicts."
            )
        }
        if markdown, !verdicts || json {
            throw ValidationError("--markdown goes with --verdicts, and without --json.")
        }
    }

    func run() throws {
        guard !verdicts else { return try list(VerdictTopic.allCases, asTable: true) }
        let reading = try ExplainQuestion.reading(
            of: subject,
            isDirectory: FileManager.default.isDirectory
        )
        if let note = reading.note {
            Terminal.standardError.write("belfry: note: \(note.neutralised())\n")
        }
        switch reading.question {
        case .gate(let bundle, let payload): try explain(bundle, payload)
        case .verdict(let topics): try list(topics, asTable: false)
        case .notification(let number): try explain(number)
        }
    }

    private func list(_ topics: [VerdictTopic], asTable: Bool) throws {
        let output = Terminal.standardOutput
        let entries = topics.map(VerdictReference.entry)
        if json { return output.write(try JSONText.pretty(entries)) }
        if markdown { return output.write(VerdictPage().text) }
        let screen = VerdictScreen(terminal: output)
        // More than a few are a list; each has its own entry.
        let isLong = asTable || entries.count > 3
        output.write(isLong ? screen.table(of: topics) : screen.render(entries))
    }

    private func explain(_ number: NotificationNumber) throws {
        let answer = try center.send(CenterRequest("GET", number.path("explanation")))
        let output = Terminal.standardOutput
        if json { return output.write(try JSONText.pretty(answer)) }
        output.write(ExplanationScreen(terminal: output).render(answer))
        guard let report = Self.lastReport(in: answer) else { return }
        output.write(ReportScreen(terminal: output).render(report))
    }

    /// What the last run of the notification's extension reported, as ``belfry run`` shows it; nil where
    /// there was none, and for one of a version whose reports this one cannot read.
    private static func lastReport(in explanation: JSONObject) -> RunReport? {
        let reports = explanation.objects("runs").compactMap { $0["report"] }
        guard let bytes = reports.last?.serialized() else { return nil }
        return try? JSONDecoder().decode(RunReport.self, from: Data(bytes))
    }

    private func explain(_ path: String, _ payloadPath: String) throws {
        let bundle = try ExtensionBundle(at: path)
        let payload = try PayloadFile.read(
            payloadPath,
            isStrict: jsonOptions.strict,
            warns: false
        )
        let headers = try PushHeaders.beside(payloadPath)
        let type = try namedType() ?? headers.type ?? .alert
        let device = DeviceState(
            alertsEnabled: !alertsOff,
            anyVisibleNotificationsEnabled: !alertsOff
        )
        let gate = Gate(manifest: bundle.manifest, device: device)
        let source = Gate.Source.remote(payload, pushType: type)
        let isContent = bundle.manifest.extensionPoint == .content
        let report = isContent ? gate.contentReport(for: source) : gate.report(for: source)
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            let screen = ExplainScreen(terminal: output)
            let isFromHeaders = pushType == nil && headers.type != nil
            output.write(
                screen.render(
                    report,
                    payload: payload,
                    from: payloadPath,
                    manifest: bundle.manifest,
                    headers: isFromHeaders ? PushHeaders.path(beside: payloadPath) : nil
                )
            )
        }
        throw report.isCalled ? ExitStatus.delivered : ExitStatus.notCalled
    }

    /// The push type that is named; nil where none is.
    private func namedType() throws(ToolFailure) -> PushType? {
        guard let pushType else { return nil }
        guard let type = PushType(rawValue: pushType) else {
            let known = PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw ToolFailure("--push-type \(pushType): there are \(known)", .usage)
        }
        return type
    }
}
