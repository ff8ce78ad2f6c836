// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Which sound is played for a notification.
package enum SoundRule {
    /// How long a sound may last; a longer one gives way to the system's.
    package static let secondsLimit = 30.0

    /// The name of the system's sound.
    package static let defaultName = "default"

    /// Resolves a sound.
    ///
    /// - Parameters:
    ///   - sound: What the content asks for.
    ///   - files: The app's sound files with their seconds.
    /// - Returns: The name to play, and the rule that put the system's sound in its place, if any.
    package static func resolve(
        _ sound: Sound,
        among files: [String: Double]
    ) -> (name: String, rule: String?) {
        switch sound.kind {
        case .default: return (defaultName, nil)
        case .defaultCritical: return ("defaultCritical", nil)
        case .defaultRingtone: return ("defaultRingtone", nil)
        case .named, .criticalNamed, .ringtoneNamed: break
        }
        guard let seconds = files[sound.name] else { return (defaultName, "soundMissing") }
        guard seconds < secondsLimit else { return (defaultName, "soundTooLong") }
        return (sound.name, nil)
    }
}

extension Sound {
    /// The name of the file that it plays; nil where it has none, or one that no file can have.
    package var fileName: String? {
        switch kind {
        case .default, .defaultCritical, .defaultRingtone: return nil
        case .named, .criticalNamed, .ringtoneNamed: break
        }
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { return nil }
        return name
    }

    /// Whether it is heard past the mute switch, where the user lets it.
    package var isCritical: Bool { kind == .defaultCritical || kind == .criticalNamed }

    /// The sound that is played in place of a critical one that is not allowed.
    package var ordinary: Sound {
        switch kind {
        case .defaultCritical: .default
        case .criticalNamed: Sound(kind: .named, name: name)
        case .default, .named, .defaultRingtone, .ringtoneNamed: self
        }
    }
}
