// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Does what the payload asks for; each of the other files here has what one row does in Swift.
final class NotificationService: UNNotificationServiceExtension {
    private var completion: ((UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        completion = contentHandler
        let content = UNMutableNotificationContent()
        content.title = "changed"
        content.body = request.content.body
        switch request.content.userInfo["act"] as? String {
        case "allocate": allocateUntilRefused()
        case "recurse": content.badge = NSNumber(value: recurse(1))
        case "bounds": readPastTheEnd(content.title)
        case "fatal": fatalError("stops itself")
        case "precondition": precondition(content.badge != nil, "there is no badge")
        case "unwrap": unwrapNothing(content.badge)
        case "overflow": overflow(content.title.count)
        case "queue": completeFromQueue(content, contentHandler)
        case "task": completeFromTask(content, contentHandler)
        case "main": completeFromMain(content, contentHandler)
        case "linger": lingerOn(content, contentHandler)
        case "redirects": followRedirects(content, request.content.userInfo, contentHandler)
        case "bomb": unpackBomb(content, request.content.userInfo, contentHandler)
        case "keep", "discard", "look":
            content.body = useShared(request.content.userInfo)
            contentHandler(content)
        default: contentHandler(content)
        }
    }
}
