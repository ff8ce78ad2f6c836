// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry open`: an app to the front, or the daemon's page.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens an app, or the notification centre in a browser.",
        discussion: """
            Without an app it opens the daemon's page, as belfry center does.

            An app comes to the front, and is started where it does not run. The daemon starts the program that CFBundleExecutable in the app's Info.plist names. With \
            --settings the app is asked to show settings of its own, as by the button that the system \
            shows for an app that has asked for providesAppNotificationSettings. A program that ends at \
            once is an error; `belfry log APP` prints what it wrote.
            """
    )

    @Argument(help: "The app's identifier; belfry apps lists them. None for the page.")
    var app: String?

    @Flag(
        name: .customLong("print"),
        help: "Without an app: print the address, and open no browser."
    )
    var isPrinted = false

    @Flag(help: "Has the app show its own settings.")
    var settings = false

    @Option(help: "The notification at which the user asks for the settings.")
    var notification: NotificationNumber?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard settings || notification == nil else {
            throw ValidationError("--notification goes with --settings.")
        }
        guard app != nil || !settings else {
            throw ValidationError("--settings goes with an app; belfry apps lists them.")
        }
        guard app == nil || !isPrinted else {
            throw ValidationError("--print goes without an app.")
        }
    }

    func run() throws {
        guard let app else { return try CenterCommand.open(center, output, isPrinted: isPrinted) }
        var body: JSONObject = ["settings": .bool(settings)]
        body["notification"] = notification.map { .number(JSONNumber($0.value)) }
        let answer = try center.send(CenterRequest("POST", ["apps", app, "open"], body))
        let isListening = answer["program"]?.object?.text("state") == "listening"
        let word = isListening ? "opened" : "started; it does not listen for notifications so far"
        try output.write(answer) { _ in "\(app.neutralised()): \(word)\n" }
    }
}
