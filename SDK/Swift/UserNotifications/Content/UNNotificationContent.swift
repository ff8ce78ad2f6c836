// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// The uneditable content of a notification.
///
/// A service extension finds one in the request it is given, takes a `mutableCopy()` of it and
/// answers with the copy.
// Unchecked only because the class is open, as Apple's is: its one stored property is a Mutex, so
// contents, mutable ones too, may go from the extension's closures to any thread.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
    @unchecked Sendable
{
    private let state: Mutex<ContentFields>

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a content with nothing in it.
    public override init() {
        state = Mutex(ContentFields())
        super.init()
    }

    /// Creates a content with the given values.
    init(fields: ContentFields) {
        state = Mutex(fields)
        super.init()
    }

    /// Reads the content from an archive.
    public required init?(coder: NSCoder) {
        guard let fields = ContentFields(coder: coder) else { return nil }
        state = Mutex(fields)
        super.init()
    }

    /// Writes the content to an archive.
    open func encode(with coder: NSCoder) {
        fields.encode(with: coder)
    }

    /// The primary description of the reason for the alert.
    open var title: String { fields.title }

    /// The secondary description of the reason for the alert.
    open var subtitle: String { fields.subtitle }

    /// The main text of the alert.
    open var body: String { fields.body }

    /// The number on the app's icon: nil leaves it alone, zero removes it.
    open var badge: NSNumber? { fields.badge }

    /// The sound that plays when the notification is delivered; nil for none.
    open var sound: UNNotificationSound? { fields.sound }

    /// The name of the image or storyboard to show when the notification launches the app.
    open var launchImageName: String { fields.launchImageName }

    /// The custom values that came with the notification; for a push, its whole payload.
    ///
    /// Keys are Swift strings. Values decoded from a payload are `String`, `NSNumber`, `NSNull`,
    /// arrays and dictionaries of those, and cast as they do on Apple's systems.
    open var userInfo: [AnyHashable: Any] {
        let userInfo = update {
            $0.userInfo.decode()
            return $0.userInfo
        }
        return userInfo.values
    }

    /// The media files to show with the notification.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// The identifier of the category that picks the notification's actions and interface.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The identifier that groups related notifications; empty for the app's own group.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The value the app uses to choose which window to bring forward.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// The text the system adds to the summary of a group of notifications.
    open var summaryArgument: String { fields.summaryArgument }

    /// The number of things the notification stands for in a summary; 1 unless set.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    /// The importance and delivery timing of the notification.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// How relevant the notification is among the app's own, from 0 to 1, for the summary.
    open var relevanceScore: Double { fields.relevanceScore }

    /// The value that a Focus filter of the app is matched with.
    open var filterCriteria: String? { fields.filterCriteria }

    /// The values as they are now.
    final var fields: ContentFields {
        state.withLock { $0 }
    }

    /// Changes the values under the content's lock.
    final func update<Result: Sendable>(_ change: (inout ContentFields) -> Result) -> Result {
        state.withLock { change(&$0) }
    }

    /// Returns a content that says what an object knows, such as who sent the message.
    ///
    /// - Parameter provider: An object of the system's, such as an `INSendMessageIntent`.
    /// - Returns: An immutable content; this one does not change.
    /// - Throws: An `NSError` of `UNErrorDomain`: `contentProvidingObjectNotAllowed` for an object
    ///   of the extension's own, `contentProvidingInvalid` for one that lacks what it would say.
    open func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        let content = UNMutableNotificationContent(fields: fields)
        try provider.belfryProvide(content)
        return UNNotificationContent(fields: content.fields)
    }

    /// Returns an immutable content with the same values; this one, where it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Returns a mutable content with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(fields: fields)
    }

    /// Whether the other object is a content, mutable or not, with equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return self === other || fields == other.fields
    }

    /// A number that equal contents share.
    open override var hash: Int {
        var hasher = Hasher()
        let fields = fields
        hasher.combine(fields.title)
        hasher.combine(fields.subtitle)
        hasher.combine(fields.body)
        hasher.combine(fields.categoryIdentifier)
        hasher.combine(fields.threadIdentifier)
        return hasher.finalize()
    }

    /// The class and the values that people look for first.
    open override var description: String {
        let fields = fields
        return """
            <\(type(of: self)): title: \(fields.title), subtitle: \(fields.subtitle), \
            body: \(fields.body), categoryIdentifier: \(fields.categoryIdentifier), \
            threadIdentifier: \(fields.threadIdentifier), \
            attachments: \(fields.attachments.count)>
            """
    }
}
