// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why something left the pending requests, the delivered list or the ledger, and when.
package struct Tombstone: Codable, Equatable, Sendable {
    /// What there was; the raw values are stable, as the ledger stores them.
    package enum Subject: String, Codable, Sendable, CaseIterable {
        case pending, notification, response
    }

    /// The reasons there are; the raw values are stable.
    package enum Reason: String, Codable, Sendable, CaseIterable {
        /// A request of the same identifier took its place.
        case replaced
        /// The app removed it.
        case removedByApp
        /// The user removed it.
        case removedByUser
        /// The request became a notification and does not repeat.
        case fired
        /// The extension dropped the notification.
        case droppedByExtension
        /// The user does not let the app notify.
        case notAllowed
        /// What it says could not be read from the ledger.
        case damaged
        /// It set a badge, played a sound or woke the app, and had nothing to list.
        case notListed
        /// It showed no notification: it went to the framework or the live activity that it is for.
        case routed
        /// No live activity could take it.
        case notApplied
        /// It came after its time.
        case expired
        /// A newer notification of the same identifier replaced it.
        case collapsed
        /// A newer push took its place while it was stored for its device.
        case superseded
        /// It was stored for its device, whose token ended.
        case tokenEnded
        /// It was stored for its device, which was removed.
        case deviceRemoved
        /// The ledger keeps no more than so much.
        case retention
        /// The app was removed.
        case appRemoved
        /// Its date never comes: earlier versions took such requests away.
        case neverFires
        /// The app did not acknowledge the response, however often it was given.
        case unacknowledged
        /// The app acknowledged the response.
        case acknowledged
    }

    /// The number that orders them; 0 until the ledger has given one.
    package var number = 0

    /// The bundle identifier of the app.
    package var app: String

    /// What there was.
    package var subject: Subject

    /// The request's identifier.
    package var identifier: String

    /// The notification's or the response's number; nil for a request.
    package var sequence: Int?

    /// Why there is none any more.
    package var reason: Reason

    /// What else there is to say.
    package var note: String

    /// When it went, by the centre's clock.
    package var date: UnixTime

    package init(
        app: String,
        subject: Subject,
        identifier: String,
        sequence: Int? = nil,
        reason: Reason,
        note: String = "",
        date: UnixTime
    ) {
        self.app = app
        self.subject = subject
        self.identifier = identifier
        self.sequence = sequence
        self.reason = reason
        self.note = note
        self.date = date
    }
}
