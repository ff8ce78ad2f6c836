// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import HTTPTypes

/// A change of an app's settings: what is absent stays.
struct SettingsChange: Sendable {
    typealias Setting = AppSettings.Setting
    private typealias Switch = WritableKeyPath<AppSettings, Setting> & Sendable

    /// What a request may name.
    static let keys =
        switches.map(\.key) + ["alertStyle", "showPreviews", "grouping", "focus"]

    /// The settings that are on or off.
    private static let switches: [(key: String, setting: any Switch)] = [
        ("alert", \.alert), ("sound", \.sound), ("badge", \.badge), ("lockScreen", \.lockScreen),
        ("notificationCenter", \.notificationCenter), ("scheduledDelivery", \.scheduledDelivery),
        ("criticalAlert", \.criticalAlert), ("timeSensitive", \.timeSensitive),
        ("directMessages", \.directMessages), ("carPlay", \.carPlay),
        ("announcement", \.announcement), ("filtering", \.dropping),
    ]

    /// What an app needs so that it has a setting, where not every app has it.
    private static let needs = [
        "alert": "to ask for it (UNAuthorizationOptions.alert)",
        "sound": "to ask for it (UNAuthorizationOptions.sound)",
        "badge": "to ask for it (UNAuthorizationOptions.badge)",
        "criticalAlert":
            "the entitlement com.apple.developer.usernotifications.critical-alerts, and to ask for it "
            + "(UNAuthorizationOptions.criticalAlert)",
        "timeSensitive": "the entitlement com.apple.developer.usernotifications.time-sensitive",
        "directMessages":
            "the entitlement com.apple.developer.usernotifications.communication, and "
            + "INSendMessageIntent or INStartCallIntent among its NSUserActivityTypes",
        "carPlay": "to ask for it (UNAuthorizationOptions.carPlay) and to be allowed to notify",
        "announcement":
            "to ask for it (UNAuthorizationOptions.announcement) and to be allowed to notify",
        "filtering":
            "a service extension with the entitlement com.apple.developer.usernotifications.filtering",
    ]

    private var settings: [String: Setting] = [:]
    private var alertStyle: AppSettings.AlertStyle?
    private var showPreviews: AppSettings.PreviewStyle?
    private var grouping: AppSettings.Grouping?

    /// By the name of a Focus, whether it lets the app through; the others stay as they are.
    private(set) var focuses: [String: Bool] = [:]

    init(_ body: APIObject) throws {
        for (key, _) in Self.switches {
            let setting = try body.choice(key, Setting.self)
            guard setting != .notSupported else {
                throw APIError.malformed("\(key) is notSupported; write enabled or disabled")
            }
            settings[key] = setting
        }
        alertStyle = try body.choice("alertStyle")
        showPreviews = try body.choice("showPreviews")
        grouping = try body.choice("grouping")
        if let value = body.value("focus") { focuses = try Self.focuses(value) }
    }

    private static func focuses(_ value: JSONValue) throws -> [String: Bool] {
        guard let object = value.object else {
            throw APIError.malformed(
                #"focus is \#(value.kind); write an object such as {"Do Not Disturb": "enabled"}"#
            )
        }
        let body = try APIObject(value, Array(object.keys))
        var focuses: [String: Bool] = [:]
        for key in object.keys {
            let name = try FocusChange.name(key)
            let setting = try body.required(
                "focus \(name.quoted)",
                try body.choice(key, FocusSetting.self),
                "enabled or disabled"
            )
            focuses[name] = setting == .enabled
        }
        return focuses
    }

    /// Whether a Focus lets the app through.
    private enum FocusSetting: String, CaseIterable {
        case enabled, disabled
    }

    /// Changes the settings.
    ///
    /// - Parameters:
    ///   - target: The settings.
    ///   - app: Whose they are.
    /// - Throws: ``APIError`` for a setting that the app does not have.
    func apply(_ target: inout AppSettings, of app: String) throws {
        for (key, path) in Self.switches {
            guard let setting = settings[key] else { continue }
            guard target[keyPath: path] != .notSupported else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "\(app) has no setting \(key): it needs \(Self.needs[key] ?? "another device")"
                )
            }
            target[keyPath: path] = setting
        }
        target.alertStyle = alertStyle ?? target.alertStyle
        target.showPreviews = showPreviews ?? target.showPreviews
        target.grouping = grouping ?? target.grouping
    }
}

extension AppSettings {
    /// The setting `filtering` as it is told.
    var dropping: Setting {
        get { filtering ?? .notSupported }
        set { filtering = newValue }
    }
}
