// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Device tokens: given to apps, and taken back.
extension Turn {
    /// Gives an app its device token, the same one until that has ended.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - environment: Whose pushes it is for.
    ///   - token: The token where the app has none yet; nobody may be able to guess it.
    /// - Returns: The token in use.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func register(
        _ identifier: String,
        for environment: PushEnvironment,
        making token: String
    ) throws -> DeviceToken {
        _ = try app(identifier)
        if let known = try activeToken(of: identifier, environment) { return known }
        let made = DeviceToken(
            token: token,
            app: identifier,
            environment: environment,
            registered: now
        )
        try transaction.put(made)
        try forgetTokens(of: identifier)
        return made
    }

    /// Ends an app's device token: senders are told so from now on.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - environment: Whose pushes it is for.
    ///   - end: Why.
    /// - Returns: The token that has ended.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound`` where the app has none.
    package mutating func unregister(
        _ identifier: String,
        from environment: PushEnvironment,
        _ end: DeviceToken.End
    ) throws -> DeviceToken {
        guard var token = try activeToken(of: identifier, environment) else {
            throw CenterError(
                .notFound,
                "\(identifier.quoted) has no device token for \(environment.rawValue)"
            )
        }
        token.ended = now
        token.end = end
        try transaction.put(token)
        return token
    }

    private func activeToken(
        of app: String,
        _ environment: PushEnvironment
    ) throws -> DeviceToken? {
        try transaction.deviceTokens(of: app)
            .last { $0.environment == environment && $0.end == nil }
    }

    /// Ends all tokens of an app that is removed.
    func endTokens(of app: String) throws {
        for var token in try transaction.deviceTokens(of: app) where token.end == nil {
            token.ended = now
            token.end = .unregistered
            try transaction.put(token)
        }
    }

    /// Forgets the oldest tokens that have ended, beyond some.
    private func forgetTokens(of app: String) throws {
        let ended = try transaction.deviceTokens(of: app).filter { $0.end != nil }
        for token in ended.dropLast(policy.endedTokenLimit) {
            try transaction.removeDeviceToken(token.token)
        }
    }

    // MARK: Pushes

    /// What a push by a device token comes to.
    package enum TokenStanding: Equatable, Sendable {
        case active
        /// There is no such token, or it is for another environment.
        case unknown
        /// It belongs to this app.
        case otherApp(String)
        /// It has ended.
        case inactive(DeviceToken.End, since: UnixTime)
    }

    /// Looks a device token up.
    ///
    /// - Parameters:
    ///   - token: The token, in lower case.
    ///   - app: The app that the push is for.
    ///   - environment: Where the push came in.
    /// - Returns: What it is worth.
    /// - Throws: The store's error.
    package func standing(
        of token: String,
        app: String,
        environment: PushEnvironment
    ) throws -> TokenStanding {
        guard let known = try transaction.deviceToken(token), known.environment == environment
        else { return .unknown }
        guard known.app == app else { return .otherApp(known.app) }
        guard let end = known.end, let ended = known.ended else { return .active }
        return .inactive(end, since: ended)
    }
}
