// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A tree as it was found, by which it is counted again without being listed: most have not changed.
///
/// What is in a directory has not changed while the directory's change time has not, which nobody can
/// set; and what its files take is asked of each again.
package struct TreeRecord: Sendable {
    /// What was found.
    package internal(set) var size = TreeSize()

    /// Whether all was looked at, and none of it had changed so lately that one more change might not
    /// show.
    package internal(set) var canBeRecounted = false

    /// What is beneath, inner ones before outer ones, the tree's own directory last.
    var entries: [Entry] = []

    /// One that was found.
    struct Entry: Sendable {
        let path: String
        let inode: UInt64
        /// The change time of a directory in nanoseconds; nil of anything else.
        let changedAt: UInt64?

        init(path: String, _ status: stat) {
            self.path = path
            inode = UInt64(status.st_ino)
            changedAt = status.changeTime
        }
    }

    /// The directories, the tree's own as the empty path; nil where something else is among what was
    /// found, which can grow without a change of its directory.
    package var onlyDirectories: [String]? {
        guard entries.allSatisfy({ $0.changedAt != nil }) else { return nil }
        return entries.map(\.path)
    }

    /// How old a change has to be for one after it to have another time: the kernel's clock for files
    /// has ticks.
    private static let tick: UInt64 = 100_000_000

    /// Whether every directory's last change is old enough.
    func isSettled(at time: UInt64) -> Bool {
        entries.allSatisfy { ($0.changedAt ?? 0) + Self.tick < time }
    }
}

extension Descriptor {
    /// Counts again what is beneath this directory.
    ///
    /// - Parameter record: What was found there before.
    /// - Returns: The count; nil when it has to be listed, as something has come or gone.
    package borrowing func recountTree(_ record: TreeRecord) -> TreeSize? {
        var size = record.size
        size.byteCount = 0
        for entry in record.entries {
            // Inner ones first: what was put on the way to one meanwhile shows in an outer one.
            guard
                let status = try? entry.path.isEmpty ? self.status() : status(of: entry.path),
                UInt64(status.st_ino) == entry.inode, status.changeTime == entry.changedAt
            else { return nil }
            if !entry.path.isEmpty { size.byteCount += UInt64(clamping: status.st_blocks) * 512 }
        }
        return size
    }
}

extension stat {
    /// When a directory was changed last, in nanoseconds of UNIX time; nil of anything else.
    var changeTime: UInt64? {
        guard st_mode & S_IFMT == S_IFDIR else { return nil }
        return UInt64(clamping: st_ctim.tv_sec) * 1_000_000_000 + UInt64(clamping: st_ctim.tv_nsec)
    }
}
