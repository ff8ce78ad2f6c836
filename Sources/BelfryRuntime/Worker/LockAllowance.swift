// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How often a worker may lock files.
///
/// Each locked range takes 192 bytes of the kernel's memory, which no counter of a process shows:
/// 8 MB for a worker at most. The host answers each call, so their number bounds its work too.
struct LockAllowance: Equatable {
    /// Calls of one run, or of the time before the first.
    static let runLimit = 10_000

    /// Calls of a worker in its life.
    static let workerLimit = 40_000

    /// Threads of a worker that may wait for a lock of another process.
    static let waitingLimit = 64

    /// How late a call beyond the limit is refused, so that its thread makes no more than ten a second.
    static let refusalDelay = Duration.milliseconds(100)

    /// How many calls it has made, and how many of them before its present run.
    private(set) var count = 0
    private var countBeforeRun = 0

    /// Its threads that wait for a lock.
    private(set) var waitingCount = 0

    /// Begins to count for another run.
    mutating func beginRun() {
        countBeforeRun = count
    }

    /// Counts a call; false when there have been too many.
    mutating func admit() -> Bool {
        guard count - countBeforeRun < Self.runLimit, count < Self.workerLimit else { return false }
        count += 1
        return true
    }

    /// Counts a thread that begins to wait; false when too many do.
    mutating func beginWaiting() -> Bool {
        guard waitingCount < Self.waitingLimit else { return false }
        waitingCount += 1
        return true
    }

    /// Counts a thread that waits no more.
    mutating func endWaiting() {
        waitingCount -= 1
    }

    /// Whether what is left is less than a run may need.
    var isSpent: Bool { count > Self.workerLimit - Self.runLimit }

    /// How long a waiting call is left alone after a try.
    static func pause(after previous: Duration?) -> Duration {
        guard let previous else { return .milliseconds(1) }
        return min(previous * 2, .milliseconds(50))
    }
}
