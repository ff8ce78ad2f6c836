// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry open`: an app to the front.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Brings an app to the front, and starts it where it does not run.",
        discussion: """
            The daemon starts the program that CFBundleExecutable in the app's Info.plist names. With \
            --settings the app is asked to show settings of its own, as by the button that the system \
            shows for an app that has asked for providesAppNotificationSettings. A program that ends at \
            once is an error; `belfry log APP` prints what it wrote.
            """
    )

    @Argument(help: "The app's identifier; belfry apps lists them.")
    var app: String

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
    }

    func run() throws {
        var body: JSONObject = ["settings": .bool(settings)]
        body["notification"] = notification.map { .number(JSONNumber($0.value)) }
        let answer = try center.send(CenterRequest("POST", ["apps", app, "open"], body))
        let isListening = answer["program"]?.object?.text("state") == "listening"
        let word = isListening ? "opened" : "started; it does not listen for notifications so far"
        try output.write(answer) { _ in "\(app.neutralised()): \(word)\n" }
    }
}
