// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What this process holds, by the kernel's count.
package struct Holdings: Equatable, Sendable {
    /// Open descriptors.
    package var descriptors: Int

    /// Threads.
    package var threads: Int

    /// Processes that this one started and has not reaped.
    package var children: Int

    /// All processes that come from this one, workers among them.
    package var descendants: Int

    /// Mounts that this process sees.
    package var mounts: Int

    /// Counts them.
    package static func now() throws -> Holdings {
        let files = FileManager.default
        let parents = try processParents()
        let own = getpid()
        return Holdings(
            descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count,
            children: parents.values.count { $0 == own },
            descendants: parents.keys.count { comes($0, from: own, parents) },
            mounts: try String(kernelFile: "/proc/self/mounts").split(separator: "\n").count
        )
    }

    /// The holdings once no more is held than in `target`, or after ten seconds.
    ///
    /// The last host's thread, and the kernel with processes that are killed, end a moment after a
    /// shutdown has returned.
    package static func settled(at target: Holdings) async throws -> Holdings {
        try await settled {
            $0.descriptors <= target.descriptors && $0.descendants <= target.descendants
                && $0.threads <= target.threads
        }
    }

    /// The holdings once they are as asked for, or after ten seconds.
    ///
    /// It blocks its thread: for a task that sleeps Dispatch opens a timer, and keeps it.
    package static func settled(_ isSettled: (Holdings) -> Bool) async throws -> Holdings {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            let now = try Holdings.now()
            if isSettled(now) { return now }
            usleep(2000)
            await Task.yield()
        }
        return try .now()
    }

    /// What each open descriptor of this process leads to.
    ///
    /// A file has the same name after it was deleted: one that was inherited from a test beside this
    /// one may be, between two looks.
    package static func descriptorTargets() throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                .replacing(" (deleted)", with: "")
        }.sorted()
    }

    /// Private memory of this process in kilobytes.
    package static func residentKilobytes() throws -> Int {
        let lines = try String(kernelFile: "/proc/self/status").split(separator: "\n")
        return lines.first { $0.hasPrefix("RssAnon:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// The processes that come from this one now: zygotes, workers, symbolisers.
    package static func descendantProcesses() throws -> [Int32] {
        let parents = try processParents()
        return parents.keys.filter { comes($0, from: getpid(), parents) }.sorted()
    }

    /// The parent of every process; one that ends meanwhile is left out.
    private static func processParents() throws -> [Int32: Int32] {
        var parents: [Int32: Int32] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let process = Int32(name),
                let status = try? String(kernelFile: "/proc/\(name)/stat"),
                // The name before it is in parentheses and may hold any byte.
                let end = status.lastIndex(of: ")")
            else { continue }
            let fields = status[end...].split(separator: " ")
            if fields.count > 2, let parent = Int32(fields[2]) { parents[process] = parent }
        }
        return parents
    }

    private static func comes(
        _ process: Int32,
        from ancestor: Int32,
        _ parents: [Int32: Int32]
    ) -> Bool {
        var current = process
        while let parent = parents[current], parent > 0 {
            if parent == ancestor { return true }
            current = parent
        }
        return false
    }
}
