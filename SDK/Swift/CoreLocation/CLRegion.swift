// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// An area that a notification can wait to be entered or left.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
    /// The identifier of the region, unique within the app.
    public let identifier: String
    /// Whether entering the region counts.
    open var notifyOnEntry = true
    /// Whether leaving the region counts.
    open var notifyOnExit = true

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a region that has an identifier alone.
    public init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Reads the region from an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
            return nil
        }
        self.identifier = identifier as String
        notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
        notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
        super.init()
    }

    /// Writes the region to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
        coder.encode(notifyOnExit, forKey: "notifyOnExit")
    }

    /// Returns an equal region that changes on its own.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Whether the other object is a region of the same class and identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: self) == type(of: other) && identifier == other.identifier
    }

    /// A number that equal regions share.
    open override var hash: Int { identifier.hashValue }

    /// The class and the identifier.
    open override var description: String {
        "<\(type(of: self)): identifier: \(identifier)>"
    }
}
