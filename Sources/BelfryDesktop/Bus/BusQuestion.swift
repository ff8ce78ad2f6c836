// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a program of the session asks the centre over the bus.
package struct BusQuestion: Equatable, Sendable {
    /// What is asked.
    package enum Kind: Equatable, Sendable {
        /// What the list of delivered notifications holds.
        case list

        /// That a notification is taken off the list, as the user does.
        case remove(sequence: UInt32)
    }

    /// What tells it from others, for its answer.
    let number: Int
    package let kind: Kind
}

/// What a program is answered.
package enum BusAnswer: Equatable, Sendable {
    /// The list, the newest first.
    case list([ListedNotification])
    case removed

    /// It is not done; why.
    case refused(String)
}

/// A notification of the list, as programs of the session are told of it.
package struct ListedNotification: Equatable, Sendable {
    /// The centre's number.
    package var sequence: UInt32

    /// The bundle identifier of the app, and the identifier of the request.
    package var app: String
    package var identifier: String

    /// What is shown of it.
    package var title: String
    package var subtitle: String
    package var body: String

    /// When it was presented, in milliseconds of UNIX time.
    package var presented: Int64

    /// Whether the user has looked at it.
    package var isSeen: Bool

    /// Whether the device hides its texts: these are a placeholder.
    package var isHidden: Bool

    package init(
        sequence: UInt32,
        app: String,
        identifier: String,
        title: String,
        subtitle: String,
        body: String,
        presented: Int64,
        isSeen: Bool,
        isHidden: Bool
    ) {
        self.sequence = sequence
        self.app = app
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.presented = presented
        self.isSeen = isSeen
        self.isHidden = isHidden
    }
}
