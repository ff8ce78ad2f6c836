// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One line of the log that sinks follow.
///
/// The cursor is given in the transaction that made the event, so it is the stable key by which a
/// sink knows an event that it is given again after a crash.
package struct CenterEvent: Codable, Equatable, Sendable {
    /// What happened; the raw values are stable, as sinks store them.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case accepted, duplicate, decided, presented, seen, removed, expired, collapsed, dropped
        case stored, forwarded, routed, liveActivity, restored, badge, authorizationAsked,
            authorizationChanged,
            responded, backgroundPush, clockChanged, focusChanged, deviceChanged, appChanged
    }

    /// The number that orders events; 0 until the ledger has given one.
    package var cursor = 0

    /// What happened.
    package var kind: Kind

    /// The bundle identifier of the app; empty for ``Kind/clockChanged``, ``Kind/focusChanged`` and
    /// ``Kind/deviceChanged``, which are about none.
    package var app: String

    /// The notification that it is about, which may be gone, as with its app; nil where it is about the
    /// app.
    package var sequence: Int?

    /// What else there is to say, such as the badge.
    package var note: String

    /// When it happened, by the centre's clock.
    package var date: UnixTime

    package init(
        _ kind: Kind,
        app: String,
        sequence: Int? = nil,
        note: String = "",
        date: UnixTime
    ) {
        self.kind = kind
        self.app = app
        self.sequence = sequence
        self.note = note
        self.date = date
    }
}
