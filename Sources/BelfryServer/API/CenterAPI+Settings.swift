// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// What the user lets an app do.
extension CenterAPI {
    func addSettings(to router: Router<APIContext>) {
        router.put("/v1/apps/:app/authorization") { request, context in
            let identifier = try context.parameter("app")
            let body = try await APIObject(request, ["status"])
            let status = try body.required(
                "status",
                try body.choice("status", Answer.self),
                "authorized, denied or notDetermined"
            )
            return try await changed(identifier) { turn in
                switch status {
                case .authorized: try turn.answerAuthorization(true, for: identifier)
                case .denied: try turn.answerAuthorization(false, for: identifier)
                case .notDetermined: try turn.resetAuthorization(of: identifier)
                }
            }
        }
        router.patch("/v1/apps/:app/settings") { request, context in
            let identifier = try context.parameter("app")
            let change = try SettingsChange(try await APIObject(request, SettingsChange.keys))
            return try await changed(identifier) { turn in
                try turn.change(identifier, change.apply)
            }
        }
        router.put("/v1/apps/:app/badge") { request, context in
            let identifier = try context.parameter("app")
            let body = try await APIObject(request, ["count"])
            let count = try body.integer("count", in: -1_000_000...1_000_000)
            let badge = try body.required("count", count, "a whole number")
            return try await changed(identifier) { try $0.setBadge(badge, of: identifier) }
        }
    }

    /// The user's answers.
    private enum Answer: String, CaseIterable {
        case authorized, denied, notDetermined
    }

    private func changed(
        _ app: String,
        _ body: @escaping @Sendable (inout Turn) throws -> Void
    ) async throws -> Response {
        let app = try await center.perform { turn in
            try body(&turn)
            return try turn.app(app)
        }
        return Response.json(.object(app.document))
    }
}

/// A change of an app's settings: what is absent stays.
private struct SettingsChange: Sendable {
    typealias Setting = AppSettings.Setting

    static let keys = [
        "alert", "sound", "badge", "lockScreen", "notificationCenter", "scheduledDelivery",
        "alertStyle", "showPreviews",
    ]

    private var settings: [String: Setting] = [:]
    private var alertStyle: AppSettings.AlertStyle?
    private var showPreviews: AppSettings.PreviewStyle?

    init(_ body: APIObject) throws {
        for key in Self.keys.dropLast(2) {
            let setting = try body.choice(key, Setting.self)
            guard setting != .notSupported else {
                throw APIError.malformed("\(key) is notSupported; write enabled or disabled")
            }
            settings[key] = setting
        }
        alertStyle = try body.choice("alertStyle")
        showPreviews = try body.choice("showPreviews")
    }

    @Sendable
    func apply(_ target: inout AppSettings) {
        target.alert = settings["alert"] ?? target.alert
        target.sound = settings["sound"] ?? target.sound
        target.badge = settings["badge"] ?? target.badge
        target.lockScreen = settings["lockScreen"] ?? target.lockScreen
        target.notificationCenter = settings["notificationCenter"] ?? target.notificationCenter
        target.scheduledDelivery = settings["scheduledDelivery"] ?? target.scheduledDelivery
        target.alertStyle = alertStyle ?? target.alertStyle
        target.showPreviews = showPreviews ?? target.showPreviews
    }
}
