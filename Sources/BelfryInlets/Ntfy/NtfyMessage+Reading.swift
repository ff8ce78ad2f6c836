// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// How a message is sent: in headers and a body, or as JSON.
extension NtfyMessage {
    /// Reads what headers and the query say, before the body is there.
    ///
    /// - Parameters:
    ///   - topic: Where it is sent to.
    ///   - fields: Headers and query.
    /// - Throws: ``InletError``.
    package init(topic: String, _ fields: InletFields) throws(InletError) {
        self.init(topic: topic)
        try read(fields)
        try check()
    }

    private mutating func read(_ fields: InletFields) throws(InletError) {
        try Self.refuse(
            email: fields.text("x-email", "x-e-mail", "email", "e-mail", "mail", "e") != nil,
            call: fields.text("x-call", "call") != nil,
            template: fields.text("x-template", "template", "tpl") != nil
        )
        title = fields.decodedText("x-title", "title", "t") ?? ""
        message = (fields.decodedText("x-message", "message", "m") ?? "")
            .replacing("\\n", with: "\n")
        if let text = fields.text("x-priority", "priority", "prio", "p") {
            urgency = try Self.urgency(text)
        }
        tags = Self.tags(fields.decodedText("x-tags", "tags", "tag", "ta") ?? "")
        click = fields.text("x-click", "click")
        icon = fields.text("x-icon", "icon")
        if let text = fields.decodedText("x-actions", "actions", "action") {
            actions = try NtfyActionText.actions(of: text)
        }
        take(
            url: fields.text("x-attach", "attach", "a"),
            name: fields.decodedText("x-filename", "filename", "file", "f")
        )
        let type = fields.header("content-type")?.trimmed.lowercased() ?? ""
        isMarkdown =
            fields.flag("x-markdown", "markdown", "md") || type.hasPrefix("text/markdown")
        sequenceIdentifier = fields.text("x-sequence-id", "sequence-id", "sid")
        delay = fields.text("x-delay", "delay", "x-at", "at", "x-in", "in")
        timeZone = fields.text("x-timezone", "timezone")
    }

    /// Reads a message as JSON, which names its topic and comes before headers and the query.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - fields: Headers and query.
    /// - Throws: ``InletError``.
    package init(json bytes: [UInt8], _ fields: InletFields) throws(InletError) {
        guard let members = try? JSONValue.parse(bytes).object else { throw .json("it is not") }
        let reader = JSONMembers(members)
        self.init(topic: try reader.text("topic") ?? "")
        try read(fields)
        try Self.refuse(
            email: try reader.text("email") != nil,
            call: try reader.text("call") != nil,
            template: false
        )
        title = try reader.text("title") ?? title
        message = try reader.text("message") ?? message
        switch members["priority"] {
        case nil, .null?: break
        // Go's zero, which programs send for none.
        case .number(let number)? where number.int == 0: break
        case .number(let number)?: urgency = try Self.urgency(number.literal)
        default: throw .json("priority is not a number")
        }
        tags = try reader.texts("tags") ?? tags
        click = try reader.text("click") ?? click
        icon = try reader.text("icon") ?? icon
        if let value = members["actions"], value != .null {
            actions = try NtfyAction.all(in: value)
        }
        take(url: try reader.text("attach"), name: try reader.text("filename"))
        isMarkdown = try reader.flag("markdown") ?? isMarkdown
        sequenceIdentifier = try reader.text("sequence_id") ?? sequenceIdentifier
        delay = try reader.text("delay") ?? delay
        timeZone = try reader.text("timezone") ?? timeZone
        if let attachment, attachment.url == nil {
            throw .json("the file \(attachment.name.quoted) has no attach, where it is")
        }
        try check()
    }

    /// Says whether the body, once it is there, is a file to show; takes it as the text where it is
    /// none.
    ///
    /// It is a file where the sender names one, or where it is no text that a message can have. A
    /// file that is such a text becomes the message's: no notification shows it as a file.
    ///
    /// - Parameter body: The body.
    /// - Returns: Whether it is a file.
    /// - Throws: ``InletError`` for a body that can be neither.
    package mutating func take(body: [UInt8]) throws(InletError) -> Bool {
        let isShort = body.count <= InletPush.messageByteLimit
        let text = isShort ? String(validating: body, as: UTF8.self) : nil
        guard let text else {
            guard attachment?.url == nil else {
                throw InletError(40011, "invalid message: message must be UTF-8 encoded, and short")
            }
            var file = attachment ?? Attachment()
            file.byteCount = body.count
            if file.name.isEmpty { file.name = "attachment" }
            attachment = file
            return true
        }
        if let file = attachment, file.url == nil {
            guard !text.isEmpty else {
                throw InletError(40014, "invalid request: the file \(file.name.quoted) is empty")
            }
            (attachment, textFile) = (nil, file.name)
            message = [message, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
            try check()
        } else if !text.trimmed.isEmpty {
            message = text.trimmed
        }
        return false
    }

    private mutating func take(url: String?, name: String?) {
        guard url != nil || name != nil else { return }
        attachment = Attachment(name: name ?? url.map(Self.fileName) ?? "", url: url)
    }

    private static func tags(_ text: String) -> [String] {
        text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Refuses what this server has none of, as ntfy's does where its owner has set nothing up.
    private static func refuse(email: Bool, call: Bool, template: Bool) throws(InletError) {
        if email { throw InletError(40001, "e-mail notifications are not enabled") }
        if call { throw InletError(40032, "invalid request: calling is disabled") }
        if template { throw InletError(40000, "invalid request: there are no templates here") }
    }
}

/// The members of a message as JSON.
private struct JSONMembers {
    private let members: JSONObject

    init(_ members: JSONObject) {
        self.members = members
    }

    /// A text; nil where it is absent, `null` or empty.
    func text(_ key: String) throws(InletError) -> String? {
        switch members[key] {
        case nil, .null?: return nil
        case .string(let text)?: return text.isEmpty ? nil : text
        default: throw .json("\(key) is not a text")
        }
    }

    func texts(_ key: String) throws(InletError) -> [String]? {
        switch members[key] {
        case nil, .null?: return nil
        case .array(let elements)?:
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else {
                throw .json("\(key) holds something other than texts")
            }
            return texts
        default: throw .json("\(key) is not an array")
        }
    }

    func flag(_ key: String) throws(InletError) -> Bool? {
        switch members[key] {
        case nil, .null?: return nil
        case .bool(let flag)?: return flag
        default: throw .json("\(key) is neither true nor false")
        }
    }
}
