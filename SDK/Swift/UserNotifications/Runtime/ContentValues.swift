// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry
internal import Foundation

// What a content extension is shown and what it changes, for UserNotificationsUI.

extension Host {
    /// The request behind a notification that is shown.
    package func notificationRequest(
        _ handle: bf_request,
        attachments: [UNNotificationAttachment]
    ) -> UNNotificationRequest {
        var fields = ContentReader(host: self, content: content(of: handle)).fields()
        fields.attachments = attachments
        return UNNotificationRequest(
            identifier: identifier(of: handle),
            content: UNNotificationContent(fields: fields),
            trigger: UNPushNotificationTrigger()
        )
    }
}

extension UNNotification {
    /// A notification as it was delivered.
    package static func shown(date: Date, request: UNNotificationRequest) -> UNNotification {
        UNNotification(date: date, request: request)
    }
}

extension UNNotificationResponse {
    /// What the user answered; with a text where one was written.
    package static func given(
        to notification: UNNotification,
        action: String,
        text: String?
    ) -> UNNotificationResponse {
        guard let text else {
            return UNNotificationResponse(notification: notification, actionIdentifier: action)
        }
        return UNTextInputNotificationResponse(
            notification: notification,
            actionIdentifier: action,
            userText: text
        )
    }
}

extension UNNotificationAttachment {
    /// An attachment whose file the host keeps until it is asked for.
    package static func kept(
        identifier: String,
        url: URL,
        type: String
    ) -> UNNotificationAttachment? {
        UNNotificationAttachment(
            document: Document(["identifier": identifier, "path": url.path, "type": type])
        )
    }
}

extension UNNotificationAction {
    /// Reads a list of actions from its JSON text.
    package static func list(json: String) -> [UNNotificationAction] {
        Document.list(json: json).compactMap(UNNotificationAction.action(from:))
    }

    /// The JSON text of a list of actions.
    package static func json(_ actions: [UNNotificationAction]) -> String {
        (try? Document.json(actions.map(\.document.members))) ?? "[]"
    }
}
