// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Everything that a sender says before the payload, read and found valid.
struct PushHead: Equatable, Sendable {
    let deviceToken: String
    let topic: String
    let app: String

    /// The push's type; nil where the sender names none and the topic does not say it.
    let type: PushType?

    /// Whether the whole topic may be the app's identifier too: the topic's end alone says the type, and
    /// the sender is for that app.
    var mayBeWholeTopic: Bool

    /// The push's identifier; nil where the sender gives none.
    let identifier: String?

    let collapseIdentifier: String?

    /// When the push is worth nothing any more, in seconds of UNIX time; 0 for one attempt.
    let expiration: Int64?

    /// The header `apns-priority`; nil where it is missing.
    ///
    /// What holds then the push's type says, which may be known with the payload alone.
    let priority: PushPriority?

    /// The most bytes that its texts have together: device token, topic, app and two identifiers.
    ///
    /// The fields themselves may have more, and are not kept.
    static let byteLimit = 1024

    /// Reads the fields of a request to a device.
    ///
    /// - Parameters:
    ///   - deviceToken: The device, by ``PushPath``.
    ///   - fields: The header fields.
    ///   - usualTopic: What a push without a topic is for; nil where it has to name one.
    /// - Throws: ``PushRefusal``.
    init(
        deviceToken: String,
        _ fields: PushFields,
        usualTopic: String? = nil
    ) throws(PushRefusal) {
        self.deviceToken = deviceToken
        identifier = try fields["apns-id"].map(Self.identifier)
        let named = try fields["apns-push-type"].map(Self.type)
        let topic = fields["apns-topic"] ?? usualTopic
        type = named ?? topic.flatMap(PushTopic.type)
        mayBeWholeTopic = named == nil && type != nil
        app = try PushTopic.app(of: topic, type)
        self.topic = topic ?? ""
        expiration = try fields["apns-expiration"].map(Self.expiration)
        priority = try fields["apns-priority"].map(Self.priority)
        if let type { _ = try Self.priority(priority, of: type) }
        collapseIdentifier = try fields["apns-collapse-id"].map(Self.collapseIdentifier)
    }

    // MARK: Fields

    /// A UUID; its letters may be of either case, and mean the same.
    private static func identifier(_ text: String) throws(PushRefusal) -> String {
        guard let identifier = CanonicalUUID.lowercased(text) else {
            throw PushRefusal(
                .badMessageID,
                "the header apns-id is \(text.quoted); write a UUID such as "
                    + "123e4567-e89b-12d3-a456-426655440000"
            )
        }
        return identifier
    }

    private static func type(_ text: String) throws(PushRefusal) -> PushType {
        guard let type = PushType(rawValue: text) else {
            let known = PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw PushRefusal(
                .invalidPushType,
                "the header apns-push-type is \(text.quoted); write one of \(known)"
            )
        }
        return type
    }

    /// Up to the end of the year 9999: what is later cannot be told from a mistake.
    static func expiration(_ text: String) throws(PushRefusal) -> Int64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text),
            seconds <= 253_402_300_799
        else {
            throw PushRefusal(
                .badExpirationDate,
                "the header apns-expiration is \(text.quoted); write seconds of UNIX time, or 0 for "
                    + "one attempt"
            )
        }
        return seconds
    }

    static func priority(_ text: String) throws(PushRefusal) -> PushPriority {
        guard let priority = PushPriority.allCases.first(where: { text == "\($0.rawValue)" }) else {
            throw PushRefusal(
                .badPriority,
                "the header apns-priority is \(text.quoted); write 10, 5 or 1"
            )
        }
        return priority
    }

    /// What holds of the header `apns-priority` for a type of push.
    ///
    /// - Parameters:
    ///   - priority: What the sender wrote; nil for nothing.
    ///   - type: The type, by whatever says it.
    /// - Returns: When the push is to reach its device.
    /// - Throws: ``PushRefusal`` for a background push that is to reach it at once.
    static func priority(
        _ priority: PushPriority?,
        of type: PushType
    ) throws(PushRefusal) -> PushPriority {
        guard let priority else { return type == .background ? .considerate : .immediate }
        guard type != .background || priority != .immediate else {
            throw PushRefusal(
                .badPriority,
                "the header apns-priority is 10, and background pushes have 5"
            )
        }
        return priority
    }

    private static func collapseIdentifier(_ text: String) throws(PushRefusal) -> String {
        guard (1...64).contains(text.utf8.count) else {
            throw PushRefusal(
                .badCollapseID,
                "the header apns-collapse-id has \(text.utf8.count) bytes; it has 1 to 64"
            )
        }
        // Bytes that are no UTF-8 have become U+FFFD, and different ones would fall together.
        let isText = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
        }
        guard isText else {
            throw PushRefusal(
                .badCollapseID,
                "the header apns-collapse-id \(text.quoted) is not printable UTF-8"
            )
        }
        return text
    }
}
