// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension ContentFields {
    /// Reads a content from its document.
    init(document: Document) {
        self.init()
        title = document.text("title") ?? ""
        subtitle = document.text("subtitle") ?? ""
        body = document.text("body") ?? ""
        launchImageName = document.text("launchImageName") ?? ""
        categoryIdentifier = document.text("categoryIdentifier") ?? ""
        threadIdentifier = document.text("threadIdentifier") ?? ""
        targetContentIdentifier = document.text("targetContentIdentifier")
        summaryArgument = document.text("summaryArgument") ?? ""
        summaryArgumentCount = document.number("summaryArgumentCount")?.intValue ?? 1
        filterCriteria = document.text("filterCriteria")
        badge = document.number("badge")
        sound = document.object("sound").flatMap(UNNotificationSound.init(document:))
        interruptionLevel =
            UNNotificationInterruptionLevel(name: document.text("interruptionLevel")) ?? .active
        relevanceScore = document.number("relevanceScore")?.doubleValue ?? 0
        attachments = document.objects("attachments")
            .compactMap(UNNotificationAttachment.init(document:))
        userInfo = UserInfo(document.object("userInfo")?.members ?? [:])
    }

    /// The content as it travels, without its `userInfo`.
    var documentWithoutUserInfo: Document {
        Document([
            "title": title,
            "subtitle": subtitle,
            "body": body,
            "launchImageName": launchImageName,
            "categoryIdentifier": categoryIdentifier,
            "threadIdentifier": threadIdentifier,
            "targetContentIdentifier": targetContentIdentifier,
            "summaryArgument": summaryArgument,
            "summaryArgumentCount": summaryArgumentCount,
            "filterCriteria": filterCriteria,
            "badge": badge,
            "sound": sound?.document.members,
            "interruptionLevel": interruptionLevel.name,
            "relevanceScore": relevanceScore,
            "attachments": attachments.map(\.document.members),
        ])
    }

    /// The content as it travels.
    ///
    /// - Throws: `UserInfo.EncodingError` for a value in `userInfo` that JSON has no form for.
    func document() throws -> Document {
        var document = documentWithoutUserInfo
        document.members["userInfo"] = Document(json: Data(try userInfo.encoded().utf8))?.members
        return document
    }
}

extension UNNotificationInterruptionLevel: NamedChoice {
    static var names: [(name: String, choice: Self)] {
        [
            ("passive", .passive), ("active", .active), ("timeSensitive", .timeSensitive),
            ("critical", .critical),
        ]
    }
}
