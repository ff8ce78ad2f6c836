// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// One notification in the ledger, from its arrival to its end.
package struct LedgerEntry: Equatable, Sendable {
    /// Where a notification comes from: a push server, or the app and its triggers.
    package enum Source: String, Codable, Sendable, CaseIterable {
        case push, local
    }

    /// What the ledger's columns do not hold by themselves.
    package struct Detail: Codable, Equatable, Sendable {
        /// The push's type; nil for a local one.
        package var pushType: PushType?

        /// Whether the push lets an extension change it.
        package var isMutable = false

        /// Whether the push wakes its app.
        package var isContentAvailable = false

        /// Whether the app's extension added it; nil for no, as in ledgers before version 3.
        package var isFromExtension: Bool?

        /// Whether its app, which is in front, is asked how to show it; nil for no.
        package var isAsked: Bool?

        /// When the push is worth nothing any more.
        package var expires: UnixTime?

        /// What a sender of the push endpoint was told that it is known by (`apns-unique-id`).
        package var uniqueIdentifier: String?

        /// The device that it was pushed to; nil for the main one.
        package var device: String?

        /// The priority of a push of the endpoint (`apns-priority`); nil for others.
        package var priority: Int?

        /// The token of a live activity that it begins; nil for none.
        package var activityToken: String?

        /// The broadcast channel that it came by; nil for none.
        package var channel: String?

        /// Until when it is stored for its device at most, whatever its sender says of its end; nil for
        /// what is not, and for what was delivered.
        package var storedUntil: UnixTime?

        /// When its sender wanted it delivered, which was later than it came; nil for at once.
        package var due: UnixTime?

        /// When it was delivered to its device, for which it was stored before; nil for what was not stored.
        package var forwarded: UnixTime?

        /// The scheduled summary that it waits for, or came with; nil for none.
        package var summary: UnixTime?

        /// Whether that summary features it; nil for no.
        package var isFeatured: Bool?

        /// How many milliseconds the sound plays that its extension keeps; nil for none.
        package var soundMilliseconds: Int?

        /// Whether its sound is looked for now, and its extension is not asked; nil for no.
        package var seeksSound: Bool?

        /// Whether the user has asked for it, however old it is; nil for no.
        package var isWanted: Bool?

        /// Whether the user opened it or took an action of it, of which its app was told; nil for no.
        package var isAnswered: Bool?

        /// When it should have come, where it comes late.
        package var late: Lateness?

        /// How often its extension was started.
        package var attempts = 0

        /// How often the process of the centre ended during the run.
        package var interruptions = 0

        /// How its extension's run ended; nil until then, and where there was none.
        package var verdict: RecordedVerdict?

        /// Where it was shown and how; nil where it was not.
        package var presentation: Presentation?

        /// Why it ended as it did.
        package var reason: String?

        /// When the user is known to have looked at it.
        package var seen: UnixTime?

        package init() {}

        /// What a push alone says.
        package init(of push: PushPayload, _ type: PushType) {
            pushType = type
            isMutable = push.isMutable
            isContentAvailable = push.isContentAvailable
        }
    }

    /// A notification that comes after its time.
    package struct Lateness: Codable, Equatable, Sendable {
        /// When the first of the missed occurrences was due.
        package var due: UnixTime

        /// How many occurrences this one stands for.
        package var missed: Int

        package init(due: UnixTime, missed: Int) {
            self.due = due
            self.missed = missed
        }
    }

    /// The number that orders notifications; 0 until the ledger has given one.
    package var sequence = 0

    /// What tells this arrival from all others.
    package var key: String

    /// The bundle identifier of the app.
    package var app: String

    /// The request's identifier: a newer one of the same app and identifier replaces this one.
    package var identifier: String

    /// Where it comes from.
    package var source: Source

    /// How far it is.
    package var state: EntryState = .accepted

    /// When it arrived.
    package var accepted: UnixTime

    /// When it was shown; nil while it has not been.
    package var presented: UnixTime?

    /// When it left the list, for whatever reason; nil while it is there.
    package var ended: UnixTime?

    /// Until when a decided one waits; when a stored one is looked at again.
    package var held: UnixTime?

    /// The push as it came; empty for a local one.
    package var payload: [UInt8] = []

    /// What was sent or requested.
    package var original: NotificationContent

    /// What is shown; nil until that is decided.
    package var decided: NotificationContent?

    /// The rest, stored as one document.
    package var detail = Detail()

    /// Why its row could not be read whole; nil where it could.
    ///
    /// What was sent is then what the push says, where it was one. A row that stops the work on all
    /// others would have every later notification lost.
    package var damage: String?

    /// Whether nothing is left of what was sent.
    package var isLost = false

    package init(
        key: String,
        app: String,
        identifier: String,
        source: Source,
        accepted: UnixTime,
        original: NotificationContent
    ) {
        self.key = key
        self.app = app
        self.identifier = identifier
        self.source = source
        self.accepted = accepted
        self.original = original
    }

    /// The thread in whose order it is shown, by the original: an extension's answer comes too late.
    package var thread: String { original.threadIdentifier }

    /// The name of the device that it is on.
    package var device: String { detail.device ?? PushDevice.main }

    /// What is shown, or would be.
    package var shown: NotificationContent { decided ?? original }

    /// Whether the user took it off the list and did nothing else with it.
    package var isDismissed: Bool {
        state == .removed && detail.reason == Tombstone.Reason.removedByUser.rawValue
            && detail.isAnswered != true
    }

    /// Whether the user can have it back: it was dropped, or dismissed.
    package var isRestorable: Bool { !isLost && (state == .dropped || isDismissed) }
}
