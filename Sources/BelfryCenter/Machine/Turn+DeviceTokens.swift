// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Device tokens: given to apps, and taken back.
extension Turn {
    /// Gives an app its token of a device, the same one until that has ended.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - environment: Whose pushes it is for.
    ///   - device: The device, by its name.
    ///   - token: The token where the app has none yet; nobody may be able to guess it.
    /// - Returns: The token in use.
    /// - Throws: ``CenterError`` for an app that is not installed, or a device that is not there.
    package mutating func register(
        _ identifier: String,
        for environment: PushEnvironment,
        on device: String = PushDevice.main,
        making token: String
    ) throws -> DeviceToken {
        _ = try app(identifier)
        _ = try pushDevice(device)
        if let known = try activeToken(of: identifier, for: environment, on: device) {
            return known
        }
        let made = DeviceToken(
            token: token,
            app: identifier,
            device: device,
            environment: environment,
            registered: now
        )
        try transaction.put(made)
        try forgetTokens(of: identifier, areActivities: false)
        return made
    }

    /// Ends an app's token of a device: senders are told so from now on, and what is stored for it is
    /// discarded.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - environment: Whose pushes it is for.
    ///   - device: The device, by its name.
    ///   - end: Why.
    /// - Returns: The token that has ended.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound`` where the app has none.
    package mutating func unregister(
        _ identifier: String,
        from environment: PushEnvironment,
        on device: String = PushDevice.main,
        _ end: DeviceToken.End
    ) throws -> DeviceToken {
        guard var token = try activeToken(of: identifier, for: environment, on: device) else {
            throw CenterError(
                .notFound,
                "\(identifier.quoted) has no token of the device \(device.quoted) for "
                    + environment.rawValue
            )
        }
        token.ended = now
        token.end = end
        try transaction.put(token)
        let prefix = PushArrival.keyPrefix(identifier, token.token)
        for var entry in try stored(for: device, of: identifier) where entry.key.hasPrefix(prefix) {
            try discard(&entry, .tokenEnded, .tokenInactive)
        }
        return token
    }

    /// Looks up what an app is registered by.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - environment: Whose pushes the token is for.
    ///   - device: The device, by its name.
    /// - Returns: The token in use; nil for an app that is not registered.
    /// - Throws: The store's error.
    package func activeToken(
        of app: String,
        for environment: PushEnvironment,
        on device: String = PushDevice.main
    ) throws -> DeviceToken? {
        try transaction.deviceTokens(of: app)
            .last { token in
                token.environment == environment && token.device == device && token.end == nil
                    && !token.isActivity
            }
    }

    /// Ends all tokens of an app that is removed.
    func endTokens(of app: String) throws {
        for var token in try transaction.deviceTokens(of: app) where token.end == nil {
            token.ended = now
            token.end = .unregistered
            try transaction.put(token)
        }
    }

    /// Forgets the tokens that ended first, beyond some.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - areActivities: Whether those of its live activities are meant: there are many more of them
    ///     than of the app's own.
    ///   - last: The token that has just ended, which is kept, however many ended at the same time;
    ///     nil for none.
    /// - Throws: The store's error.
    func forgetTokens(of app: String, areActivities: Bool, butNot last: String? = nil) throws {
        let ended = try transaction.deviceTokens(of: app)
            .filter { $0.end != nil && $0.isActivity == areActivities }
        // They come in the order of their registration, which says nothing of their ends.
        let order = ended.enumerated().sorted { one, other in
            func rank(_ token: DeviceToken, _ at: Int) -> (Int, UnixTime, Int) {
                (token.token == last ? 1 : 0, token.ended ?? now, at)
            }
            return rank(one.element, one.offset) < rank(other.element, other.offset)
        }
        for (_, token) in order.dropLast(policy.endedTokenLimit) {
            try transaction.removeDeviceToken(token.token)
        }
    }

    // MARK: Pushes

    /// What a push by a device token comes to.
    package enum TokenStanding: Equatable, Sendable {
        case active(DeviceToken)
        /// There is no such token, or it is for another environment.
        case unknown
        /// It belongs to this app.
        case otherApp(String)
        /// It has ended.
        case inactive(DeviceToken, DeviceToken.End, since: UnixTime)
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
        guard let end = known.end, let ended = known.ended else {
            return .active(known)
        }
        return .inactive(known, end, since: ended)
    }
}
