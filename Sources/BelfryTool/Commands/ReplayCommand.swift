// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryReplay
internal import BelfryRuntime
internal import BelfryTerminal

/// `belfry replay`: a recorded run again, and where it is not the same.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Makes a recorded run again, without a network, and names what is different.",
        discussion: """
            The recording is what `belfry run --record FILE` has written. The extension sees the \
            time, the chance, the answers of the network and of the notification centre, and the files \
            of its own that the recorded run saw; what it cannot be given again is in \
            `belfry help Replay`.

            With --redact nothing is run: what is named is taken out of the recording for good.

            \(ExitStatusList.replay.sentence)
            """
    )

    @Argument(help: "The recording.")
    var recording: String

    @Option(help: "How often it is run.")
    var times = 1

    @Option(help: "The extension, where it is not the recorded one at its place.")
    var bundle: String?

    @Flag(help: "Wait for a debugger once the extension is loaded, and enforce no budget.")
    var debug = false

    @OptionGroup
    var privacyOptions: PrivacyOptions

    @Option(
        help: """
            Take something out of the recording: payload:KEY.PATH, header:NAME, bodies, files, center \
            or texts; may be given more than once.
            """
    )
    var redact: [String] = []

    @Flag(help: "Print the report as JSON.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(times) else {
            throw ValidationError("--times is a number from 1 to 100000")
        }
        guard !debug || times == 1 else {
            throw ValidationError("--debug waits for one run: leave --times out")
        }
        let isPlain = times == 1 && bundle == nil && !debug && !json
        guard redact.isEmpty || isPlain && !privacyOptions.showsPrivateValues else {
            throw ValidationError(
                "--redact runs nothing: leave --times, --bundle, --debug, --private and --json out"
            )
        }
        for name in redact { try RedactionOption.check(name) }
    }

    func run() throws {
        var recording = try RecordingFile.read(self.recording)
        guard redact.isEmpty else { return try takeOut(of: &recording) }
        let report = try replay(recording)
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            output.write(ReplayScreen(terminal: output).render(report))
        }
        throw report.isEqual ? ExitStatus.delivered : .diverged
    }

    /// Takes everything out that was named, or, where one of it is not there, nothing.
    private func takeOut(of recording: inout Recording) throws {
        var taken: [RedactionNotice] = []
        for redaction in try redact.map(Redaction.init) {
            let notice = RedactionNotice(redaction, try recording.apply(redaction), recording)
            if let error = notice.error { throw error }
            taken.append(notice)
        }
        try RecordingFile.write(recording, to: self.recording)
        for notice in taken { Terminal.standardError.write(notice.text) }
    }

    private func replay(_ recording: Recording) throws -> ReplayReport {
        let bundle = try ExtensionBundle(at: bundle ?? recording.bundle.path)
        let store = TemporaryStore()
        defer { store.remove() }
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation.ofRunningTool(),
            storePath: store.path
        )
        configuration.showsPrivateValues = privacyOptions.showsPrivateValues
        var replayer = Replayer(recording, bundle: bundle, configuration: configuration)
        if debug { replayer.debugger = DebuggerNotice.write }
        return try waitFor { [replayer] in try await replayer.replay(times) }
    }
}
