// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a program did to files by strace's record of it, and what of that the disk had whenever the
/// program told somebody.
///
/// A file counts once it was synchronised itself, its name once its directory was. What a disk happens
/// to keep besides, as with the whole journal of ext4, does not count.
package struct DiskTrace {
    /// The calls that have to be recorded.
    package static let calls = [
        "open", "openat", "openat2", "mkdir", "mkdirat", "rename", "renameat", "renameat2", "link",
        "linkat", "unlink", "unlinkat", "rmdir", "write", "writev", "pwrite64", "pwritev",
        "ftruncate", "fallocate", "copy_file_range", "fsync", "fdatasync",
    ]

    /// A wait for the disk.
    package struct Wait: Hashable {
        /// Where in the record it is.
        let index: Int

        /// The file or directory.
        package let path: String
    }

    /// A file that a power loss could have taken after it was told of.
    package struct Loss: Hashable, CustomStringConvertible {
        package let path: String

        /// The bytes of the file, its name in its directory, or the removal of that.
        let part: String

        /// What was told.
        let told: String

        package var description: String { "the \(part) of \(path), before: \(told)" }
    }

    private let calls: [TracedCall]
    private let isKept: (String) -> Bool
    private let isTelling: (TracedCall) -> Bool

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - text: What `strace -f -y` wrote.
    ///   - isKept: Whether a file has to outlive a power loss, by its path.
    ///   - isTelling: Whether a call tells somebody that something is done.
    package init(
        _ text: String,
        keeping isKept: @escaping (String) -> Bool,
        telling isTelling: @escaping (TracedCall) -> Bool
    ) {
        // A change counts once it is made; what is told counts as soon as somebody may hear it.
        calls = TracedCall.read(text)
            .map { (time: isTelling($0) ? $0.start : $0.end, call: $0) }
            .sorted { $0.time < $1.time }
            .map(\.call)
        self.isKept = isKept
        self.isTelling = isTelling
    }

    /// How often something was told.
    package var tellingCount: Int { calls.count(where: isTelling) }

    /// The waits for files that are to be kept, and for their directories.
    package var waits: [Wait] {
        calls.enumerated().compactMap { index, call in
            guard call.isWait, let path = call.file, isKept(path) else { return nil }
            return Wait(index: index, path: path)
        }
    }

    /// What a power loss could have taken.
    ///
    /// - Parameter wait: One that is left out, as if the program had not made it; nil for none.
    /// - Returns: Each file and each name that was not on the disk when something was told.
    package func losses(without wait: Wait? = nil) -> Set<Loss> {
        var disk = DiskState()
        var losses: Set<Loss> = []
        for (index, call) in calls.enumerated() where index != wait?.index {
            if isTelling(call) {
                for (path, part) in disk.pending where isKept(path) {
                    losses.insert(Loss(path: path, part: part, told: call.summary))
                }
            }
            disk.note(call)
        }
        return losses
    }
}
