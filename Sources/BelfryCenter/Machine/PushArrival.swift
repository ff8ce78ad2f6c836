// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A push as it comes to the centre.
package struct PushArrival: Sendable {
    /// The app that it is for: its topic.
    package var app: String

    /// The device that it is for.
    package var token: String

    /// The identifier that the sender, or the endpoint, gave it (`apns-id`).
    package var identifier: String

    /// What the sender says it is (`apns-push-type`), which decides whether it is shown.
    package var pushType: PushType

    /// The push itself, read and found valid.
    package var payload: PushPayload

    /// What it replaces (`apns-collapse-id`); nil for nothing.
    package var collapseIdentifier: String?

    /// When it is worth nothing any more (`apns-expiration`); nil for never.
    package var expires: UnixTime?

    /// What senders address a live activity by that this push begins; nobody may be able to guess it.
    package var activityToken: String?

    /// The channel that it came by; nil where it was sent to a device.
    package var channel: String?

    /// Files of the engine's store that came with it: the notification owns them, and shows them
    /// unless its extension attaches others.
    package var attachments: [NotificationAttachment] = []

    /// The category of its buttons, where they came with it and are not its app's; nil for none.
    package var category: NotificationCategory?

    /// When its sender wants it delivered; nil for at once.
    package var due: UnixTime?

    package init(
        app: String,
        token: String = "device",
        identifier: String,
        pushType: PushType = .alert,
        payload: PushPayload,
        collapseIdentifier: String? = nil,
        expires: UnixTime? = nil
    ) {
        self.app = app
        self.token = token
        self.identifier = identifier
        self.pushType = pushType
        self.payload = payload
        self.collapseIdentifier = collapseIdentifier
        self.expires = expires
    }

    /// What tells this arrival from all others.
    var key: String { "\(Self.keyPrefix(app, token))\(identifier)" }

    /// What the keys of all arrivals by one device token begin with.
    static func keyPrefix(_ app: String, _ token: String) -> String { "\(keyPrefix(app))\(token)/" }

    /// What the keys of all arrivals for an app begin with.
    package static func keyPrefix(_ app: String) -> String { "push/\(app)/" }
}

/// What became of an arrival.
package enum Acceptance: Equatable, Sendable {
    /// It is in the ledger under this sequence.
    case accepted(Int)

    /// It came before, under this sequence.
    case duplicate(Int)

    /// The notification's sequence.
    package var sequence: Int {
        switch self {
        case .accepted(let sequence), .duplicate(let sequence): sequence
        }
    }
}
