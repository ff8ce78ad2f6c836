// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Broadcast channels, and the pushes to them.
extension Turn {
    /// What becomes of a push to a channel.
    package enum Broadcast: Equatable, Sendable {
        /// So many live activities listen, and each has a line in the delivery log.
        case taken(activities: Int)
        /// The app has no such channel.
        case unknown
        /// The channel keeps no push for later, and the push is to be kept until a time.
        case storesNothing
    }

    /// Makes a channel.
    ///
    /// - Parameters:
    ///   - app: The app that it belongs to.
    ///   - environment: Whose pushes it takes.
    ///   - policy: Which pushes devices that cannot be reached get later.
    ///   - identifier: What senders address it by; nobody else has it.
    /// - Returns: The channel.
    /// - Throws: ``CenterError`` for an app that is not installed, and for too many channels.
    package func addChannel(
        of app: String,
        in environment: PushEnvironment,
        _ policy: BroadcastChannel.Policy,
        as identifier: String
    ) throws -> BroadcastChannel {
        _ = try self.app(app)
        let count = try transaction.channelCount(in: environment)
        guard count < self.policy.channelLimit else {
            throw CenterError(
                .limit,
                "there are \(self.policy.channelLimit) channels, the most; remove one"
            )
        }
        let channel = BroadcastChannel(
            identifier: identifier,
            app: app,
            environment: environment,
            policy: policy,
            created: now
        )
        try transaction.insert(channel)
        return channel
    }

    /// Returns a channel; nil where the app has none of that name.
    ///
    /// - Parameters:
    ///   - identifier: What senders address it by.
    ///   - app: The app.
    ///   - environment: Whose pushes it takes.
    /// - Returns: The channel.
    /// - Throws: The store's error.
    package func channel(
        _ identifier: String,
        of app: String,
        in environment: PushEnvironment
    ) throws -> BroadcastChannel? {
        guard let channel = try transaction.channel(identifier), channel.app == app,
            channel.environment == environment
        else { return nil }
        return channel
    }

    /// Removes a channel: the activities that listen to it go on, and hear nothing by it any more.
    ///
    /// - Parameters:
    ///   - identifier: What senders address it by.
    ///   - app: The app.
    ///   - environment: Whose pushes it takes.
    /// - Returns: Whether it was there.
    /// - Throws: The store's error.
    package func removeChannel(
        _ identifier: String,
        of app: String,
        in environment: PushEnvironment
    ) throws -> Bool {
        guard try channel(identifier, of: app, in: environment) != nil else { return false }
        try transaction.removeChannel(identifier)
        return true
    }

    /// Gives a push to all live activities that listen to a channel.
    ///
    /// - Parameters:
    ///   - push: What came; its token counts for nothing.
    ///   - delivery: How it is to reach the devices.
    ///   - identifier: The channel.
    ///   - uniqueIdentifier: Makes what a line of the delivery log is known by.
    /// - Returns: What became of it.
    /// - Throws: The store's error.
    package mutating func broadcast(
        _ push: PushArrival,
        _ delivery: PushDelivery,
        to identifier: String,
        naming uniqueIdentifier: () -> String
    ) throws -> Broadcast {
        guard let channel = try channel(identifier, of: push.app, in: delivery.environment) else {
            return .unknown
        }
        var delivery = delivery
        var push = push
        switch channel.policy {
        case .nothing:
            guard delivery.expiration ?? 0 == 0 else { return .storesNothing }
            delivery.expiration = 0
        case .newest:
            let latest = now + Self.broadcastStorage
            push.expires = min(push.expires ?? latest, latest)
        }
        push.channel = identifier
        let listening = try transaction.liveActivities(of: push.app)
            .filter { $0.channel == identifier && $0.state == .active }
        for activity in listening {
            push.token = activity.token
            _ = try receive(push, delivery, as: uniqueIdentifier())
        }
        return .taken(activities: listening.count)
    }

    /// How long a push to a channel is kept at most: 8 hours; Apple's number.
    private static let broadcastStorage: Int64 = 8 * 3_600_000
}
