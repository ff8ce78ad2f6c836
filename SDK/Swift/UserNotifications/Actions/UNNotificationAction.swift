// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Something the user can do about a notification without opening the app.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The identifier of the action, unique within the app.
    public let identifier: String
    /// What the button says.
    public let title: String
    /// How the action behaves.
    public let options: UNNotificationActionOptions
    /// The picture beside the title.
    public let icon: UNNotificationActionIcon?

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an action.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = []
    ) {
        self.init(identifier, title, options, icon: nil)
    }

    /// Creates an action with an icon.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.init(identifier, title, options, icon: icon)
    }

    /// Reads the action from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Creates an action with everything said.
    init(
        _ identifier: String,
        _ title: String,
        _ options: UNNotificationActionOptions,
        icon: UNNotificationActionIcon?
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
        super.init()
    }

    /// Reads the action from its document.
    init?(document: Document) {
        guard let identifier = document.text("identifier") else { return nil }
        self.identifier = identifier
        title = document.text("title") ?? ""
        options = UNNotificationActionOptions(names: document.texts("options"))
        icon = document.object("icon").flatMap(UNNotificationActionIcon.init(document:))
        super.init()
    }

    /// Reads an action of whichever class its document is of.
    static func action(from document: Document) -> UNNotificationAction? {
        document.object("textInput") == nil
            ? UNNotificationAction(document: document)
            : UNTextInputNotificationAction(document: document)
    }

    /// The action as it travels.
    var document: Document {
        Document([
            "identifier": identifier,
            "title": title,
            "options": options.names,
            "icon": icon?.document.members,
        ])
    }

    /// Writes the action to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// Returns this action, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is an action of the same class with equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return type(of: self) == type(of: other) && document == other.document
    }

    /// A number that equal actions share.
    open override var hash: Int { identifier.hashValue }

    /// The class, the identifier and the title.
    open override var description: String {
        "<\(type(of: self)): identifier: \(identifier), title: \(title), options: \(options.names)>"
    }
}
