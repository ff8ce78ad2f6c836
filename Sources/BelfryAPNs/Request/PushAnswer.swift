// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a sender is answered: a success without a body, or one JSON object.
package struct PushAnswer: Equatable, Sendable {
    /// The status, such as 200.
    package let status: Int

    /// The push's identifier, as the sender wrote it or as the endpoint made it.
    package let identifier: String

    /// What the push is known by in the ledger; nil for a refusal, and in production.
    package let uniqueIdentifier: String?

    /// The reason as JSON; nil for a success.
    package let body: [UInt8]?

    /// The push is in the journal.
    package static func accepted(_ identifier: String, unique: String?) -> PushAnswer {
        PushAnswer(status: 200, identifier: identifier, uniqueIdentifier: unique, body: nil)
    }

    /// The push is refused.
    package static func refused(_ identifier: String, _ refusal: PushRefusal) -> PushAnswer {
        PushAnswer(
            status: refusal.reason.status,
            identifier: identifier,
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
