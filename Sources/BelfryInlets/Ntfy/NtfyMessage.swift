// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A message in ntfy's form (https://docs.ntfy.sh/publish).
package struct NtfyMessage: Equatable, Sendable {
    /// A file of a message.
    package struct Attachment: Equatable, Sendable {
        /// What the sender calls it; empty where nothing is said.
        package var name = ""

        /// Where it is; nil for the request's body.
        package var url: String?

        /// How long the body is; nil for what is elsewhere.
        package var byteCount: Int?
    }

    /// Where it was sent to.
    package var topic: String

    /// The first line; empty for none.
    package var title = ""

    /// The text; empty where nothing was said.
    package var message = ""

    /// How much it asks for attention.
    package var urgency = InletPush.Urgency.usual

    /// Words about it; those of emojis stand before its title.
    package var tags: [String] = []

    /// What a click opens; nil for the app.
    package var click: String?

    /// Where a picture of its sender is; nil for none.
    package var icon: String?

    /// Its buttons.
    package var actions: [NtfyAction] = []

    /// Its file; nil for none.
    package var attachment: Attachment?

    /// The name of a file that has become its text; nil for none.
    package internal(set) var textFile: String?

    /// Whether the text is Markdown.
    package var isMarkdown = false

    /// What it replaces, of the same topic; nil for nothing.
    package var sequenceIdentifier: String?

    /// When it is to come, as the sender wrote it; nil for at once.
    package var delay: String?

    /// The time zone that the delay is in; nil for the centre's.
    package var timeZone: String?

    package init(topic: String) {
        self.topic = topic
    }

    /// Most bytes of a title.
    private static let titleByteLimit = 1024

    /// Most bytes of all tags.
    private static let tagByteLimit = 512

    /// Refuses what is longer, or elsewhere, than it may be.
    func check() throws(InletError) {
        guard TopicName.isValid(topic) else { throw .topic }
        guard title.utf8.count <= Self.titleByteLimit else {
            throw InletError(40000, "the title has more than \(Self.titleByteLimit) bytes")
        }
        guard tags.reduce(0, { $0 + $1.utf8.count }) <= Self.tagByteLimit else {
            throw InletError(40000, "the tags have more than \(Self.tagByteLimit) bytes")
        }
        guard message.utf8.count <= InletPush.messageByteLimit else {
            throw .tooLarge(InletPush.messageByteLimit)
        }
        if let url = attachment?.url, !InletURL.isFile(url) {
            throw InletError(40013, "invalid request: attachment URL is invalid")
        }
        if let icon, !InletURL.isFile(icon) {
            throw InletError(40021, "invalid request: icon URL is invalid")
        }
        if let sequenceIdentifier, !TopicName.isValid(sequenceIdentifier) {
            throw InletError(40000, "the sequence ID is none; it is written as topics are")
        }
    }

    /// The priority of a word or a number.
    static func urgency(_ text: String) throws(InletError) -> InletPush.Urgency {
        switch text.lowercased() {
        case "1", "min": .least
        case "2", "low": .low
        case "3", "default": .usual
        case "4", "high": .high
        case "5", "max", "urgent": .most
        default:
            throw InletError(40007, "invalid priority parameter: \(text.quoted); write 1 to 5")
        }
    }

    /// The last part of an address's path, which a file is called by.
    static func fileName(of url: String) -> String {
        let path = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
        let name = path.last?.prefix { $0 != "?" && $0 != "#" } ?? ""
        return name.isEmpty ? "attachment" : String(name)
    }

    // MARK: What comes of it

    /// What the sender is told, and an app finds as `ntfy` beside `aps`, but for the text.
    ///
    /// - Parameters:
    ///   - identifier: What the message is known by.
    ///   - time: When it comes, in seconds of UNIX time.
    /// - Returns: The message as ntfy writes it.
    package func document(identifier: String, time: Int) -> JSONObject {
        var object: JSONObject = [
            "id": .string(identifier), "time": .number(JSONNumber(time)), "event": "message",
            "topic": .string(topic),
        ]
        object["sequence_id"] = sequenceIdentifier.map { .string($0) }
        if !title.isEmpty { object["title"] = .string(title) }
        if urgency != .usual { object["priority"] = .number(JSONNumber(urgency.rawValue)) }
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
        object["click"] = click.map { .string($0) }
        object["icon"] = icon.map { .string($0) }
        if !actions.isEmpty { object["actions"] = .array(actions.map { .object($0.document) }) }
        if let attachment { object["attachment"] = .object(attachment.document) }
        if isMarkdown { object["content_type"] = "text/markdown" }
        return object
    }

    /// The text that is shown, and that the sender is told.
    package var text: String {
        guard message.isEmpty else { return message }
        return attachment.map { "You received a file: \($0.name)" } ?? "triggered"
    }

    /// The push that it becomes.
    ///
    /// - Parameter document: What ``document(identifier:time:)`` gave.
    /// - Returns: The push: emojis stand before the title, or before the text where there is none.
    package func push(_ document: JSONObject) -> InletPush {
        let emojis = tags.compactMap(EmojiTag.emoji).map { $0 + " " }.joined()
        return InletPush(
            title: title.isEmpty ? "" : emojis + title,
            body: title.isEmpty ? emojis + text : text,
            urgency: urgency,
            topic: topic,
            form: "ntfy",
            message: document
        )
    }

    /// The category of the buttons that its actions become; nil where there are none.
    ///
    /// Messages with the same buttons have the same category.
    ///
    /// - Parameter digest: Gives a text that is no other's, of bytes.
    /// - Returns: The category.
    package func category(_ digest: ([UInt8]) -> String) -> NotificationCategory? {
        let buttons = actions.compactMap(\.button)
        guard !buttons.isEmpty else { return nil }
        let texts: [JSONValue] = buttons.flatMap { button in
            [
                .string(button.identifier), .string(button.title),
                .bool(button.options.contains(.foreground)),
            ]
        }
        return NotificationCategory(
            identifier: Self.categoryPrefix + digest(JSONValue.array(texts).serialized()),
            actions: buttons
        )
    }

    /// What the identifiers of such categories begin with.
    private static let categoryPrefix = "ntfy."

    /// What of it is not as its sender meant it, in sentences.
    package var warnings: [String] {
        let file = textFile.map { name in
            "the file \(name.quoted) is text, which no notification shows as a file: it is the message"
        }
        let actions = actions.filter { $0.button == nil }.map { action in
            "the action \(action.label.quoted) has no button: \(action.kind.rawValue) is for other "
                + "programs of an Android device"
        }
        return [file].compactMap(\.self) + actions
    }
}

extension NtfyMessage.Attachment {
    fileprivate var document: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        object["url"] = url.map { .string($0) }
        object["size"] = byteCount.map { .number(JSONNumber($0)) }
        return object
    }
}
