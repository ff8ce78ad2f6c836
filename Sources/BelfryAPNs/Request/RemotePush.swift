// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A push that an endpoint found valid, for whoever knows devices and keeps notifications.
package struct RemotePush: Sendable {
    /// The device token, in lower case.
    package let deviceToken: String

    /// The header `apns-topic`.
    package let topic: String

    /// The app that the topic names.
    package private(set) var app: String

    /// The push's type, as the sender says it or as topic and payload do.
    package private(set) var type: PushType

    private let mayBeWholeTopic: Bool

    /// The push's identifier, in lower case; made by the endpoint where the sender gives none.
    package let identifier: String

    /// What it replaces; nil for nothing.
    package let collapseIdentifier: String?

    /// When it is worth nothing any more, in seconds of UNIX time.
    ///
    /// 0 asks for one attempt; nil leaves it to whoever keeps it.
    package let expiration: Int64?

    /// When it is to reach the device, by what its sender wrote and its type.
    package private(set) var priority: PushPriority

    /// What its sender wrote of that; nil for nothing.
    private let askedPriority: PushPriority?

    /// The push itself.
    package let payload: PushPayload

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - head: The request's header fields.
    ///   - body: The request's body.
    ///   - identifier: The push's identifier where the sender gives none.
    /// - Throws: ``PushRefusal`` for a body that is not a payload, or a priority that its type has not.
    init(_ head: PushHead, body: [UInt8], identifier: String) throws(PushRefusal) {
        deviceToken = head.deviceToken
        topic = head.topic
        app = head.app
        self.identifier = head.identifier ?? identifier
        collapseIdentifier = head.collapseIdentifier
        expiration = head.expiration
        askedPriority = head.priority
        payload = try Self.payload(body, limit: head.type?.payloadLimit ?? .standard)
        type = head.type ?? Self.type(of: payload)
        priority = try PushHead.priority(askedPriority, of: type)
        mayBeWholeTopic = head.mayBeWholeTopic
    }

    /// Reads a push that came by another way than the endpoint, by the endpoint's rules.
    ///
    /// - Parameters:
    ///   - deviceToken: The device.
    ///   - fields: The header fields.
    ///   - body: The payload.
    ///   - usualTopic: What a push without a topic is for.
    ///   - identifier: The push's identifier where the sender gives none.
    /// - Throws: ``PushRefusal``.
    package init(
        to deviceToken: String,
        _ fields: PushFields,
        body: [UInt8],
        usualTopic: String,
        identifier: String
    ) throws(PushRefusal) {
        try fields.checkDuplicates()
        let head = try PushHead(deviceToken: deviceToken, fields, usualTopic: usualTopic)
        try self.init(head, body: body, identifier: identifier)
    }

    /// The push to the app whose identifier is the whole topic, such as `com.example.voip`.
    ///
    /// - Returns: The push; nil where its sender named the type or is not for that app, or the topic's end
    ///   says no type.
    /// - Throws: ``PushRefusal`` for a payload that is too large for it, or a priority that it has not.
    package func toWholeTopic() throws(PushRefusal) -> RemotePush? {
        guard mayBeWholeTopic else { return nil }
        var push = self
        push.app = topic
        push.type = Self.type(of: payload)
        push.priority = try PushHead.priority(askedPriority, of: push.type)
        let limit = push.type.payloadLimit.byteCount
        guard payload.bytes.count <= limit else {
            throw PushRefusal(
                .payloadTooLarge,
                "the payload has \(payload.bytes.count) bytes, and \(limit) is the most"
            )
        }
        return push
    }

    /// Apple's set of reasons has one for an empty payload, and none for one that cannot be read.
    private static func payload(
        _ bytes: [UInt8],
        limit: PayloadLimit
    ) throws(PushRefusal) -> PushPayload {
        do throws(PayloadError) {
            return try PushPayload.parse(bytes, limit: limit, isFromWire: true)
        } catch {
            throw PushRefusal(
                error.code == .tooLarge ? .payloadTooLarge : .payloadEmpty,
                error.message
            )
        }
    }

    private static func type(of payload: PushPayload) -> PushType {
        payload.isContentAvailable && !payload.content.hasEffect ? .background : .alert
    }
}
