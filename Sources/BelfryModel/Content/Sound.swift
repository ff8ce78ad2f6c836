// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The sound of a notification (UNNotificationSound).
package struct Sound: Sendable, Equatable {
    /// Which sound; the raw values are those of `BF_SOUND_*` in the C interface.
    package enum Kind: Int, Sendable, CaseIterable {
        /// The system's sound for notifications.
        case `default` = 1
        /// A sound file of the app.
        case named = 2
        /// The system's sound, past the mute switch.
        case defaultCritical = 3
        /// A sound file of the app, past the mute switch.
        case criticalNamed = 4
        /// The ringtone that the user chose.
        case defaultRingtone = 5
        /// A ringtone file of the app.
        case ringtoneNamed = 6
    }

    /// Which sound.
    package var kind: Kind

    /// The file's name with its extension; empty for the system's sounds.
    package var name: String

    /// The volume from 0 to 1 of a critical sound; nil means the user's.
    package var volume: Double?

    package init(kind: Kind, name: String = "", volume: Double? = nil) {
        self.kind = kind
        self.name = name
        self.volume = volume
    }

    /// The system's sound for notifications.
    package static let `default` = Sound(kind: .default)

    /// The sound for a report, such as `criticalNamed ping.wav at 0.5`.
    var summary: String {
        let named = name.isEmpty ? "\(kind)" : "\(kind) \(name)"
        return volume.map { "\(named) at \($0)" } ?? named
    }
}
