// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfryWire

/// Between the model's content and the fields that go through a worker's socket.
enum ContentCodec {
    /// The whole of a content, for the extension.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - userInfo: Its userInfo as JSON: for a push the payload's own bytes, unchanged.
    /// - Returns: The fields that are set.
    static func encode(_ content: NotificationContent, userInfo: [UInt8]) -> ContentRecord {
        var record = ContentRecord()
        let texts: [(UInt32, String?)] = [
            (ContentKey.title, content.title), (ContentKey.subtitle, content.subtitle),
            (ContentKey.body, content.body),
            (ContentKey.categoryIdentifier, content.categoryIdentifier),
            (ContentKey.threadIdentifier, content.threadIdentifier),
            (ContentKey.targetContentIdentifier, content.targetContentIdentifier),
            (ContentKey.launchImageName, content.launchImageName),
            (ContentKey.summaryArgument, content.summaryArgument),
            (ContentKey.filterCriteria, content.filterCriteria),
            (ContentKey.soundName, content.sound?.name),
        ]
        for (key, text) in texts {
            guard let text, !text.isEmpty else { continue }
            record.texts[key] = Array(text.utf8)
        }
        record.texts[ContentKey.userInfo] = userInfo
        record.texts[ContentKey.communication] = content.communication.map {
            JSONValue.object($0).serialized()
        }
        let integers: [(UInt32, Int?)] = [
            (ContentKey.badge, content.badge),
            (ContentKey.interruptionLevel, content.interruptionLevel.rawValue),
            (ContentKey.summaryArgumentCount, content.summaryArgumentCount),
            (ContentKey.sound, content.sound?.kind.rawValue ?? 0),
        ]
        for (key, value) in integers { record.integers[key] = value.map { held($0, key) } }
        let reals = [
            (ContentKey.relevanceScore, content.relevanceScore),
            (ContentKey.soundVolume, content.sound?.volume),
        ]
        for (key, value) in reals { record.reals[key] = value.flatMap { held($0, key) } }
        return record
    }

    /// The value, held to what its field may be: senders' numbers have no bounds of ours.
    private static func held(_ value: Int, _ key: UInt32) -> Int64 {
        guard let range = ContentKey.integerRange(of: key) else { return 0 }
        return min(max(Int64(value), range.lowerBound), range.upperBound)
    }

    private static func held(_ value: Double, _ key: UInt32) -> Double? {
        guard let range = ContentKey.realRange(of: key), !value.isNaN else { return nil }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// The original with an extension's changes, attachments aside.
    ///
    /// - Parameters:
    ///   - changes: What the worker sent; nothing of it is trusted.
    ///   - original: The content the run began with.
    ///   - limit: Most bytes of text.
    /// - Returns: The new content, with the original's attachments.
    /// - Throws: ``OutputError`` naming the field.
    static func apply(
        _ changes: ContentRecord,
        to original: NotificationContent,
        limit: Int
    ) throws(OutputError) -> NotificationContent {
        let total = changes.texts.values.reduce(0) { $0 + $1.count }
        guard total <= limit else {
            throw OutputError(
                "content of \(total) bytes is more than the output budget of \(limit)"
            )
        }
        let count = changes.attachments?.count ?? 0
        guard count <= AttachmentIntake.defaultCountLimit else {
            throw OutputError(
                "\(count) attachments are more than the \(AttachmentIntake.defaultCountLimit) "
                    + "there may be"
            )
        }
        var content = original
        for (key, bytes) in changes.texts { try apply(key, bytes, to: &content) }
        for key in changes.cleared { clear(key, in: &content) }
        for (key, value) in changes.integers { apply(key, value, to: &content) }
        if let score = changes.reals[ContentKey.relevanceScore] { content.relevanceScore = score }
        applySound(changes, to: &content)
        return content
    }

    private static func apply(
        _ key: UInt32,
        _ bytes: [UInt8],
        to content: inout NotificationContent
    ) throws(OutputError) {
        guard let text = String(validating: bytes, as: UTF8.self)?.isolatingMarks else {
            throw OutputError("text of key \(key) is not UTF-8")
        }
        switch key {
        case ContentKey.title:
            content.title = text
            content.titleLocalization = nil
        case ContentKey.subtitle:
            content.subtitle = text
            content.subtitleLocalization = nil
        case ContentKey.body:
            content.body = text
            content.bodyLocalization = nil
        case ContentKey.categoryIdentifier: content.categoryIdentifier = text
        case ContentKey.threadIdentifier: content.threadIdentifier = text
        case ContentKey.targetContentIdentifier: content.targetContentIdentifier = text
        case ContentKey.launchImageName: content.launchImageName = text
        case ContentKey.summaryArgument: content.summaryArgument = text
        case ContentKey.filterCriteria: content.filterCriteria = text
        case ContentKey.userInfo: content.userInfo = try object(bytes, "userInfo")
        case ContentKey.communication:
            let communication = try object(bytes, "communication")
            guard NotificationContent.isCommunication(communication) else {
                throw OutputError(
                    "communication lacks its kind, \"message\" or \"call\", or its sender's name"
                )
            }
            content.communication = communication
        default: break
        }
    }

    private static func object(
        _ bytes: [UInt8],
        _ field: String
    ) throws(OutputError) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(bytes)
        } catch {
            throw OutputError("\(field): \(error)")
        }
        guard let object = value.object else { throw OutputError("\(field) is no JSON object") }
        return object
    }

    private static func apply(
        _ key: UInt32,
        _ value: Int64,
        to content: inout NotificationContent
    ) {
        switch key {
        case ContentKey.badge: content.badge = Int(value)
        case ContentKey.summaryArgumentCount: content.summaryArgumentCount = Int(value)
        case ContentKey.interruptionLevel:
            content.interruptionLevel =
                InterruptionLevel(rawValue: Int(value)) ?? content.interruptionLevel
        default: break
        }
    }

    private static func applySound(
        _ changes: ContentRecord,
        to content: inout NotificationContent
    ) {
        let keys = [ContentKey.sound, ContentKey.soundName, ContentKey.soundVolume]
        let isTouched = keys.contains {
            changes.integers[$0] != nil || changes.texts[$0] != nil || changes.reals[$0] != nil
                || changes.cleared.contains($0)
        }
        guard isTouched else { return }
        var sound = content.sound
        if let value = changes.integers[ContentKey.sound] {
            sound = Sound.Kind(rawValue: Int(value)).map { kind in
                Sound(kind: kind, name: name(of: sound, as: kind), volume: sound?.volume)
            }
        }
        if changes.cleared.contains(ContentKey.sound) { sound = nil }
        if let name = changes.texts[ContentKey.soundName] {
            sound?.name = String(decoding: name, as: UTF8.self).isolatingMarks
        }
        if changes.cleared.contains(ContentKey.soundName) { sound?.name = "" }
        if let volume = changes.reals[ContentKey.soundVolume] { sound?.volume = volume }
        if changes.cleared.contains(ContentKey.soundVolume) { sound?.volume = nil }
        content.sound = sound
    }

    /// The name that a sound keeps when it becomes one of another kind.
    private static func name(of sound: Sound?, as kind: Sound.Kind) -> String {
        switch kind {
        case .named, .criticalNamed, .ringtoneNamed: sound?.name ?? ""
        case .default, .defaultCritical, .defaultRingtone: ""
        }
    }

    private static func clear(_ key: UInt32, in content: inout NotificationContent) {
        switch key {
        case ContentKey.title:
            content.title = ""
            content.titleLocalization = nil
        case ContentKey.subtitle:
            content.subtitle = ""
            content.subtitleLocalization = nil
        case ContentKey.body:
            content.body = ""
            content.bodyLocalization = nil
        case ContentKey.categoryIdentifier: content.categoryIdentifier = ""
        case ContentKey.threadIdentifier: content.threadIdentifier = ""
        case ContentKey.targetContentIdentifier: content.targetContentIdentifier = nil
        case ContentKey.launchImageName: content.launchImageName = ""
        case ContentKey.summaryArgument: content.summaryArgument = ""
        case ContentKey.filterCriteria: content.filterCriteria = nil
        case ContentKey.userInfo: content.userInfo = JSONObject()
        case ContentKey.communication: content.communication = nil
        case ContentKey.badge: content.badge = nil
        case ContentKey.summaryArgumentCount: content.summaryArgumentCount = 1
        case ContentKey.interruptionLevel: content.interruptionLevel = .active
        case ContentKey.relevanceScore: content.relevanceScore = 0
        default: break
        }
    }
}

/// An extension's content that is too large or not well formed.
struct OutputError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
