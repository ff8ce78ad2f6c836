// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Fails the check of Swift's that the title names.
final class NotificationService: UNNotificationServiceExtension {
    struct Refusal: Error {}

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let title = request.content.title
        // swift-format-ignore: NeverUseForceTry, NeverForceUnwrap
        switch title {
        case "first": try! refuse()
        case "second": try! refuse()
        case "cast": print(request.content.userInfo["text"] as! Int)
        case "asserted": assert(title.isEmpty, "it has a title")
        default: precondition(title.isEmpty, "it must have no title")
        }
        contentHandler(request.content)
    }

    private func refuse() throws { throw Refusal() }
}
