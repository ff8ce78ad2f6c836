// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// Reads the host's content into values.
struct ContentReader {
    let host: Host
    let content: bf_content

    /// Every field of the content; `userInfo` stays undecoded until the extension asks for it.
    ///
    /// Attachments are not among them: the ABI hands them to the host only.
    func fields() -> ContentFields {
        var fields = ContentFields()
        fields.title = text(.title)
        fields.subtitle = text(.subtitle)
        fields.body = text(.body)
        fields.launchImageName = text(.launchImageName)
        fields.categoryIdentifier = text(.categoryIdentifier)
        fields.threadIdentifier = text(.threadIdentifier)
        fields.targetContentIdentifier = optionalText(.targetContentIdentifier)
        fields.summaryArgument = text(.summaryArgument)
        fields.filterCriteria = optionalText(.filterCriteria)
        fields.userInfo = UserInfo(json: text(.userInfo))
        fields.communication = optionalText(.communication)
        fields.badge = integer(.badge).map(NSNumber.init(value:))
        fields.sound = sound()
        fields.summaryArgumentCount = integer(.summaryArgumentCount).map(Int.init) ?? 1
        fields.relevanceScore = host.real(.relevanceScore, of: content) ?? 0
        fields.interruptionLevel =
            integer(.interruptionLevel)
            .flatMap(UInt.init(exactly:))
            .flatMap(UNNotificationInterruptionLevel.init(rawValue:)) ?? .active
        return fields
    }

    private func sound() -> UNNotificationSound? {
        guard let kind = integer(.sound).flatMap(ABI.Sound.init(rawValue:)) else { return nil }
        let volume = { host.real(.soundVolume, of: content).map(Float.init) }
        let name = { UNNotificationSoundName(text(.soundName)) }
        return switch kind {
        case .none: nil
        case .default: UNNotificationSound(kind: .default)
        case .named: UNNotificationSound(kind: .named(name()))
        case .defaultCritical: UNNotificationSound(kind: .defaultCritical, volume: volume())
        case .criticalNamed: UNNotificationSound(kind: .criticalNamed(name()), volume: volume())
        case .defaultRingtone: UNNotificationSound(kind: .defaultRingtone)
        case .ringtoneNamed: UNNotificationSound(kind: .ringtoneNamed(name()))
        }
    }

    private func text(_ key: ABI.TextKey) -> String {
        host.text(key, of: content)
    }

    private func optionalText(_ key: ABI.TextKey) -> String? {
        let text = text(key)
        return text.isEmpty ? nil : text
    }

    private func integer(_ key: ABI.IntegerKey) -> Int64? {
        host.integer(key, of: content)
    }
}
