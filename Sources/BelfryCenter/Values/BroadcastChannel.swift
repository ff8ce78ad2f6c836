// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A channel of an app: one push to it reaches all live activities that listen.
package struct BroadcastChannel: Equatable, Sendable {
    /// Which pushes devices that cannot be reached get later; the raw values are Apple's.
    package enum Policy: Int, Sendable, CaseIterable {
        /// None (`message-storage-policy` 0).
        case nothing = 0
        /// The newest, for 8 hours at most.
        case newest = 1
    }

    /// What senders address it by, as Base64 (`apns-channel-id`).
    package let identifier: String

    /// The bundle identifier of the app.
    package let app: String

    /// Whose pushes it takes.
    package let environment: PushEnvironment

    /// Which pushes devices that cannot be reached get later; fixed when the channel is made.
    package let policy: Policy

    /// When it was made.
    package let created: UnixTime

    package init(
        identifier: String,
        app: String,
        environment: PushEnvironment,
        policy: Policy,
        created: UnixTime
    ) {
        self.identifier = identifier
        self.app = app
        self.environment = environment
        self.policy = policy
        self.created = created
    }
}
