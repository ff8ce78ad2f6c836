// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a sender is answered: a status, and one JSON object or nothing.
package struct PushAnswer: Equatable, Sendable {
    /// The status, such as 200.
    package private(set) var status: Int

    /// The header field of the identifier: `apns-id`, or `apns-request-id` where it is about channels.
    package var identifierName = "apns-id"

    /// The push's identifier, as the sender wrote it or as the endpoint made it.
    package let identifier: String

    /// The channel that was made (`apns-channel-id`); nil for none.
    package var channel: String?

    /// What the push is known by in the ledger; nil for a refusal, and in production.
    package let uniqueIdentifier: String?

    /// The reason as JSON, or what was asked for; nil where there is nothing to say.
    package private(set) var body: [UInt8]?

    /// The push is in the journal.
    static func accepted(_ identifier: RequestIdentifier, unique: String?) -> PushAnswer {
        PushAnswer(
            status: 200,
            identifierName: identifier.name,
            identifier: identifier.value ?? "",
            uniqueIdentifier: unique,
            body: nil
        )
    }

    /// Says what was done to channels.
    mutating func say(_ answer: ChannelRequest.Answer) {
        (status, channel, body) = ChannelRequest.answer(answer)
    }

    /// The push is refused.
    static func refused(_ identifier: RequestIdentifier, _ refusal: PushRefusal) -> PushAnswer {
        PushAnswer(
            status: refusal.reason.status,
            identifierName: identifier.name,
            identifier: identifier.value ?? "",
            uniqueIdentifier: nil,
            body: body(refusal.reason, inactiveSince: refusal.inactiveSince)
        )
    }

    /// A reason as answers and farewells carry it.
    static func body(_ reason: PushReason, inactiveSince: Int64? = nil) -> [UInt8] {
        var object: JSONObject = ["reason": .string(reason.rawValue)]
        object["timestamp"] = inactiveSince.map { .number(JSONNumber(Int($0))) }
        return JSONValue.object(object).serialized()
    }
}
