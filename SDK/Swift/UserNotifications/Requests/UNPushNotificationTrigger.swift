// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The trigger of a notification that a server sent.
///
/// The runtime makes them; a request with one came by push.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Creates the trigger of a pushed notification.
    init() {
        super.init(repeats: false)
    }
}
