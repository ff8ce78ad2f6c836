// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The action identifier of a user who opened the app from the notification.
public let UNNotificationDefaultActionIdentifier: String =
    "com.apple.UNNotificationDefaultActionIdentifier"

/// The action identifier of a user who dismissed the notification.
public let UNNotificationDismissActionIdentifier: String =
    "com.apple.UNNotificationDismissActionIdentifier"

/// What a user did about a notification.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The notification it is about.
    public let notification: UNNotification
    /// The identifier of the action, one of the app's or one of the two that are always there.
    public let actionIdentifier: String

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a response; the host alone does.
    init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        super.init()
    }

    /// Reads the response from an archive.
    public required init?(coder: NSCoder) {
        guard
            let notification = coder.decodeObject(of: UNNotification.self, forKey: "notification"),
            let action = coder.decodeObject(of: NSString.self, forKey: "actionIdentifier")
        else { return nil }
        self.notification = notification
        actionIdentifier = action as String
        super.init()
    }

    /// Writes the response to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(notification, forKey: "notification")
        coder.encode(actionIdentifier as NSString, forKey: "actionIdentifier")
    }

    /// Returns this response, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is the same response to an equal notification.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse else { return false }
        return type(of: self) == type(of: other) && actionIdentifier == other.actionIdentifier
            && notification == other.notification
    }

    /// A number that equal responses share.
    open override var hash: Int { actionIdentifier.hashValue }

    /// The class, the action and the notification.
    open override var description: String {
        """
        <\(type(of: self)): actionIdentifier: \(actionIdentifier), notification: \(notification)>
        """
    }
}
