// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// A name server that keeps everybody who asks waiting, each on a thread, until it answers all.
final class SilentNameServer: Sendable {
    private let condition = NSCondition()
    private let isAnswering = Mutex(false)

    private let count = Mutex(0)

    /// How often it was asked.
    var questionCount: Int { count.withLock { $0 } }

    /// Waits for the answer.
    func wait() {
        count.withLock { $0 += 1 }
        condition.lock()
        while !isAnswering.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    /// Answers everybody, now and from now on.
    func answer() {
        condition.lock()
        isAnswering.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}
