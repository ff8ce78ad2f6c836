// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Answers, and leaves a task at work.
func lingerOn(
    _ content: UNNotificationContent,
    _ completion: @escaping (UNNotificationContent) -> Void
) {
    completion(content)
    Task.detached {
        var count: UInt64 = 0
        while true {
            count &+= 1
            if count % 1_000_000 == 0 { await Task.yield() }
        }
    }
}
