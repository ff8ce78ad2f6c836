// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an extension changed in a notification's content, field by field.
package struct ContentDifference: Codable, Sendable, Equatable {
    /// One field that differs.
    package struct Entry: Codable, Sendable, Equatable {
        /// Apple's name of the field; `userInfo.key` and `attachments.identifier` for members.
        package let field: String
        /// The value before, as text; nil when there was none.
        package let before: String?
        /// The value after, as text; nil when there is none.
        package let after: String?

        package init(field: String, before: String?, after: String?) {
            self.field = field
            self.before = before
            self.after = after
        }
    }

    /// The fields that differ, in the order in which the content declares them.
    package let entries: [Entry]

    /// Compares two contents.
    ///
    /// - Parameters:
    ///   - before: What the extension was given.
    ///   - after: What it answered.
    package init(from before: NotificationContent, to after: NotificationContent) {
        // Most fields are as they were, and are not written out to find that.
        var entries: [Entry] = []
        for field in Self.fields where !field.isSame(before, after) {
            entries.append(
                Entry(field: field.name, before: field.text(before), after: field.text(after))
            )
        }
        entries += Self.userInfo(before.userInfo, after.userInfo)
        entries += Self.members("communication", before.communication, after.communication)
        if !(before.attachments.isEmpty && after.attachments.isEmpty) {
            entries += Self.attachments(before.attachments, after.attachments)
        }
        self.entries = entries.filter { !Self.same($0.before, $0.after) }
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { entries.isEmpty }

    /// A field's name and how to write its value.
    private struct Field: Sendable {
        let name: String
        /// Whether two contents are known to have the same, so that it need not be written.
        let isSame: @Sendable (NotificationContent, NotificationContent) -> Bool
        let text: @Sendable (NotificationContent) -> String?

        init(
            _ name: String,
            isSame: @escaping @Sendable (NotificationContent, NotificationContent) -> Bool,
            text: @escaping @Sendable (NotificationContent) -> String?
        ) {
            self.name = name
            self.isSame = isSame
            self.text = text
        }

        /// One whose value is its text.
        init(_ name: String, _ text: @escaping @Sendable (NotificationContent) -> String?) {
            self.init(name, isSame: { same(text($0), text($1)) }, text: text)
        }

        /// One that is written in another way than it is kept, and most contents have not.
        init<Value>(
            _ name: String,
            of value: @escaping @Sendable (NotificationContent) -> Value?,
            _ text: @escaping @Sendable (Value) -> String
        ) {
            self.init(
                name,
                isSame: { value($0) == nil && value($1) == nil },
                text: { value($0).map(text) }
            )
        }
    }

    private static let fields: [Field] = [
        Field("title") { $0.title },
        Field("subtitle") { $0.subtitle },
        Field("body") { $0.body },
        Field("badge", isSame: { $0.badge == $1.badge }, text: { $0.badge.map { "\($0)" } }),
        Field("sound", of: { $0.sound }, { $0.summary }),
        Field("launchImageName") { $0.launchImageName },
        Field("categoryIdentifier") { $0.categoryIdentifier },
        Field("threadIdentifier") { $0.threadIdentifier },
        Field("targetContentIdentifier") { $0.targetContentIdentifier },
        Field("filterCriteria") { $0.filterCriteria },
        Field("summaryArgument") { $0.summaryArgument },
        Field(
            "summaryArgumentCount",
            isSame: { $0.summaryArgumentCount == $1.summaryArgumentCount },
            text: { "\($0.summaryArgumentCount)" }
        ),
        Field(
            "interruptionLevel",
            isSame: { $0.interruptionLevel == $1.interruptionLevel },
            text: { "\($0.interruptionLevel)" }
        ),
        Field(
            "relevanceScore",
            isSame: { $0.relevanceScore.bitPattern == $1.relevanceScore.bitPattern },
            text: { "\($0.relevanceScore)" }
        ),
        Field("titleLocalization", of: { $0.titleLocalization }, text),
        Field("subtitleLocalization", of: { $0.subtitleLocalization }, text),
        Field("bodyLocalization", of: { $0.bodyLocalization }, text),
    ]

    private static func text(_ localized: LocalizedText) -> String {
        ([localized.key] + localized.arguments).map(\.debugDescription).joined(separator: ", ")
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.serialized(), as: UTF8.self)
    }

    private static func userInfo(_ before: JSONObject, _ after: JSONObject) -> [Entry] {
        members("userInfo", before, after)
    }

    /// Compares the keys of either side; values that are equal but written otherwise count as same.
    private static func members(
        _ field: String,
        _ before: JSONObject?,
        _ after: JSONObject?
    ) -> [Entry] {
        let (before, after) = (before ?? JSONObject(), after ?? JSONObject())
        guard before != after else { return [] }
        let added = after.keys.filter { before[$0] == nil }
        return (before.keys + added).compactMap { key in
            let (old, new) = (before[key], after[key])
            guard old != new else { return nil }
            return Entry(field: "\(field).\(key)", before: old.map(text), after: new.map(text))
        }
    }

    /// Lists the order when it differs, then what was added, removed or changed.
    private static func attachments(
        _ before: [NotificationAttachment],
        _ after: [NotificationAttachment]
    ) -> [Entry] {
        let old = keyed(before)
        let new = keyed(after)
        let order = Entry(field: "attachments", before: names(old), after: names(new))
        let keys = old.map(\.key) + new.map(\.key).filter { key in !old.contains { $0.key == key } }
        let changes = keys.map { key in
            Entry(
                field: "attachments.\(key)",
                before: old.first { $0.key == key }?.summary,
                after: new.first { $0.key == key }?.summary
            )
        }
        return [order] + changes
    }

    /// Names each attachment by its identifier, or by its place where that is empty or taken.
    private static func keyed(
        _ attachments: [NotificationAttachment]
    ) -> [(key: String, summary: String)] {
        var taken: Set<String> = [""]
        return attachments.enumerated().map { index, attachment in
            let isNew = taken.insert(attachment.identifier).inserted
            return (isNew ? attachment.identifier : "#\(index)", attachment.summary)
        }
    }

    private static func names(_ attachments: [(key: String, summary: String)]) -> String? {
        attachments.isEmpty ? nil : attachments.map(\.key).joined(separator: ", ")
    }

    /// Compares byte by byte: an extension that only normalises Unicode has changed the text.
    private static func same(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}
