// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryReplay
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation
internal import Glibc

/// `belfry run`: one payload through one extension.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs an extension on a payload and reports what happened.",
        discussion: """
            The payload is APNs JSON as a server sends it, or an .apns file as Xcode's simulator takes \
            it; - reads standard input. The extension runs in a sandbox under its budgets; whatever it \
            does, a notification is delivered and the report says which and why.
            """
    )

    @Argument(help: "The extension, a directory such as Name.appex.")
    var bundle: String

    @Argument(help: "The payload, a JSON file; - for standard input.")
    var payload: String

    @OptionGroup
    var pushOptions: PushOptions

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup
    var hostOptions: HostOptions

    @OptionGroup
    var metricsOptions: MetricsOptions

    @Flag(
        help: """
            Let the extension reach every public origin in this run, and print those that its \
            Info.plist does not list.
            """
    )
    var learn = false

    @Flag(
        help: """
            As on a device that was not unlocked since its start: nothing that the extension keeps can be \
            read.
            """
    )
    var beforeFirstUnlock = false

    @Flag(help: "Count failures, and do not try an extension that fails too often.")
    var quarantine = false

    @Flag(help: "Wait for a debugger once the extension is loaded, and enforce no budget.")
    var debug = false

    @Option(
        help: """
            Keep what the run sees in this file, for `belfry replay`; it holds the notification and \
            what the network answers.
            """
    )
    var record: String?

    @Option(
        help: """
            Leave something out of the recording: payload:KEY.PATH, header:NAME, bodies, files, center \
            or texts; may be given more than once.
            """
    )
    var redact: [String] = []

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Flag(help: "Print the notification alone: title, subtitle and body.")
    var quiet = false

    @Flag(help: "List the layers of the sandbox also where all of them hold.")
    var verbose = false

    func validate() throws {
        guard [json, quiet, verbose].count(where: \.self) < 2 else {
            throw ValidationError("--json, --quiet and --verbose each choose the output: give one")
        }
        guard redact.isEmpty || record != nil else {
            throw ValidationError("--redact is about a recording: give --record FILE")
        }
        guard !learn || record == nil else {
            throw ValidationError("--learn: a recorded run is made again with the origins listed")
        }
        guard !beforeFirstUnlock || record == nil else {
            throw ValidationError(
                "--before-first-unlock: a recorded run is made again with what it kept"
            )
        }
        for name in redact { try RedactionOption.check(name) }
    }

    func run() throws {
        let metrics = try metricsOptions.file()
        try SourceFolder.refuse(self.bundle)
        let bundle = try ExtensionBundle(at: bundle)
        let push = try pushOptions.push(from: self.payload)
        let payload = try PayloadFile.read(payload, isStrict: jsonOptions.strict)
        let redactions = try redact.map(Redaction.init)
        for redaction in redactions { try redaction.check(payload) }
        if record?.isEmpty == true {
            throw ToolFailure(EmptyValue.message(for: "--record", noun: "file"), .usage)
        }
        guard record == nil || push.type == .alert else {
            throw ToolFailure(
                "--record: a push of the type \(push.type.rawValue) calls no extension; take "
                    + "apns-push-type out of the headers",
                .usage
            )
        }
        var configuration = try hostOptions.configuration()
        configuration.metrics = metrics?.registry
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        options.allowedOrigins = hostOptions.allowNetwork
        options.learnsOrigins = learn
        options.device.isBeforeFirstUnlock = beforeFirstUnlock
        options.budget = try hostOptions.budget(of: bundle)
        if debug {
            options.debugger = DebuggerNotice.write
        }
        if quarantine {
            configuration.quarantine = QuarantineRegister(path: StatePath.quarantine)
        }
        let report = try waitFor { [options, configuration] in
            if let record {
                return try await keep(
                    Recorder(bundle: bundle, configuration: configuration, options: options),
                    payload,
                    named: push.identifier,
                    redactions,
                    in: record
                )
            }
            let host = try ExtensionHost(configuration)
            do {
                let request = RunRequest.push(
                    payload,
                    identifier: push.identifier,
                    type: push.type
                )
                var declared = Budget()
                declared.apply(bundle.manifest.budget)
                let line = RunLine(name: bundle.name, budget: options.budget ?? declared)
                let report = try await LiveLine.during(
                    { line.line(after: $0, await host.presentUse.first) },
                    { try await host.run(request, in: bundle, options: options) }
                )
                await host.shutdown()
                return report
            } catch {
                await host.shutdown()
                throw error
            }
        }
        let output = Terminal.standardOutput
        let listing = OriginListing(bundle.manifest, isLearning: learn)
        if json {
            output.write(try JSONText.pretty(report))
        } else if quiet {
            output.write(ReportScreen.notification(of: report))
            if learn {
                Terminal.standardError.write(
                    UnlistedOrigins(report, listing).text(labelled: "belfry: ")
                )
            }
        } else {
            var screen = ReportScreen(terminal: output, isVerbose: verbose)
            screen.listing = listing
            output.write(screen.render(report))
        }
        try metrics?.write()
        throw ExitStatus.verdict(report.verdict)
    }

    /// Makes the run, and writes what it saw.
    private func keep(
        _ recorder: Recorder,
        _ payload: PushPayload,
        named identifier: String,
        _ redactions: [Redaction],
        in path: String
    ) async throws -> RunReport {
        var (report, recording) = try await recorder.record(payload, identifier: identifier)
        var taken: [RedactionNotice] = []
        for redaction in redactions {
            taken.append(RedactionNotice(redaction, try recording.apply(redaction), recording))
        }
        try RecordingFile.write(recording, to: path)
        Terminal.standardError.write(
            "Recorded in \(path.neutralised()), with what the extension was shown and what the "
                + "network answered.\n"
        )
        // The run cannot be made again: what was not there is told, and the recording kept.
        for notice in taken { Terminal.standardError.write(notice.text) }
        if taken.contains(where: { $0.error != nil }) {
            Terminal.standardError.write(
                "Look at \(path.neutralised()) before it goes to anybody; `belfry replay "
                    + "\(path.neutralised()) --redact WHAT` takes more out of it.\n"
            )
        }
        return report
    }
}
