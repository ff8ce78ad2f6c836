// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime

/// `belfry explain`: why an extension would, or would not, be called for a payload.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says why an extension is, or is not, called for a payload.",
        discussion: """
            A service extension is asked only about some notifications. Each condition is shown with \
            what was found and, where it fails, how to change that. Nothing is run. Exit status 0 when \
            the extension would be called, 3 when not.
            """
    )

    @Argument(help: "The extension, a directory such as Name.appex.")
    var bundle: String

    @Argument(help: "The payload, a JSON file; - for standard input.")
    var payload: String

    @Flag(help: "Print the conditions as JSON.")
    var json = false

    @Option(help: "The push type, as in the apns-push-type header.")
    var pushType: String = PushType.alert.rawValue

    @Flag(help: "As on a device whose user has turned this app's alerts off.")
    var alertsOff = false

    func run() throws {
        let bundle = try ExtensionBundle(at: bundle)
        let payload = try PayloadFile.read(payload)
        guard let type = PushType(rawValue: pushType) else {
            let known = PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw ToolFailure("--push-type \(pushType): there are \(known)", .usage)
        }
        let device = DeviceState(
            alertsEnabled: !alertsOff,
            anyVisibleNotificationsEnabled: !alertsOff
        )
        let gate = Gate(manifest: bundle.manifest, device: device)
        let report = gate.report(for: .remote(payload, pushType: type))
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            let screen = ExplainScreen(terminal: output)
            output.write(screen.render(report, payload: payload, manifest: bundle.manifest))
        }
        throw report.isCalled ? ExitStatus.delivered : ExitStatus.notCalled
    }
}
