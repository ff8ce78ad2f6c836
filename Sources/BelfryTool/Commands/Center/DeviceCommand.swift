// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry device`: the virtual device on which notifications are shown.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Shows the virtual device, or changes it.",
        discussion: """
            Its state decides where a notification is shown: on a locked screen, over the app in the \
            foreground, held by a Focus, in silence. What is not named stays as it is.
            """,
        subcommands: [
            DeviceTokenCommand.self, DeviceTokensCommand.self, DeviceUnregisterCommand.self,
            DeviceListCommand.self, DeviceAddCommand.self, DeviceRemoveCommand.self,
            DeviceOfflineCommand.self, DeviceOnlineCommand.self, DevicePowerCommand.self,
        ]
    )

    /// Whether the screen is locked.
    enum Lock: String, ExpressibleByArgument, CaseIterable {
        case unlocked, locked, beforeFirstUnlock
    }

    @Option(help: "Lock it or unlock it.")
    var lock: Lock?

    @Option(help: "The app in the foreground; none for the home screen.")
    var foreground: String?

    @Option(help: "Turn a Focus on, by its name; none turns it off.")
    var focus: String?

    @Option(help: "With --focus: an app that may interrupt it; may be given again.")
    var allow: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether the mute switch is on.")
    var mute: Bool?

    @Option(
        help: """
            When the scheduled summary comes, such as 08:30; may be given again; or none. It holds back \
            the notifications of apps that have it on: belfry settings APP --scheduled-delivery.
            """
    )
    var summary: [String] = []

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard allow.isEmpty || focus != nil else {
            throw ValidationError("--allow goes with --focus.")
        }
    }

    func run() throws {
        let change = change
        let request =
            change.isEmpty
            ? CenterRequest("GET", ["device"]) : CenterRequest("PATCH", ["device"], change)
        let answer = try center.send(request)
        try output.write(answer) { CenterScreen(terminal: $0).device(answer) }
    }

    private var change: JSONObject {
        var change = JSONObject()
        change["lock"] = lock.map { .string($0.rawValue) }
        change["foregroundApp"] = foreground.map { $0 == Self.none ? .null : .string($0) }
        change["focus"] = focus.map { name in
            name == Self.none
                ? .null
                : ["name": .string(name), "allowedApps": .array(allow.map { .string($0) })]
        }
        change["isMuted"] = mute.map { .bool($0) }
        if !summary.isEmpty {
            change["summaryTimes"] = .array(
                summary.filter { $0 != Self.none }.map { .string($0) }
            )
        }
        return change
    }

    private static let none = "none"
}
