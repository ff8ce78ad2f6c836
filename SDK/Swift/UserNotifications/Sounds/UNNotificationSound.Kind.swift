// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNNotificationSound {
    /// The sounds there are.
    enum Kind: Hashable, Sendable {
        case `default`
        case named(UNNotificationSoundName)
        case defaultCritical
        case criticalNamed(UNNotificationSoundName)
        case defaultRingtone
        case ringtoneNamed(UNNotificationSoundName)

        /// The file that plays; nil for the system's own sounds.
        var name: UNNotificationSoundName? {
            switch self {
            case .default, .defaultCritical, .defaultRingtone: nil
            case .named(let name), .criticalNamed(let name), .ringtoneNamed(let name): name
            }
        }
    }
}
