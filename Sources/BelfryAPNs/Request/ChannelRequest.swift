// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A request that manages the channels of an app, read and found valid.
package struct ChannelRequest: Equatable, Sendable {
    /// What is to be done.
    package enum Operation: Equatable, Sendable {
        /// Makes a channel; the number is its `message-storage-policy`, 0 or 1.
        case make(policy: Int)
        case read(String)
        case remove(String)
        case list
    }

    /// What was done.
    package enum Answer: Equatable, Sendable {
        /// The channel's identifier, as Base64.
        case made(String)
        /// The channel's `message-storage-policy`.
        case found(policy: Int)
        case removed
        case all([String])
    }

    /// The app's bundle identifier.
    package let app: String

    /// What is to be done.
    package let operation: Operation

    /// The push type of all channels, as Apple writes it here.
    private static let pushType = "LiveActivity"

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - head: What path and header fields say.
    ///   - body: The request's body.
    /// - Throws: ``PushRefusal``.
    init(_ head: ChannelHead, body: [UInt8]) throws(PushRefusal) {
        app = head.app
        switch head.operation {
        case .make: operation = .make(policy: try Self.policy(body))
        case .read(let channel): operation = .read(channel)
        case .remove(let channel): operation = .remove(channel)
        case .list: operation = .list
        }
    }

    private static func policy(_ body: [UInt8]) throws(PushRefusal) -> Int {
        let sample = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
        guard !body.isEmpty else {
            throw PushRefusal(.payloadEmpty, "the request has no body; write \(sample)")
        }
        guard let object = (try? JSONValue.parse(body))?.object,
            case .number(let number)? = object["message-storage-policy"], let policy = number.int,
            (0...1).contains(policy)
        else {
            throw PushRefusal(
                .badRequestPayload,
                "the body has no message-storage-policy that is 0 or 1; write \(sample)"
            )
        }
        guard let type = object["push-type"] else {
            throw PushRefusal(.missingPushType, "the body has no push-type; write \(sample)")
        }
        guard type.string == pushType else {
            throw PushRefusal(.invalidPushType, "the body's push-type is not \(pushType.quoted)")
        }
        return policy
    }

    /// What a sender is answered, as a status, the channel's name and a body.
    static func answer(
        _ answer: Answer
    ) -> (status: Int, channel: String?, body: [UInt8]?) {
        switch answer {
        case .made(let channel): return (201, channel, nil)
        case .removed: return (204, nil, nil)
        case .found(let policy):
            let object: JSONObject = [
                "message-storage-policy": .number(JSONNumber(policy)),
                "push-type": .string(pushType),
            ]
            return (200, nil, JSONValue.object(object).serialized())
        case .all(let channels):
            let object: JSONObject = ["channels": .array(channels.map { .string($0) })]
            return (200, nil, JSONValue.object(object).serialized())
        }
    }
}
