// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import UserNotifications

typealias Completion = (UNNotificationContent) -> Void

/// Answers from a queue of Dispatch's.
func completeFromQueue(_ content: UNNotificationContent, _ completion: @escaping Completion) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { completion(content) }
}

/// Answers from a task.
func completeFromTask(_ content: UNNotificationContent, _ completion: @escaping Completion) {
    Task {
        try? await Task.sleep(nanoseconds: 1_000_000)
        completion(content)
    }
}

/// Answers from the main queue.
func completeFromMain(_ content: UNNotificationContent, _ completion: @escaping Completion) {
    DispatchQueue.main.async { completion(content) }
}
