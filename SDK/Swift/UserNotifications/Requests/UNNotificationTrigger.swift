// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What sets off the delivery of a notification; the superclass of all triggers.
// Unchecked only because the class is open, as Apple's is: its one stored property is a constant.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    /// Whether the notification is delivered again each time the condition is met.
    public let repeats: Bool

    /// Creates a trigger; only triggers of this module are made.
    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    /// Returns this trigger, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is a trigger of the same class that repeats alike.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: self) == type(of: other) && repeats == other.repeats
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
