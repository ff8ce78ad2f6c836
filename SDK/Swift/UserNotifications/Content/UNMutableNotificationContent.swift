// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The editable content of a notification.
///
/// Copies are independent: a change to one is not seen through another.
// Unchecked only because its superclass is; it adds nothing to what that keeps under its lock. Apple's
// mutable content is not Sendable, which its closures, passed between threads, make hard to live with.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// The primary description of the reason for the alert.
    open override var title: String {
        get { fields.title }
        set { update { $0.title = newValue } }
    }

    /// The secondary description of the reason for the alert.
    open override var subtitle: String {
        get { fields.subtitle }
        set { update { $0.subtitle = newValue } }
    }

    /// The main text of the alert.
    open override var body: String {
        get { fields.body }
        set { update { $0.body = newValue } }
    }

    /// The number on the app's icon: nil leaves it alone, zero removes it.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { update { $0.badge = newValue } }
    }

    /// The sound that plays when the notification is delivered; nil for none.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { update { $0.sound = newValue } }
    }

    /// The name of the image or storyboard to show when the notification launches the app.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { update { $0.launchImageName = newValue } }
    }

    /// The custom values of the notification.
    ///
    /// Apple asks for property-list values. They travel as JSON, so a `Date` arrives as its ISO
    /// 8601 text and `Data` as its base64 text. Values that JSON has no form for are not sent: the
    /// notification keeps the `userInfo` it came with, and the run's log says which value it was.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set {
            let userInfo = UserInfo(newValue)
            update { $0.userInfo = userInfo }
        }
    }

    /// The media files to show with the notification.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { update { $0.attachments = newValue } }
    }

    /// The identifier of the category that picks the notification's actions and interface.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { update { $0.categoryIdentifier = newValue } }
    }

    /// The identifier that groups related notifications; empty for the app's own group.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { update { $0.threadIdentifier = newValue } }
    }

    /// The value the app uses to choose which window to bring forward.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { update { $0.targetContentIdentifier = newValue } }
    }

    /// The text the system adds to the summary of a group of notifications.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { update { $0.summaryArgument = newValue } }
    }

    /// The number of things the notification stands for in a summary; 1 or more.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { update { $0.summaryArgumentCount = newValue } }
    }

    /// The importance and delivery timing of the notification.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { update { $0.interruptionLevel = newValue } }
    }

    /// How relevant the notification is among the app's own, from 0 to 1, for the summary.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { update { $0.relevanceScore = newValue } }
    }

    /// The value that a Focus filter of the app is matched with.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { update { $0.filterCriteria = newValue } }
    }

    /// Returns an immutable content with the values as they are now.
    open override func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(fields: fields)
    }
}
