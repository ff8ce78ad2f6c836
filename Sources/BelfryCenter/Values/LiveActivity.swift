// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A live activity that a push has begun, with the state that the newest push gave it.
package struct LiveActivity: Codable, Equatable, Sendable {
    /// Where an activity stands; the raw values are stable.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Pushes change it.
        case active
        /// It is over, and shows its last state until it is dismissed.
        case ended
    }

    /// The number that orders activities; 0 until the ledger has given one.
    package var number = 0

    /// The bundle identifier of the app.
    package let app: String

    /// The name of the device.
    package let device: String

    /// What senders address it by, while it is active.
    package let token: String

    /// The name of the attributes' type (`attributes-type`).
    package let attributesType: String

    /// What never changes (`attributes`), as JSON.
    package let attributes: String

    /// The broadcast channel that it listens to (`input-push-channel`); nil for none.
    package let channel: String?

    /// When it began.
    package let started: UnixTime

    /// Whether it goes on.
    package var state = State.active

    /// What it shows (`content-state`), as JSON.
    package var contentState: String

    /// When its sender made that (`timestamp`), in seconds of UNIX time; 0 for a sender that says
    /// nothing.
    package var timestamp: Double

    /// When it was changed last.
    package var updated: UnixTime

    /// From when on what it shows is out of date (`stale-date`); nil for never.
    package var staleDate: UnixTime?

    /// When it ends by itself, or, where it has ended, is dismissed.
    package var due: UnixTime

    /// Whether what it shows is out of date.
    package func isStale(at now: UnixTime) -> Bool { staleDate.map { $0 <= now } ?? false }

    package init(
        app: String,
        device: String,
        token: String,
        attributesType: String,
        attributes: JSONObject,
        contentState: JSONObject,
        channel: String? = nil,
        timestamp: Double,
        started: UnixTime,
        due: UnixTime
    ) {
        self.app = app
        self.device = device
        self.token = token
        self.attributesType = attributesType
        self.attributes = String(decoding: attributes.serialized(), as: UTF8.self)
        self.contentState = String(decoding: contentState.serialized(), as: UTF8.self)
        self.channel = channel
        self.timestamp = timestamp
        self.started = started
        updated = started
        self.due = due
    }
}
