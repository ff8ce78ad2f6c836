// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A notification to deliver: its identifier, its content and what sets it off.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The identifier of the request; a later request with the same one replaces it.
    public let identifier: String
    /// The content of the notification, which cannot change.
    public let content: UNNotificationContent
    /// What sets off the delivery; nil for at once.
    public let trigger: UNNotificationTrigger?

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a request with a copy of the content.
    public init(
        identifier: String,
        content: UNNotificationContent,
        trigger: UNNotificationTrigger?
    ) {
        self.identifier = identifier
        self.content = content.copy() as? UNNotificationContent ?? content
        self.trigger = trigger
        super.init()
    }

    /// Reads the request from an archive.
    public required init?(coder: NSCoder) {
        guard
            let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let content = coder.decodeObject(of: UNNotificationContent.self, forKey: "content")
        else { return nil }
        self.identifier = identifier as String
        self.content = content
        trigger = coder.decodeObject(of: UNNotificationTrigger.self, forKey: "trigger")
        super.init()
    }

    /// Writes the request to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(content, forKey: "content")
        if let trigger { coder.encode(trigger, forKey: "trigger") }
    }

    /// Returns this request, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is a request with an equal identifier, content and trigger.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content
            && trigger == other.trigger
    }

    /// A number that equal requests share.
    open override var hash: Int {
        identifier.hashValue
    }

    /// The class, the identifier, the content and the trigger.
    open override var description: String {
        let trigger = trigger.map(String.init(describing:)) ?? "nil"
        return """
            <\(type(of: self)): identifier: \(identifier), content: \(content), \
            trigger: \(trigger)>
            """
    }
}
