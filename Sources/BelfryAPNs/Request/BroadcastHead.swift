// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Everything that a sender says of a push to a channel before the payload, read and found valid.
struct BroadcastHead: Equatable, Sendable {
    let app: String
    let channel: String

    /// The request's identifier; nil where the sender gives none.
    let identifier: String?

    /// When the push is worth nothing any more, in seconds of UNIX time; 0 for one attempt.
    let expiration: Int64?
    let priority: PushPriority

    /// Reads the fields of a push to a channel.
    ///
    /// - Parameters:
    ///   - app: The app, by ``ChannelPath``.
    ///   - fields: The header fields.
    /// - Throws: ``PushRefusal``.
    init(app: String, _ fields: PushFields) throws(PushRefusal) {
        self.app = app
        identifier = try fields["apns-request-id"].map(Self.identifier)
        channel = try Self.channel(fields)
        guard let type = fields["apns-push-type"] else {
            throw PushRefusal(
                .missingPushType,
                "the header apns-push-type is missing; pushes to a channel have liveactivity"
            )
        }
        guard type == PushType.liveactivity.rawValue else {
            throw PushRefusal(
                .invalidPushType,
                "the header apns-push-type is \(type.quoted); pushes to a channel have liveactivity"
            )
        }
        expiration = try fields["apns-expiration"].map(PushHead.expiration)
        let asked = try fields["apns-priority"].map(PushHead.priority)
        priority = try PushHead.priority(asked, of: .liveactivity)
    }

    /// The request's own identifier, a UUID.
    static func identifier(_ text: String) throws(PushRefusal) -> String {
        guard let identifier = CanonicalUUID.lowercased(text) else {
            throw PushRefusal(
                .badMessageID,
                "the header apns-request-id is \(text.quoted); write a UUID such as "
                    + "123e4567-e89b-12d3-a456-426655440000"
            )
        }
        return identifier
    }

    /// The channel that a request names.
    ///
    /// - Parameter fields: The header fields.
    /// - Returns: The channel's identifier, as Base64.
    /// - Throws: ``PushRefusal``.
    static func channel(_ fields: PushFields) throws(PushRefusal) -> String {
        guard let channel = fields["apns-channel-id"], !channel.isEmpty else {
            throw PushRefusal(
                .missingChannelID,
                "the header apns-channel-id is missing; write what the channel was made as"
            )
        }
        guard channel.utf8.count <= 64, channel.utf8.allSatisfy(isBase64) else {
            throw PushRefusal(
                .badChannelID,
                "the header apns-channel-id is \(channel.quoted); channels are named in Base64"
            )
        }
        return channel
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }
}
