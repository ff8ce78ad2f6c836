// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a user wrote in answer to a notification.
// Unchecked only because its superclass is; its stored property is a constant.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text.
    public let userText: String

    /// Creates a response; the host alone does.
    init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }

    /// Reads the response from an archive.
    public required init?(coder: NSCoder) {
        userText = (coder.decodeObject(of: NSString.self, forKey: "userText") as String?) ?? ""
        super.init(coder: coder)
    }

    /// Writes the response to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(userText as NSString, forKey: "userText")
    }

    /// Whether the other object is the same response with the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationResponse else { return false }
        return super.isEqual(other) && userText == other.userText
    }
}
