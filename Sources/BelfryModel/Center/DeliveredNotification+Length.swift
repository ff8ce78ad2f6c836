// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension DeliveredNotification {
    /// The most bytes that its ``document`` has where no text in it has to be escaped.
    ///
    /// It adds up the lengths of texts and writes nothing, for those who keep many notifications. With
    /// escapes a document is ``JSONValue/escapeGrowth`` times as long at most.
    package var plainByteLimit: Int {
        let own = request.identifier.utf8.count + request.content.plainByteLimit
        guard let trigger = request.trigger, trigger != .push else { return own + Self.frame }
        return own + trigger.document.plainByteLimit + Self.frame
    }

    /// The date, the keys of a notification and of a request, and the trigger of a push.
    private static let frame = 256
}

extension NotificationContent {
    fileprivate var plainByteLimit: Int {
        let optional = [sound?.name, targetContentIdentifier, filterCriteria]
        let texts =
            title.utf8.count + subtitle.utf8.count + body.utf8.count + launchImageName.utf8.count
            + categoryIdentifier.utf8.count + threadIdentifier.utf8.count
            + summaryArgument.utf8.count + optional.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        let files = attachments.reduce(0) { $0 + $1.plainByteLimit }
        return texts + JSONValue.object(userInfo).plainByteLimit + files + Self.frame
    }

    /// The keys of a content and of its sound, and its numbers.
    private static let frame = 1024
}

extension NotificationAttachment {
    fileprivate var plainByteLimit: Int {
        identifier.utf8.count + typeIdentifier.utf8.count + url.utf8.count + Self.frame
    }

    /// The keys of an attachment, and its numbers.
    private static let frame = 256
}

extension JSONValue {
    /// How many times as long a text is at most where all of it is escaped.
    package static let escapeGrowth = 6

    /// The most bytes that it is written with on one line where no text in it has to be escaped.
    var plainByteLimit: Int {
        switch self {
        case .null, .bool: 5
        case .number(let number): number.literal.utf8.count
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.plainByteLimit + 1 }
        case .object(let object):
            object.members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.plainByteLimit }
        }
    }
}
