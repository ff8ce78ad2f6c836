// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// How often each thread of a process has left its processor, at a moment when all of them slept.
///
/// Where two looks find the same, no thread has run between them: whoever wakes leaves a processor
/// once more before it sleeps again.
struct Stillness: Equatable {
    /// By the thread's number.
    var switchCounts: [String: UInt64] = [:]

    /// Most threads that are looked at; a process with more is never still.
    static let threadLimit = 64

    /// Adds a thread by its `status` (man 5 proc).
    ///
    /// - Returns: Whether it sleeps.
    mutating func add(_ thread: String, status: [UInt8]) -> Bool {
        guard ProcessFile.word(after: "State:", in: status) == UInt8(ascii: "S"),
            let ownWill = ProcessFile.number(after: "voluntary_ctxt_switches:", in: status),
            let forced = ProcessFile.number(after: "nonvoluntary_ctxt_switches:", in: status)
        else { return false }
        switchCounts[thread] = ownWill &+ forced
        return true
    }
}

extension ProcessMeter {
    /// What its threads have done so far, where all of them sleep; nil where one runs, waits for a
    /// processor or a disk, or cannot be read.
    var stillness: Stillness? {
        guard let tasks = try? directory.openDirectoryBeneath("task"),
            let names = try? tasks.entryNames(limit: Stillness.threadLimit + 1),
            names.count <= Stillness.threadLimit
        else { return nil }
        var stillness = Stillness()
        for name in names {
            guard let name,
                let status = try? directory.openBeneath("task/\(name)/status", O_RDONLY),
                let text = try? status.read(at: 0, upTo: Self.fileByteCount),
                stillness.add(name, status: text)
            else { return nil }
        }
        return stillness
    }
}
