// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A trigger that waits for a date that has the components given.
///
/// Components that are not given match any value, but for those below the smallest one that is
/// given: an hour alone is that hour at zero minutes and seconds.
// Unchecked only because its superclass is; its stored property is a constant.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The components of the date to wait for.
    public let dateComponents: DateComponents

    /// Creates a trigger; with `repeats` each date that matches counts.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// Reads the trigger from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the trigger from its document.
    override init?(document: Document) {
        dateComponents = DateComponents(document: document.object("components") ?? Document())
        super.init(document: document)
    }

    /// Returns the next date on which the notification would be delivered; nil where there is none.
    open func nextTriggerDate() -> Date? {
        date(after: Date())
    }

    override func date(after date: Date) -> Date? {
        dateComponents.nextMatch(after: date)
    }

    /// The trigger as it travels.
    override var document: Document {
        var document = super.document
        document.members["kind"] = "calendar"
        document.members["components"] = dateComponents.document.members
        return document
    }

    /// The class, whether it repeats and the components.
    open override var description: String {
        "<\(type(of: self)): repeats: \(repeats), dateComponents: \(dateComponents)>"
    }
}
