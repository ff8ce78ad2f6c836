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
            let body = try await APIObject(request, ["status", "delivery"])
            let status = try body.required(
                "status",
                try body.choice("status", Answer.self),
                "authorized, provisional, denied or notDetermined"
            )
            let delivery = try body.choice("delivery", AppSettings.Delivery.self)
            guard delivery == nil || status == .authorized else {
                throw APIError.malformed("delivery goes with the status authorized")
            }
            return try await changed(identifier) { turn in
                if let delivery { return try turn.keep(identifier, delivery: delivery) }
                switch status {
                case .authorized: try turn.answerAuthorization(true, for: identifier)
                case .provisional: try turn.allowQuietly(identifier)
                case .denied: try turn.answerAuthorization(false, for: identifier)
                case .notDetermined: try turn.resetAuthorization(of: identifier)
                }
            }
        }
        router.patch("/v1/apps/:app/settings") { request, context in
            let identifier = try context.parameter("app")
            let change = try SettingsChange(try await APIObject(request, SettingsChange.keys))
            return try await changed(identifier) { turn in
                try turn.change(identifier) { try change.apply(&$0, of: identifier) }
                if !change.focuses.isEmpty {
                    try turn.setFocuses(change.focuses, of: identifier)
                }
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
        case authorized, provisional, denied, notDetermined
    }

    private func changed(
        _ app: String,
        _ body: @escaping @Sendable (inout Turn) throws -> Void
    ) async throws -> Response {
        let document = try await center.perform { turn in
            try body(&turn)
            return try turn.document(of: turn.app(app))
        }
        desktop?.lookAgain()
        return Response.json(.object(document))
    }
}
