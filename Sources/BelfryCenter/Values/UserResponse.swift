// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user did with a notification, kept until its app has acknowledged it; or a push that wakes
/// its app, which has no action.
package struct UserResponse: Codable, Equatable, Sendable {
    /// How often a response is given to its app at most.
    package static let deliveryLimit = 3

    /// Apple's identifier of the action that opens the app.
    package static let opening = "com.apple.UNNotificationDefaultActionIdentifier"

    /// Apple's identifier of the dismissal.
    package static let dismissal = "com.apple.UNNotificationDismissActionIdentifier"

    /// The number that orders them; 0 until the ledger has given one.
    package var number = 0

    /// The bundle identifier of the app that gets the response.
    package var app: String

    /// The notification.
    package var sequence: Int

    /// The notification's request identifier, as the app knows it.
    package var identifier: String

    /// The action's identifier, or one of Apple's two constants; empty for a push that wakes its app,
    /// with which the user has done nothing.
    package var action: String

    /// Whether it is a push that wakes its app.
    package var isWake: Bool { action.isEmpty }

    /// What the user wrote, for an action with a text field.
    package var text: String?

    /// When the user answered, by the centre's clock.
    package var date: UnixTime

    /// How often the app was given it.
    package var deliveries = 0

    package init(
        app: String,
        sequence: Int,
        identifier: String,
        action: String,
        text: String? = nil,
        date: UnixTime
    ) {
        self.app = app
        self.sequence = sequence
        self.identifier = identifier
        self.action = action
        self.text = text
        self.date = date
    }
}
