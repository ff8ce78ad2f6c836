// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where a notification stands.
///
/// The way is accepted, running, decided, presented, seen, removed; a push may be stored before. The
/// other states are ends.
package enum EntryState: String, Codable, Sendable, CaseIterable {
    /// In the journal, acknowledged, and not delivered: it waits for its device.
    case stored
    /// In the journal, and acknowledged.
    case accepted
    /// Its extension works on it.
    case running
    /// What is shown is settled; it waits for its time, the scheduled summary's say.
    case decided
    /// Shown, or put into the list without a sound.
    case presented
    /// The user has looked at it.
    case seen
    /// Taken off the list.
    case removed
    /// It came too late to be shown.
    case expired
    /// A newer one of the same identifier replaced it.
    case collapsed
    /// The extension dropped it, or the user does not let the app notify; it can be restored.
    case dropped

    /// Whether nothing happens to it any more, unless somebody restores it.
    package var isEnd: Bool { Self.ends.contains(self) }

    /// Whether it is in the list of delivered notifications.
    package var isDelivered: Bool { self == .presented || self == .seen }

    /// The states that nothing follows.
    package static let ends: Set<EntryState> = [.removed, .expired, .collapsed, .dropped]

    /// The states of the list of delivered notifications.
    package static let delivered: Set<EntryState> = [.presented, .seen]
}
