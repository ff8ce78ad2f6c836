// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// The notification centre of one app, in memory.
///
/// It does not watch the time: requests that wait for something stay pending.
package struct AppCenter: Sendable {
    /// What is to be delivered later, oldest first.
    package private(set) var pending = DocumentList<NotificationRequest>()

    /// What was delivered and not removed, oldest first.
    package private(set) var delivered = DocumentList<DeliveredNotification>()

    /// What the app has declared.
    package private(set) var categories: [NotificationCategory] = []

    /// The number on the app's icon; 0 for none.
    package private(set) var badge = 0

    package init() {}

    /// Most pending requests; Apple's number.
    package static let pendingLimit = 64

    /// Most delivered notifications that are kept.
    package static let deliveredLimit = 128

    /// Most bytes of the documents of either list: what one answer holds.
    package static let listByteLimit = 128 * 1024

    /// Most categories.
    package static let categoryLimit = 128

    // MARK: Requests

    /// Adds a request: to what is pending, or delivers it at once when nothing is waited for.
    ///
    /// One of the same identifier that is pending is replaced.
    ///
    /// - Parameters:
    ///   - request: What an extension made.
    ///   - date: Now, in seconds of UNIX time.
    /// - Throws: ``CenterRefusal``; nothing has changed then.
    package mutating func add(
        _ request: NotificationRequest,
        at date: Double
    ) throws(CenterRefusal) {
        try Self.check(request)
        guard request.trigger != nil else {
            pending.remove(request.identifier)
            deliver(request, at: date)
            return
        }
        let document = request.document.serialized()
        try makeRoom(for: request.identifier, document)
        pending.put(request, request.identifier, document)
    }

    private static func check(_ request: NotificationRequest) throws(CenterRefusal) {
        let name = "request \(request.identifier.quoted)"
        guard request.content.hasEffect else {
            throw CenterRefusal(
                .notificationInvalidNoContent,
                "\(name) has no title, subtitle, body, sound or badge; give it one of them"
            )
        }
        guard let trigger = request.trigger else { return }
        guard trigger != .push else {
            throw CenterRefusal(CenterDocumentError(pushTriggerIn: name))
        }
        guard trigger.canFire else {
            throw CenterRefusal(
                .notificationInvalidNoDate,
                "\(name) has a trigger that never fires; an interval is above 0 s, and 60 s or more "
                    + "where it repeats, a date has a component, a region is entered or left"
            )
        }
    }

    private func makeRoom(
        for identifier: String,
        _ document: [UInt8]
    ) throws(CenterRefusal) {
        let byteCount =
            pending.byteCount - pending.byteCount(of: identifier) + document.count
        guard pending.count < Self.pendingLimit || pending.contains(identifier) else {
            throw CenterRefusal(
                limit: "the app has \(Self.pendingLimit) pending requests, the most there may be: "
                    + "\(identifier.quoted) was not added; remove one first"
            )
        }
        guard byteCount <= Self.listByteLimit else {
            throw CenterRefusal(
                limit:
                    "with \(identifier.quoted) the pending requests would have \(byteCount) bytes "
                    + "of \(Self.listByteLimit) at most: it was not added; remove one first"
            )
        }
    }

    /// Removes pending requests.
    ///
    /// - Parameter identifiers: Which; nil for all.
    /// - Returns: Those that were there.
    package mutating func removePending(_ identifiers: [String]?) -> [String] {
        pending.remove(identifiers)
    }

    // MARK: Delivered notifications

    /// Notes that a notification is shown; one of the same identifier is replaced.
    ///
    /// What has nothing to show sets the badge alone. The oldest go when there are too many, and one
    /// that is larger than the list is not kept at all.
    package mutating func deliver(_ request: NotificationRequest, at date: Double) {
        badge = request.content.badge ?? badge
        delivered.remove(request.identifier)
        guard request.content.hasAlert else { return }
        let notification = DeliveredNotification(date: date, request: request)
        let document = notification.document.serialized()
        guard document.count <= Self.listByteLimit else { return }
        delivered.put(notification, request.identifier, document)
        while delivered.count > Self.deliveredLimit || delivered.byteCount > Self.listByteLimit {
            delivered.removeFirst()
        }
    }

    /// Removes delivered notifications.
    ///
    /// - Parameter identifiers: Which; nil for all.
    /// - Returns: Those that were there.
    package mutating func removeDelivered(_ identifiers: [String]?) -> [String] {
        delivered.remove(identifiers)
    }

    // MARK: Categories and badge

    /// Reads what is to be the app's categories.
    package static func categories(
        in document: [UInt8]
    ) throws(CenterRefusal) -> [NotificationCategory] {
        let categories: [NotificationCategory]
        do throws(CenterDocumentError) {
            categories = try NotificationCategory.parse(document: document)
        } catch {
            throw CenterRefusal(error)
        }
        guard categories.count <= categoryLimit else {
            throw CenterRefusal(
                limit:
                    "\(categories.count) categories are more than the \(categoryLimit) there may be"
            )
        }
        return categories
    }

    /// Replaces all categories.
    package mutating func setCategories(_ categories: [NotificationCategory]) {
        self.categories = categories
    }

    /// Sets the badge; 0 removes it.
    ///
    /// - Throws: ``CenterRefusal`` for a negative count.
    package mutating func setBadge(_ count: Int) throws(CenterRefusal) {
        guard count >= 0 else {
            throw CenterRefusal(
                .badgeInputInvalid,
                "a badge of \(count) is negative; write 0 or more"
            )
        }
        badge = count
    }
}

extension CenterDocumentError {
    fileprivate init(pushTriggerIn name: String) {
        self.init("\(name) has a push trigger, which only the host makes; leave it out")
    }
}
