// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNNotificationSound {
    /// Reads a sound from its document; nil for a kind there is none of.
    convenience init?(document: Document) {
        let name = UNNotificationSoundName(document.text("name") ?? "")
        let kind: Kind
        switch document.text("kind") {
        case "default": kind = .default
        case "named": kind = .named(name)
        case "defaultCritical": kind = .defaultCritical
        case "criticalNamed": kind = .criticalNamed(name)
        case "defaultRingtone": kind = .defaultRingtone
        case "ringtoneNamed": kind = .ringtoneNamed(name)
        default: return nil
        }
        self.init(kind: kind, volume: document.number("volume")?.floatValue)
    }

    /// The sound as it travels.
    var document: Document {
        Document([
            "kind": kind.tag, "name": kind.name?.rawValue, "volume": volume.map { Double($0) },
        ])
    }
}

extension UNNotificationSound.Kind {
    /// The name of the kind.
    fileprivate var tag: String {
        switch self {
        case .default: "default"
        case .named: "named"
        case .defaultCritical: "defaultCritical"
        case .criticalNamed: "criticalNamed"
        case .defaultRingtone: "defaultRingtone"
        case .ringtoneNamed: "ringtoneNamed"
        }
    }
}
