// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UNNotificationRequest {
    /// Checks what Apple checks before it takes a request in.
    ///
    /// - Parameter now: What time it is.
    /// - Throws: `NSError` of a `UNError` code: `notificationInvalidNoContent` for a content that
    ///   neither alerts nor sounds nor sets the badge, `notificationInvalidNoDate` for a trigger
    ///   whose date never comes.
    func checkDelivery(after now: Date) throws {
        let fields = content.fields
        let isSilent = fields.title.isEmpty && fields.subtitle.isEmpty && fields.body.isEmpty
        guard !isSilent || fields.sound != nil || fields.badge != nil else {
            throw UNError(.notificationInvalidNoContent).foundation
        }
        guard !(trigger is UNCalendarNotificationTrigger) || trigger?.date(after: now) != nil else {
            throw UNError(.notificationInvalidNoDate).foundation
        }
    }
}
