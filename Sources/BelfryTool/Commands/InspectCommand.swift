// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryRuntime
internal import BelfryTerminal

/// `belfry inspect`: what a bundle is, without running it.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what an extension is and asks for, and whether it could be loaded.",
        discussion: """
            Reads Info.plist and the library's tables; none of the extension's code is run.

            \(ExitStatusList.inspect.sentence)
            """
    )

    @Argument(help: "The extension, a directory such as Name.appex.")
    var bundle: String

    @Flag(help: "Print the findings as JSON.")
    var json = false

    func run() throws {
        try SourceFolder.refuse(self.bundle)
        let bundle = try ExtensionBundle(at: bundle)
        let inspector = BundleInspector(bundle, sdk: try? SDKLocation.ofRunningTool())
        let inspection = inspector.inspect()
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(inspection))
        } else {
            output.write(InspectScreen(terminal: output).render(inspection))
        }
        throw inspection.exitStatus
    }
}
