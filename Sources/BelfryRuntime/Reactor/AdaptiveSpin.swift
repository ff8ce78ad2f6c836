// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Whether a thread that has nothing to do looks for work for a moment before it sleeps.
///
/// To be woken on a core that has gone to sleep takes as long as a short run. Looking pays where most
/// waits are short, and where a core is free for those whom this thread waits for: elsewhere it would
/// take their time. Both are measured all along.
struct AdaptiveSpin {
    /// How long a thread looks: a worker answers sooner.
    static let length = Duration.microseconds(100)

    /// How many waits were short lately, a long one counting against two.
    private var shortCount = 0
    private var isCoreFree = false
    private var lookedAt = MonotonicTime(nanoseconds: 0)
    private let coreCount: Int
    private let runnableCount: () -> Int?

    /// The most that short waits count, and what it takes to look.
    private static let shortLimit = 8
    private static let shortNeed = 8

    /// How often the machine is asked how busy it is: sooner while no core is free, as one that changes
    /// from one thread to the next has both for a moment.
    private static let interval = Duration.milliseconds(10)
    private static let busyInterval = Duration.milliseconds(1)

    /// Begins without looking.
    ///
    /// - Parameters:
    ///   - coreCount: How many cores there are for this process.
    ///   - runnableCount: How many threads want one now, this one among them; nil when nobody knows.
    init(coreCount: Int, runnableCount: @escaping () -> Int?) {
        self.coreCount = coreCount
        self.runnableCount = runnableCount
    }

    /// Whether to look now.
    mutating func isWorthwhile(at time: MonotonicTime) -> Bool {
        guard coreCount > 1, shortCount >= Self.shortNeed else { return false }
        if time - lookedAt >= (isCoreFree ? Self.interval : Self.busyInterval) {
            lookedAt = time
            isCoreFree = runnableCount().map { $0 <= coreCount } ?? false
        }
        return isCoreFree
    }

    /// Notes how long there was nothing to do.
    mutating func note(_ wait: Duration) {
        shortCount =
            wait < Self.length
            ? min(shortCount + 1, Self.shortLimit) : max(shortCount - 2, 0)
    }
}

extension AdaptiveSpin {
    /// Begins on this machine.
    init() {
        let threads = RunnableThreads()
        self.init(coreCount: ProcessInfo.processInfo.activeProcessorCount) { threads?.count }
    }
}

/// How many threads of the machine want a core (man 5 proc, `loadavg`).
final class RunnableThreads {
    private let file: Descriptor

    /// Opens the file; nil where there is none.
    init?() {
        guard let file = try? Descriptor.open("/proc/loadavg", O_RDONLY) else { return nil }
        self.file = file
    }

    /// How many it is now, before the slash; nil when the file says something else.
    var count: Int? {
        guard let text = try? file.read(at: 0, upTo: 128) else { return nil }
        let fields = text.split(separator: UInt8(ascii: " "))
        guard fields.count > 3 else { return nil }
        return Int(String(decoding: fields[3].prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self))
    }
}
