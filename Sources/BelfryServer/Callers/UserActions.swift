// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// What the user does with notifications, on the page, by a command or on the desktop.
struct UserActions: Sendable {
    let center: CenterService
    let apps: AppFolder

    /// Most bytes of an action's identifier, and of what the user writes.
    static let actionByteLimit = 1024
    static let textByteLimit = 4096

    /// Takes an action of a notification; one that opens its app brings that to the front.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - text: What the user wrote; nil for nothing.
    ///   - action: Finds the action's identifier, on the centre's thread.
    /// - Returns: The response's number.
    /// - Throws: ``CenterError`` for what the notification does not offer, and what `action` throws.
    func respond(
        to sequence: Int,
        text: String?,
        _ action: @escaping @Sendable (Turn) throws -> String
    ) async throws -> Int {
        let apps = apps
        return try await center.perform { turn in
            let app = try turn.app(try turn.entry(sequence).app)
            let action = try action(turn)
            let bringsToFront = try turn.bringsToFront(action, of: sequence)
            let number = try turn.choose(action, text: text, of: sequence)
            if bringsToFront, apps.program(of: app) != nil {
                try turn.bringToFront(app.identifier)
            }
            return number
        }
    }

    /// Gives an app a response that a content extension has let through; the extension may have made up
    /// its action.
    ///
    /// - Parameters:
    ///   - action: The action's identifier.
    ///   - text: What the user wrote; nil for nothing.
    ///   - sequence: The notification.
    ///   - opensApp: Whether the action, as the extension shows it, opens the app.
    /// - Throws: ``CenterError`` for a notification that is not in the list.
    func forward(
        _ action: String,
        text: String?,
        of sequence: Int,
        opensApp: Bool
    ) async throws {
        let apps = apps
        try await center.perform { turn in
            let app = try turn.app(try turn.entry(sequence).app)
            let declaredOpens = try turn.bringsToFront(action, of: sequence)
            _ = try turn.respond(to: sequence, action, text: text)
            if opensApp || declaredOpens, apps.program(of: app) != nil {
                try turn.bringToFront(app.identifier)
            }
        }
    }

    /// Takes a notification off the list that its content extension has dealt with.
    func close(_ sequence: Int) async throws {
        try await center.perform { turn in
            guard try turn.entry(sequence).state.isDelivered else { return }
            try turn.removeDelivered(sequence)
        }
    }
}
