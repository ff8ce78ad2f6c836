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
        let fields = Self.fields.compactMap { field in
            field.isSame(before, after)
                ? nil
                : Entry(field: field.name, before: field.text(before), after: field.text(after))
        }
        let candidates =
            fields + Self.userInfo(before.userInfo, after.userInfo)
            + Self.members("communication", before.communication, after.communication)
            + Self.attachments(before.attachments, after.attachments)
        entries = candidates.filter { !Self.same($0.before, $0.after) }
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { entries.isEmpty }

    /// A field's name and how to write its value.
    private struct Field: Sendable {
        let name: String
        /// Whether two contents are known to have the same, so that it need not be written.
        var isSame: @Sendable (NotificationContent, NotificationContent) -> Bool = { _, _ in false }
        let text: @Sendable (NotificationContent) -> String?
    }

    private static let fields: [Field] = [
        Field(name: "title") { $0.title },
        Field(name: "subtitle") { $0.subtitle },
        Field(name: "body") { $0.body },
        Field(name: "badge") { $0.badge.map { "\($0)" } },
        Field(name: "sound") { $0.sound?.summary },
        Field(name: "launchImageName") { $0.launchImageName },
        Field(name: "categoryIdentifier") { $0.categoryIdentifier },
        Field(name: "threadIdentifier") { $0.threadIdentifier },
        Field(name: "targetContentIdentifier") { $0.targetContentIdentifier },
        Field(name: "filterCriteria") { $0.filterCriteria },
        Field(name: "summaryArgument") { $0.summaryArgument },
        Field(
            name: "summaryArgumentCount",
            isSame: { $0.summaryArgumentCount == $1.summaryArgumentCount }
        ) { "\($0.summaryArgumentCount)" },
        Field(
            name: "interruptionLevel",
            isSame: { $0.interruptionLevel == $1.interruptionLevel }
        ) { "\($0.interruptionLevel)" },
        Field(
            name: "relevanceScore",
            isSame: { $0.relevanceScore.bitPattern == $1.relevanceScore.bitPattern }
        ) { "\($0.relevanceScore)" },
        Field(name: "titleLocalization") { $0.titleLocalization.map(text) },
        Field(name: "subtitleLocalization") { $0.subtitleLocalization.map(text) },
        Field(name: "bodyLocalization") { $0.bodyLocalization.map(text) },
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
