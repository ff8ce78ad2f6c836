// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A push to a channel that an endpoint found valid.
package struct RemoteBroadcast: Sendable {
    /// The app that the channel belongs to.
    package let app: String

    /// The channel, as Base64.
    package let channel: String

    /// The request's identifier, in lower case; made by the endpoint where the sender gives none.
    package let identifier: String

    /// When it is worth nothing any more, in seconds of UNIX time; 0 for one attempt, nil for as long as
    /// the channel keeps anything.
    package let expiration: Int64?

    /// When it is to reach the devices.
    package let priority: PushPriority

    /// The push itself.
    package let payload: PushPayload

    /// Most bytes of a payload, as those of `voip` (5 KB).
    static let payloadLimit = PayloadLimit.voip

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - head: The request's header fields.
    ///   - body: The request's body.
    ///   - identifier: Its identifier where the sender gives none.
    /// - Throws: ``PushRefusal`` for a body that is not a payload.
    init(_ head: BroadcastHead, body: [UInt8], identifier: String) throws(PushRefusal) {
        app = head.app
        channel = head.channel
        self.identifier = head.identifier ?? identifier
        expiration = head.expiration
        priority = head.priority
        guard !body.isEmpty else {
            throw PushRefusal(.payloadEmpty, "the push has no payload")
        }
        do throws(PayloadError) {
            payload = try PushPayload.parse(body, limit: Self.payloadLimit, isFromWire: true)
        } catch {
            throw PushRefusal(
                error.code == .tooLarge ? .payloadTooLarge : .badRequestPayload,
                error.message
            )
        }
    }
}
