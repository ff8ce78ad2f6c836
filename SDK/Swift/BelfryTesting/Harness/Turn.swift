// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// The right to be the one delivery of the process, given back when it is let go.
///
/// Network and memory are the process's, and tests run in parallel: with two deliveries at once
/// neither could be told whose request or whose bytes they are.
final class Turn: Sendable {
    private struct Queue {
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private static let queue = Mutex(Queue())

    private let isOver = Mutex(false)

    private init() {}

    /// Waits for the deliveries before this one.
    static func take() async -> Turn {
        await withCheckedContinuation { waiter in
            let isFree = queue.withLock { queue in
                defer { queue.isTaken = true }
                if queue.isTaken { queue.waiters.append(waiter) }
                return !queue.isTaken
            }
            if isFree { waiter.resume() }
        }
        return Turn()
    }

    /// Lets the next delivery begin; again does nothing.
    func giveBack() {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        let next = Self.queue.withLock { queue in
            guard queue.waiters.isEmpty else { return Optional(queue.waiters.removeFirst()) }
            queue.isTaken = false
            return nil
        }
        next?.resume()
    }

    deinit {
        giveBack()
    }
}
