// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A kind of notification: its actions and how it behaves.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The identifier by which a content names the category.
    public let identifier: String
    /// What the user can do, in the order of the buttons.
    public let actions: [UNNotificationAction]
    /// The intents that notifications of the category have to do with.
    public let intentIdentifiers: [String]
    /// The text in place of the body where previews are hidden; `%u` is the number of notifications.
    public let hiddenPreviewsBodyPlaceholder: String
    /// The text that sums up a group of notifications, as in `%u more messages from %@`.
    public let categorySummaryFormat: String
    /// How notifications of the category behave.
    public let options: UNNotificationCategoryOptions

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a category.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Creates a category with a text for hidden previews.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Creates a category with a text for hidden previews and one for groups.
    public init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?,
        categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
        self.categorySummaryFormat = categorySummaryFormat ?? ""
        self.options = options
        super.init()
    }

    /// Reads the category from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the category from its document.
    convenience init?(document: Document) {
        guard let identifier = document.text("identifier") else { return nil }
        self.init(
            identifier: identifier,
            actions: document.objects("actions").compactMap(UNNotificationAction.action(from:)),
            intentIdentifiers: document.texts("intentIdentifiers"),
            hiddenPreviewsBodyPlaceholder: document.text("hiddenPreviewsBodyPlaceholder"),
            categorySummaryFormat: document.text("categorySummaryFormat"),
            options: UNNotificationCategoryOptions(names: document.texts("options"))
        )
    }

    /// The category as it travels.
    var document: Document {
        Document([
            "identifier": identifier,
            "actions": actions.map(\.document.members),
            "intentIdentifiers": intentIdentifiers,
            "hiddenPreviewsBodyPlaceholder": hiddenPreviewsBodyPlaceholder,
            "categorySummaryFormat": categorySummaryFormat,
            "options": options.names,
        ])
    }

    /// Writes the category to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// Returns this category, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is a category with equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return document == other.document
    }

    /// A number that equal categories share.
    open override var hash: Int { identifier.hashValue }

    /// The class, the identifier, the actions and the options.
    open override var description: String {
        """
        <\(type(of: self)): identifier: \(identifier), actions: \(actions), \
        options: \(options.names)>
        """
    }
}
