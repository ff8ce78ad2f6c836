// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UNNotification {
    /// Reads a notification from its document.
    convenience init?(document: Document) {
        guard
            let request = document.object("request").flatMap(UNNotificationRequest.init(document:))
        else { return nil }
        let seconds = document.number("date")?.doubleValue ?? 0
        self.init(date: Date(timeIntervalSince1970: seconds), request: request)
    }
}
