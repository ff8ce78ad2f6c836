// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter
package import BelfryModel

extension PushArrival {
    /// Makes a push with a title.
    ///
    /// - Parameters:
    ///   - app: The topic.
    ///   - identifier: Its `apns-id`.
    ///   - title: The alert's title.
    ///   - thread: The thread; empty for none.
    ///   - isMutable: Whether an extension may change it.
    ///   - level: The interruption level by its payload name.
    ///   - custom: Members beside `aps`.
    /// - Returns: The push.
    /// - Throws: A fault of the payload that these make.
    package static func alert(
        _ app: String,
        _ identifier: String,
        title: String = "Hello",
        thread: String = "",
        isMutable: Bool = true,
        level: String = "active",
        custom: JSONObject = [:]
    ) throws -> PushArrival {
        let aps: JSONObject = [
            "alert": ["title": .string(title)],
            "thread-id": .string(thread),
            "mutable-content": isMutable ? 1 : 0,
            "interruption-level": .string(level),
        ]
        var object = custom
        object["aps"] = .object(aps)
        let payload = try PushPayload.parse(object.serialized(), limit: .standard)
        return PushArrival(app: app, identifier: identifier, payload: payload)
    }

    /// Makes a background push, which shows nothing.
    ///
    /// - Parameters:
    ///   - app: The topic.
    ///   - identifier: Its `apns-id`.
    /// - Returns: The push.
    /// - Throws: A fault of the payload that these make.
    package static func silent(_ app: String, _ identifier: String) throws -> PushArrival {
        let object: JSONObject = ["aps": ["content-available": 1]]
        let payload = try PushPayload.parse(object.serialized(), limit: .standard)
        return PushArrival(
            app: app,
            identifier: identifier,
            pushType: .background,
            payload: payload
        )
    }
}

extension NotificationRequest {
    /// Makes a request with a title.
    package static func titled(
        _ identifier: String,
        _ trigger: NotificationTrigger? = nil,
        thread: String = ""
    ) -> NotificationRequest {
        NotificationRequest(
            identifier: identifier,
            content: NotificationContent(title: "Local \(identifier)", threadIdentifier: thread),
            trigger: trigger
        )
    }
}
