// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNNotificationRequest {
    /// Reads a request from its document.
    convenience init?(document: Document) {
        guard let identifier = document.text("identifier") else { return nil }
        let fields = ContentFields(document: document.object("content") ?? Document())
        self.init(
            identifier: identifier,
            content: UNNotificationContent(fields: fields),
            trigger: document.object("trigger").flatMap(UNNotificationTrigger.trigger(from:))
        )
    }

    /// The request as it travels.
    ///
    /// - Throws: `UserInfo.EncodingError` for a value in `userInfo` that JSON has no form for.
    func document() throws -> Document {
        Document([
            "identifier": identifier,
            "content": try content.fields.document().members,
            "trigger": trigger?.document.members,
        ])
    }
}
