// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
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
    var hostOptions: HostOptions

    @OptionGroup
    var metricsOptions: MetricsOptions

    @Flag(help: "Count failures, and do not try an extension that fails too often.")
    var quarantine = false

    @Flag(help: "Wait for a debugger once the extension is loaded, and enforce no budget.")
    var debug = false

    @Flag(help: "Print the report as JSON.")
    var json = false

    func run() throws {
        let metrics = try metricsOptions.file()
        let bundle = try ExtensionBundle(at: bundle)
        let payload = try PayloadFile.read(payload)
        var configuration = try hostOptions.configuration()
        configuration.metrics = metrics?.registry
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        options.allowedOrigins = hostOptions.allowNetwork
        options.budget = try hostOptions.budget(of: bundle)
        if debug {
            options.debugger = { invitation in
                Terminal.standardError.write(
                    "The extension is loaded and waits, budgets off. In another terminal:\n\n"
                        + "  \(invitation.command)\n\n"
                )
            }
        }
        if quarantine {
            configuration.quarantine = QuarantineRegister(path: StatePath.quarantine)
        }
        let report = try waitFor { [options, configuration] in
            let host = try ExtensionHost(configuration)
            do {
                let request = RunRequest.push(payload, identifier: UUID().uuidString)
                let report = try await host.run(request, in: bundle, options: options)
                await host.shutdown()
                return report
            } catch {
                await host.shutdown()
                throw error
            }
        }
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            output.write(ReportScreen(terminal: output).render(report))
        }
        try metrics?.write()
        throw ExitStatus.verdict(report.verdict)
    }
}
