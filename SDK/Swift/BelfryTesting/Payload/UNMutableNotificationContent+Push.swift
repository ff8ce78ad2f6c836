// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

extension UNMutableNotificationContent {
    /// Makes the content of a push, as the host hands it to an extension.
    convenience init(_ content: NotificationContent, payload: [UInt8]) {
        self.init()
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge.map(NSNumber.init(value:))
        sound = content.sound.map(UNNotificationSound.sound)
        launchImageName = content.launchImageName
        categoryIdentifier = content.categoryIdentifier
        threadIdentifier = content.threadIdentifier
        targetContentIdentifier = content.targetContentIdentifier
        filterCriteria = content.filterCriteria
        summaryArgument = content.summaryArgument
        summaryArgumentCount = content.summaryArgumentCount
        relevanceScore = content.relevanceScore
        let level = UInt(content.interruptionLevel.rawValue)
        interruptionLevel = UNNotificationInterruptionLevel(rawValue: level) ?? .active
        let json = Data(JSONValue.object(content.userInfo).serialized())
        userInfo = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:]
    }
}

extension UNNotificationSound {
    /// Makes the sound that a payload asks for.
    fileprivate static func sound(_ sound: Sound) -> UNNotificationSound {
        let name = UNNotificationSoundName(sound.name)
        let volume = sound.volume.map(Float.init)
        return switch sound.kind {
        case .default: .default
        case .named: UNNotificationSound(named: name)
        case .defaultCritical:
            volume.map(defaultCriticalSound(withAudioVolume:)) ?? .defaultCritical
        case .criticalNamed:
            volume.map { criticalSoundNamed(name, withAudioVolume: $0) } ?? criticalSoundNamed(name)
        case .defaultRingtone: .defaultRingtone
        case .ringtoneNamed: ringtoneSoundNamed(name)
        }
    }
}
