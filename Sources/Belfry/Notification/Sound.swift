// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The sound of a notification.
public struct Sound: Sendable, Hashable {
    /// Which sound.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The system's sound for notifications.
        case `default`
        /// A sound file of the app.
        case named
        /// The system's sound, past the mute switch.
        case defaultCritical
        /// A sound file of the app, past the mute switch.
        case criticalNamed
        /// The ringtone that the user chose.
        case defaultRingtone
        /// A ringtone file of the app.
        case ringtoneNamed
    }

    /// Which sound.
    public var kind: Kind

    /// The file's name with its extension; empty for the system's sounds.
    public var name: String

    /// The volume of a critical sound, from 0 to 1; nil means the user's.
    public var volume: Double?

    /// A sound.
    ///
    /// - Parameters:
    ///   - kind: Which sound.
    ///   - name: The file's name; empty for the system's sounds.
    ///   - volume: The volume of a critical sound, from 0 to 1.
    public init(_ kind: Kind = .default, name: String = "", volume: Double? = nil) {
        self.kind = kind
        self.name = name
        self.volume = volume
    }
}

extension Sound {
    init(_ engine: BelfryModel.Sound) {
        self.init(Kind(engine.kind), name: engine.name, volume: engine.volume)
    }

    var engine: BelfryModel.Sound {
        BelfryModel.Sound(kind: kind.engine, name: name, volume: volume)
    }
}

extension Sound.Kind {
    init(_ engine: BelfryModel.Sound.Kind) {
        self =
            switch engine {
            case .default: .default
            case .named: .named
            case .defaultCritical: .defaultCritical
            case .criticalNamed: .criticalNamed
            case .defaultRingtone: .defaultRingtone
            case .ringtoneNamed: .ringtoneNamed
            }
    }

    var engine: BelfryModel.Sound.Kind {
        switch self {
        case .default: .default
        case .named: .named
        case .defaultCritical: .defaultCritical
        case .criticalNamed: .criticalNamed
        case .defaultRingtone: .defaultRingtone
        case .ringtoneNamed: .ringtoneNamed
        }
    }
}
