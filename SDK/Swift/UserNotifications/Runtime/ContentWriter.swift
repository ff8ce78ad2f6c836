// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// Writes what an extension changed into a mutable copy of the host's content.
///
/// A field the host refuses keeps its original value, and the run's log says which one it was.
struct ContentWriter {
    let host: Host
    let content: bf_content
    let original: ContentFields
    let answer: ContentFields

    /// Sets the fields that differ.
    func write() {
        writeTexts()
        writeNumbers()
        writeSound()
        writeUserInfo()
        writeAttachments()
    }

    private func writeTexts() {
        write(.title, original.title, answer.title)
        write(.subtitle, original.subtitle, answer.subtitle)
        write(.body, original.body, answer.body)
        write(.launchImageName, original.launchImageName, answer.launchImageName)
        write(.categoryIdentifier, original.categoryIdentifier, answer.categoryIdentifier)
        write(.threadIdentifier, original.threadIdentifier, answer.threadIdentifier)
        write(
            .targetContentIdentifier,
            original.targetContentIdentifier ?? "",
            answer.targetContentIdentifier ?? ""
        )
        write(.summaryArgument, original.summaryArgument, answer.summaryArgument)
        writeCommunication()
        write(.filterCriteria, original.filterCriteria ?? "", answer.filterCriteria ?? "")
    }

    private func writeCommunication() {
        guard original.communication != answer.communication else { return }
        let status =
            answer.communication.map { host.set(.communication, of: content, to: $0) }
            ?? host.clear(.communication, of: content)
        report(status, "communication")
    }

    private func write(_ key: ABI.TextKey, _ original: String, _ answer: String) {
        guard original != answer else { return }
        report(host.set(key, of: content, to: answer), "\(key)")
    }

    private func writeNumbers() {
        if original.badge != answer.badge {
            report(host.set(.badge, of: content, to: answer.badge?.int64Value), "badge")
        }
        if original.interruptionLevel != answer.interruptionLevel {
            let level = Int64(answer.interruptionLevel.rawValue)
            report(host.set(.interruptionLevel, of: content, to: level), "interruptionLevel")
        }
        if original.summaryArgumentCount != answer.summaryArgumentCount {
            let count = Int64(answer.summaryArgumentCount)
            report(host.set(.summaryArgumentCount, of: content, to: count), "summaryArgumentCount")
        }
        if original.relevanceScore != answer.relevanceScore {
            let score = answer.relevanceScore
            report(host.set(.relevanceScore, of: content, to: score), "relevanceScore")
        }
    }

    private func writeSound() {
        guard original.sound != answer.sound else { return }
        let kind = ABI.Sound(answer.sound?.kind).rawValue
        report(host.set(.sound, of: content, to: kind), "sound")
        let name = answer.sound?.kind.name?.rawValue ?? ""
        write(.soundName, original.sound?.kind.name?.rawValue ?? "", name)
        if original.sound?.volume != answer.sound?.volume {
            let volume = answer.sound?.volume.map(Double.init)
            report(host.set(.soundVolume, of: content, to: volume), "sound volume")
        }
    }

    private func writeUserInfo() {
        guard original.userInfo.json != answer.userInfo.json || answer.userInfo.json == nil else {
            return
        }
        do {
            report(host.set(.userInfo, of: content, to: try answer.userInfo.encoded()), "userInfo")
        } catch let error as UserInfo.EncodingError {
            host.log(.warning, "\(error.message); userInfo stays as it came.")
        } catch {
            host.log(.warning, "userInfo stays as it came: \(error.localizedDescription)")
        }
    }

    private func writeAttachments() {
        guard original.attachments != answer.attachments else { return }
        report(host.detachAll(from: content), "attachments")
        for attachment in answer.attachments {
            report(host.attach(attachment, to: content), "attachment \(attachment.identifier)")
        }
    }

    private func report(_ status: bf_status, _ field: String) {
        guard status != ABI.Status.ok else { return }
        host.log(.warning, "The host refused \(field) (status \(status)); it stays as it came.")
    }
}

extension ABI.Sound {
    fileprivate init(_ kind: UNNotificationSound.Kind?) {
        self =
            switch kind {
            case nil: .none
            case .default: .default
            case .named: .named
            case .defaultCritical: .defaultCritical
            case .criticalNamed: .criticalNamed
            case .defaultRingtone: .defaultRingtone
            case .ringtoneNamed: .ringtoneNamed
            }
    }
}
