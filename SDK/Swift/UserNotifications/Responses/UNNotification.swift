// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A notification that was delivered.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// When it was delivered.
    public let date: Date
    /// What was delivered.
    public let request: UNNotificationRequest

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a notification; the centre alone does.
    init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
        super.init()
    }

    /// Reads the notification from an archive.
    public required init?(coder: NSCoder) {
        guard
            let date = coder.decodeObject(of: NSDate.self, forKey: "date"),
            let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: "request")
        else { return nil }
        self.date = date as Date
        self.request = request
        super.init()
    }

    /// Writes the notification to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(date as NSDate, forKey: "date")
        coder.encode(request, forKey: "request")
    }

    /// Returns this notification, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is a notification of an equal request and date.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// A number that equal notifications share.
    open override var hash: Int { request.hash }

    /// The class, the date and the request.
    open override var description: String {
        "<\(type(of: self)): date: \(date), request: \(request)>"
    }
}
