// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What sets off the delivery of a notification; the superclass of all triggers.
// Unchecked only because the class is open, as Apple's is: its one stored property is a constant.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Whether the notification is delivered again each time the condition is met.
    public let repeats: Bool

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a trigger; only triggers of this module are made.
    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    /// Reads the trigger from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the trigger from its document.
    init?(document: Document) {
        repeats = document.flag("repeats")
        super.init()
    }

    /// Reads a trigger of whichever class its document is of; nil for a kind there is none of.
    static func trigger(from document: Document) -> UNNotificationTrigger? {
        switch document.text("kind") {
        case "push": UNPushNotificationTrigger()
        case "timeInterval": UNTimeIntervalNotificationTrigger(document: document)
        case "calendar": UNCalendarNotificationTrigger(document: document)
        case "location": UNLocationNotificationTrigger(document: document)
        default: nil
        }
    }

    /// The trigger as it travels.
    var document: Document {
        Document(["repeats": repeats])
    }

    /// The first date after another on which the condition is met; nil where no date tells.
    func date(after date: Date) -> Date? {
        nil
    }

    /// Writes the trigger to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// Returns this trigger, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is a trigger of the same class with equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: self) == type(of: other) && document == other.document
    }

    /// A number that equal triggers share.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(type(of: self)))
        hasher.combine(repeats)
        return hasher.finalize()
    }

    /// The class and whether it repeats.
    open override var description: String {
        "<\(type(of: self)): repeats: \(repeats)>"
    }
}
