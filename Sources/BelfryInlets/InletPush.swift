// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a message becomes: a push that the app's service extension may change.
package struct InletPush: Sendable {
    /// How much a message asks for attention: ntfy's five priorities.
    package enum Urgency: Int, Sendable, CaseIterable {
        case least = 1
        case low, usual, high, most

        /// What the notification says of it.
        var level: InterruptionLevel {
            switch self {
            case .least, .low: .passive
            case .usual, .high: .active
            case .most: .timeSensitive
            }
        }

        /// Its weight in a summary.
        var relevance: String { ["0", "0.25", "0.5", "0.75", "1"][rawValue - 1] }
    }

    /// The first line; empty for none.
    var title: String

    /// The message.
    var body: String

    /// How much it asks for attention.
    var urgency: Urgency

    /// The topic, by which notifications are grouped.
    var topic: String

    /// The form that it came in, which names what is left of the message beside `aps`.
    var form: String

    /// What the app and its extension find there.
    var message: JSONObject

    /// The payload of the push.
    ///
    /// - Parameter category: The category of its buttons; nil for none.
    /// - Returns: The payload.
    package func payload(category: String? = nil) -> JSONObject {
        var alert: JSONObject = ["body": .string(body)]
        if !title.isEmpty { alert["title"] = .string(title) }
        var aps: JSONObject = [
            "alert": .object(alert), "mutable-content": 1, "thread-id": .string(topic),
            "interruption-level": .string(urgency.level.payloadName),
        ]
        aps["relevance-score"] = JSONNumber(literal: urgency.relevance).map { .number($0) }
        // A passive notification plays none; it would come with one when its level is changed.
        if urgency.level != .passive { aps["sound"] = "default" }
        aps["category"] = category.map { .string($0) }
        return ["aps": .object(aps), form: .object(message)]
    }

    /// The longest payload that is read, in bytes: a message each of whose bytes is escaped, and the
    /// rest.
    ///
    /// What of it no extension could change the daemon refuses.
    package static let limit = PayloadLimit(byteCount: 256 * 1024)

    /// The longest message, in bytes.
    ///
    /// An extension finds it twice, as the body and in `userInfo`, and
    /// has room to change it.
    package static let messageByteLimit = 24 * 1024
}
