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

    /// What can be connected to it.
    enum Accessory: String, ExpressibleByArgument, CaseIterable {
        case carPlay, headphones, none
    }

    /// A day of the week.
    enum Weekday: String, ExpressibleByArgument, CaseIterable {
        case sunday, monday, tuesday, wednesday, thursday, friday, saturday
    }

    @Option(help: "Lock it or unlock it.")
    var lock: Lock?

    @Option(help: "The app in the foreground; none for the home screen.")
    var foreground: String?

    @Option(
        help: """
            Turn a Focus on, by its name; none turns it off. Without --allow and --filter it lets the apps \
            through that it did last: belfry settings APP --through-focus.
            """
    )
    var focus: String?

    @Option(
        help: "With --focus: an app that may interrupt it; may be given again; or none."
    )
    var allow: [String] = []

    @Option(
        help: """
            With --focus: APP=CRITERIA, so that of an app's notifications those alone interrupt it whose \
            filter-criteria are these; may be given again.
            """
    )
    var filter: [String] = []

    @Option(
        help: """
            When Do Not Disturb goes on and off by itself, such as 22:00-07:00; none for never. What you \
            set by hand counts until the next switch.
            """
    )
    var focusSchedule: String?

    @Option(
        help:
            "With --focus-schedule: a day on which it goes on, such as monday; may be given again."
    )
    var focusDay: [Weekday] = []

    @Flag(inversion: .prefixedNo, help: "Whether the mute switch is on.")
    var mute: Bool?

    @Option(
        help: """
            What is connected to it; may be given again; or none. It brings the notifications of apps that \
            may: belfry settings APP --car-play and --announcement.
            """
    )
    var accessory: [Accessory] = []

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
        guard focusDay.isEmpty || (focusSchedule ?? Self.none) != Self.none else {
            throw ValidationError("--focus-day goes with --focus-schedule.")
        }
        guard focusSchedule.map({ $0 == Self.none || Self.times($0) != nil }) != false else {
            throw ValidationError("--focus-schedule is FROM-TO, such as 22:00-07:00, or none.")
        }
        guard filter.isEmpty || focus != nil else {
            throw ValidationError("--filter goes with --focus.")
        }
        guard filter.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
            throw ValidationError("--filter is APP=CRITERIA, such as com.example.mail=work.")
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
            guard name != Self.none else { return .null }
            guard !allow.isEmpty || !filter.isEmpty else { return ["name": .string(name)] }
            let apps = allow.filter { $0 != Self.none }
            return [
                "name": .string(name), "allowedApps": .array(apps.map { .string($0) }),
                "filters": .object(filters),
            ]
        }
        change["focusSchedule"] = focusSchedule.map { text in
            guard let times = Self.times(text) else { return .null }
            var schedule: JSONObject = ["from": .string(times.from), "to": .string(times.to)]
            if !focusDay.isEmpty {
                schedule["weekdays"] = .array(focusDay.map { .string($0.rawValue) })
            }
            return .object(schedule)
        }
        change["isMuted"] = mute.map { .bool($0) }
        if !accessory.isEmpty {
            change["accessories"] = .array(
                accessory.filter { $0 != .none }.map { .string($0.rawValue) }
            )
        }
        if !summary.isEmpty {
            change["summaryTimes"] = .array(
                summary.filter { $0 != Self.none }.map { .string($0) }
            )
        }
        return change
    }

    /// The criteria by their apps.
    private var filters: JSONObject {
        var criteria: [String: [JSONValue]] = [:]
        for text in filter {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            criteria[String(parts[0]), default: []].append(.string(String(parts[1])))
        }
        var filters = JSONObject()
        for (app, texts) in criteria { filters[app] = .array(texts) }
        return filters
    }

    /// The two times of a schedule; nil for any other text.
    ///
    /// The daemon looks at the times themselves.
    private static func times(_ text: String) -> (from: String, to: String)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts.contains("") else { return nil }
        return (parts[0], parts[1])
    }

    private static let none = "none"
}
