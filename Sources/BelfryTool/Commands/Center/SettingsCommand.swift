// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry settings`: what the user lets an app do, one by one.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Shows what the user lets an app do, or changes it.",
        discussion: """
            What is not named stays as it is. Whether the app may notify at all is belfry allow and belfry \
            deny. Critical alerts, time-sensitive notifications, direct messages and filtering need an entitlement \
            of the app's; for CarPlay and announcements it has to have asked, and so for alerts, sounds, badges \
            and critical alerts where it has asked for anything. Without it they are notSupported, and \
            cannot be turned. What is off stays off, also over belfry deny, allow and reset.
            """
    )

    /// How an app's notifications come on a device that is in use (UNAlertStyle).
    enum Style: String, ExpressibleByArgument, CaseIterable {
        case none, banner, alert
    }

    /// When their texts can be read (UNShowPreviewsSetting).
    enum Previews: String, ExpressibleByArgument, CaseIterable {
        case always, whenAuthenticated, never
    }

    /// How the list puts them together.
    enum Grouping: String, ExpressibleByArgument, CaseIterable {
        case automatic, byApp, off
    }

    @Argument(help: "The app's identifier; belfry apps lists them.")
    var app: String

    @Flag(inversion: .prefixedNo, help: "Whether its notifications are shown.")
    var alert: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether they play sounds.")
    var sound: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether they change its badge.")
    var badge: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether they are shown on the lock screen.")
    var lockScreen: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether they stay in the list.")
    var notificationCenter: Bool?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Whether they wait for the scheduled summary; belfry device --summary says when it comes."
    )
    var scheduledDelivery: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether critical ones sound in spite of the mute switch, and break through a Focus."
    )
    var criticalAlert: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether time-sensitive ones break through a Focus and the scheduled summary."
    )
    var timeSensitive: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether messages and calls of people do so."
    )
    var directMessages: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether they are shown in a car; belfry device --accessory carPlay connects one."
    )
    var carPlay: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Whether they are read aloud while the device is locked; belfry device --accessory headphones \
            connects them.
            """
    )
    var announcement: Bool?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Whether the app's extension may drop some of them; those that it would are shown else."
    )
    var filtering: Bool?

    @Option(help: "How they come on a device that is in use.")
    var alertStyle: Style?

    @Option(help: "When their texts can be read.")
    var previews: Previews?

    @Option(help: "How the list puts them together: automatic by thread, all of the app, or not.")
    var grouping: Grouping?

    @Option(
        help: """
            A Focus through which they come, by its name, also while it is off; may be given again. belfry \
            device --focus turns one on.
            """
    )
    var throughFocus: [String] = []

    @Option(help: "A Focus that holds them; may be given again.")
    var noThroughFocus: [String] = []

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard Set(throughFocus).isDisjoint(with: noThroughFocus) else {
            throw ValidationError("A Focus is of --through-focus or of --no-through-focus.")
        }
    }

    func run() throws {
        let change = change
        let answer = try center.send(
            change.isEmpty
                ? CenterRequest("GET", ["apps", app])
                : CenterRequest("PATCH", ["apps", app, "settings"], change)
        )
        try output.write(answer) { CenterScreen(terminal: $0).settings(answer) }
    }

    private var change: JSONObject {
        let flags = [
            ("alert", alert), ("sound", sound), ("badge", badge), ("lockScreen", lockScreen),
            ("notificationCenter", notificationCenter), ("scheduledDelivery", scheduledDelivery),
            ("criticalAlert", criticalAlert), ("timeSensitive", timeSensitive),
            ("directMessages", directMessages), ("carPlay", carPlay),
            ("announcement", announcement), ("filtering", filtering),
        ]
        var change = JSONObject()
        for (key, isOn) in flags {
            change[key] = isOn.map { .string($0 ? "enabled" : "disabled") }
        }
        change["alertStyle"] = alertStyle.map { .string($0.rawValue) }
        change["showPreviews"] = previews.map { .string($0.rawValue) }
        change["grouping"] = grouping.map { .string($0.rawValue) }
        var focus = JSONObject()
        for name in throughFocus { focus[name] = "enabled" }
        for name in noThroughFocus { focus[name] = "disabled" }
        if !focus.isEmpty { change["focus"] = .object(focus) }
        return change
    }
}
