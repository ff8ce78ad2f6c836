// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The picture beside the title of an action.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants.
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Where the picture comes from.
    enum Kind: String {
        case template
        case system
    }

    let kind: Kind
    let name: String

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates the icon of an image of the app's, drawn in the action's colour.
    public convenience init(templateImageName: String) {
        self.init(.template, templateImageName)
    }

    /// Creates the icon of a symbol of the system's.
    public convenience init(systemImageName: String) {
        self.init(.system, systemImageName)
    }

    /// Reads the icon from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the icon from its document.
    convenience init?(document: Document) {
        guard
            let kind = document.text("kind").flatMap(Kind.init(rawValue:)),
            let name = document.text("name")
        else { return nil }
        self.init(kind, name)
    }

    private init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
        super.init()
    }

    /// The icon as it travels.
    var document: Document {
        Document(["kind": kind.rawValue, "name": name])
    }

    /// Writes the icon to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// Returns this icon, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is an icon of the same picture.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return kind == other.kind && name == other.name
    }

    /// A number that equal icons share.
    open override var hash: Int { name.hashValue }

    /// The class, where the picture comes from and its name.
    open override var description: String {
        "<\(type(of: self)): \(kind): \(name)>"
    }
}
