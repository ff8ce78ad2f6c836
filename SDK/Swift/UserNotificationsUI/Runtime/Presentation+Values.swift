// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import UIKit
internal import UserNotifications

extension Presentation {
    /// A notification as the extension sees it.
    func notification(_ handle: bf_request, of host: UserNotifications.Host) -> UNNotification {
        var seconds = 0.0
        unsafe call("say when a notification came") { unsafe $0.pointee.date($1, handle, &seconds) }
        let attachments = AttachmentAccess(notification: handle, presentation: self).attachments()
        return .shown(
            date: Date(timeIntervalSince1970: seconds),
            request: host.notificationRequest(handle, attachments: attachments)
        )
    }

    /// A response as the extension sees it.
    func response(_ handle: bf_response, of host: UserNotifications.Host) -> UNNotificationResponse
    {
        let action = unsafe text { unsafe $0.pointee.response_action($1, handle, &$2) }
        let written = unsafe text { unsafe $0.pointee.response_text($1, handle, &$2) }
        var notification = bf_request()
        unsafe call("name a response's notification") {
            notification = unsafe $0.pointee.response_notification($1, handle)
            return BF_OK
        }
        return .given(
            to: self.notification(notification, of: host),
            action: action ?? "",
            text: written
        )
    }

    /// The actions that are shown.
    func actions() -> [UNNotificationAction] {
        unsafe text { unsafe $0.pointee.actions($1, &$2) }.map(UNNotificationAction.list(json:))
            ?? []
    }

    /// Puts other actions in place of those shown.
    func setActions(_ actions: [UNNotificationAction]) {
        unsafe UNNotificationAction.json(actions).withUTF8Bytes { document in
            _ = unsafe call("take other actions") { unsafe $0.pointee.set_actions($1, document) }
        }
    }

    func performDefaultAction() {
        unsafe call("perform the default action") { unsafe $0.pointee.perform_default_action($1) }
    }

    func dismiss() {
        unsafe call("close the notification") { unsafe $0.pointee.dismiss($1) }
    }

    func setMediaPlaying(_ isPlaying: Bool) {
        unsafe call("take note of media") { unsafe $0.pointee.media_playing($1, isPlaying ? 1 : 0) }
    }

    /// Copies a text that the host lends; nil where it has none.
    private func text(
        _ body: (
            UnsafePointer<bf_presentation>, UnsafePointer<bf_host>, inout bf_string
        ) -> bf_status
    ) -> String? {
        var text = unsafe bf_string()
        let status = unsafe call("lend a text") { unsafe body($0, $1, &text) }
        return status == BF_OK ? unsafe String(lent: text) : nil
    }
}

extension String {
    /// Copies a text that the host lent.
    init(lent text: bf_string) {
        let bytes = unsafe UnsafeBufferPointer(start: text.bytes, count: Int(text.count))
        self = unsafe String(decoding: bytes, as: UTF8.self)
    }
}
