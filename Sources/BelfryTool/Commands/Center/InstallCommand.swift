// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import Foundation

/// `belfry install`: an app, with its extensions, into the daemon.
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Installs an app in the notification centre.",
        discussion: """
            An app is a directory Name.app with an Info.plist that has a CFBundleIdentifier, and \
            extensions, as belfry build makes them, in PlugIns; their identifiers begin with the app's. \
            The daemon copies it. An app that is installed already is updated. Nothing of it is shown \
            before belfry allow, or its own question, has let it notify. An App Clip (a dictionary NSAppClip \
            in Info.plist with NSAppClipRequestEphemeralUserNotification true) may notify for eight hours \
            after each launch.
            """
    )

    @Argument(help: "The app, a directory Name.app.")
    var app: String

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        guard FileManager.default.isDirectory(app) else {
            throw ToolFailure(
                "\(app): there is no such directory; name an app, a directory Name.app",
                .noInput
            )
        }
        let path = URL(fileURLWithPath: app).standardizedFileURL.path
        // A gigabyte on a slow disk takes its time.
        let answer = try center.send(
            CenterRequest("POST", ["apps"], ["path": .string(path)]),
            while: "the daemon copies \(URL(fileURLWithPath: path).lastPathComponent)",
            patience: .seconds(1800)
        )
        try output.write(answer) { _ in
            let name = answer.text("identifier").neutralised()
            let next =
                switch answer.text("authorization") {
                case "authorized", "provisional", "ephemeral": "belfry push \(name) FILE"
                case "notDetermined" where answer["isEphemeral"] == true: "belfry open \(name)"
                default: "belfry allow \(name)"
                }
            return "\(name) \(answer.text("version").neutralised()): installed; next: \(next)\n"
        }
    }
}
