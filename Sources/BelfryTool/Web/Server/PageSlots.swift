// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// How many of something there may be at once.
final class PageSlots: Sendable {
    private let limit: Int
    private let count = Mutex(0)
    private let counts: AsyncStream<Int>
    private let changed: AsyncStream<Int>.Continuation

    init(_ limit: Int) {
        self.limit = limit
        (counts, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes a slot; false where all are taken.
    func take() -> Bool {
        count.withLock {
            guard $0 < limit else { return false }
            $0 += 1
            return true
        }
    }

    /// Gives a slot back.
    func giveBack() {
        changed.yield(
            count.withLock {
                $0 -= 1
                return $0
            }
        )
    }

    /// Waits until no slot is taken, or until the task is cancelled; one task may wait.
    func allFree() async {
        guard count.withLock({ $0 > 0 }) else { return }
        // A count that was kept may be one from before the last slot was taken.
        for await _ in counts where count.withLock({ $0 == 0 }) { return }
    }
}
