// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Synchronization
import Testing

@testable import BelfryEgress

/// A name server that keeps everybody who asks waiting, each on a thread, until it answers all.
final class SilentNameServer: Sendable {
    private struct Count {
        var questions = 0
        var waiting = 0
        var most = 0
    }

    private let count = Mutex(Count())
    private let condition = NSCondition()
    private let isAnswering = Mutex(false)
    private let questions = AsyncStream.makeStream(of: Void.self)

    /// How often it was asked.
    var questionCount: Int { count.withLock { $0.questions } }

    /// How many waited at the same time, at most.
    var mostAtOnce: Int { count.withLock { $0.most } }

    /// Waits for the answer: a name without addresses.
    func ask(_ name: String) throws -> [IPAddress] {
        count.withLock { count in
            count.questions += 1
            count.waiting += 1
            count.most = max(count.most, count.waiting)
        }
        questions.continuation.yield()
        condition.lock()
        while !isAnswering.withLock({ $0 }) { condition.wait() }
        condition.unlock()
        count.withLock { $0.waiting -= 1 }
        return []
    }

    /// Waits until it was asked so often.
    func waitForQuestions(_ number: Int) async throws {
        var iterator = questions.stream.makeAsyncIterator()
        for _ in 0..<number { try #require(await iterator.next() != nil) }
    }

    /// Answers everybody, now and from now on.
    func answer() {
        condition.lock()
        isAnswering.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}
