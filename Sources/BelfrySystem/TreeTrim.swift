// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// What to remove from a tree that holds too much: what changed of late, the newest first.
package struct TreeTrim: Sendable {
    /// Bytes and files that may stay.
    package var byteCount: UInt64
    package var fileCount: Int

    /// From when on a change counts as late, in nanoseconds of UNIX time.
    package var beginning: UInt64

    /// Times in which others were at work: what they may have changed stays.
    package var spared: [ClosedRange<UInt64>]

    /// Whether files go that are older than the beginning and were written to since; files made since
    /// go before them.
    package var removesOlder: Bool

    /// A trim of a tree.
    package init(
        byteCount: UInt64,
        fileCount: Int,
        beginning: UInt64,
        spared: [ClosedRange<UInt64>] = [],
        removesOlder: Bool = true
    ) {
        self.byteCount = byteCount
        self.fileCount = fileCount
        self.beginning = beginning
        self.spared = spared
        self.removesOlder = removesOlder
    }

    /// What was removed, and what is left.
    package struct Result: Equatable, Sendable {
        /// Bytes on the disk, and files and directories.
        package var byteCount: UInt64 = 0
        package var fileCount = 0

        /// What is left; partial where some of it can be neither counted nor removed.
        package var rest = TreeSize()

        package init() {}
    }

    /// Most entries that are held in memory at once; a larger tree is trimmed in several passes.
    private static let passLimit = 32_768

    /// Most passes over one tree.
    private static let passCount = 64

    /// One file or directory that may go.
    private struct Candidate {
        let inode: UInt64
        let changedAt: UInt64
        let isNew: Bool
        let isDirectory: Bool
        let byteCount: UInt64
    }

    /// Trims a tree.
    ///
    /// - Parameter root: Its topmost directory.
    /// - Returns: What was removed, and what is left.
    /// - Throws: ``SystemError`` when the topmost directory cannot be read.
    package func callAsFunction(_ root: borrowing Descriptor) throws(SystemError) -> Result {
        var result = Result()
        for _ in 0..<Self.passCount {
            var candidates: [Candidate] = []
            result.rest = TreeSize()
            try list(root, at: "", depth: 1, into: &candidates, &result)
            let chosen = choose(candidates, result.rest)
            guard !chosen.isEmpty else { return result }
            let before = result.fileCount
            try remove(chosen, from: root, &result)
            guard result.fileCount > before else { return result }
        }
        return result
    }

    /// Whether a change at a time is one to undo.
    private func isLate(_ time: UInt64) -> Bool {
        time >= beginning && !spared.contains { $0.contains(time) }
    }

    // MARK: Listing

    private func list(
        _ directory: borrowing Descriptor,
        at path: String,
        depth: Int,
        into candidates: inout [Candidate],
        _ result: inout Result
    ) throws(SystemError) {
        let raw = directory.raw
        unsafe try directory.eachEntry { name throws(SystemError) in
            guard candidates.count < Self.passLimit else { return result.rest.note(.moreEntries) }
            guard let found = unsafe Self.look(at: name, in: raw) else { return }
            let isLate = isLate(found.changedAt)
            let isDirectory = found.mode & S_IFMT == S_IFDIR
            let text = unsafe String(validatingCString: name)
            let entryPath = (path.isEmpty ? "" : path + "/") + (text ?? "")
            if text == nil || (isDirectory && depth >= Descriptor.measuredDepth) {
                guard isLate, unsafe Self.removeWhole(name, from: directory) else {
                    return result.rest.note(
                        text == nil ? .nameNotText(inDirectory: path) : .tooDeep(entryPath)
                    )
                }
                result.fileCount += 1
                return
            }
            result.rest.fileCount += 1
            result.rest.byteCount += found.byteCount
            let birth = unsafe belfry_birth_time(raw, name)
            let isNew = birth < 0 || UInt64(clamping: birth) >= beginning
            // A directory that is older was changed by what was made in it.
            if isLate, isNew || (removesOlder && !isDirectory) {
                candidates.append(
                    Candidate(
                        inode: found.inode,
                        changedAt: found.changedAt,
                        isNew: isNew,
                        isDirectory: isDirectory,
                        byteCount: found.byteCount
                    )
                )
            }
            guard isDirectory else { return }
            guard let inner = try? unsafe directory.openToEmpty(name) else {
                return result.rest.note(.unlisted(entryPath))
            }
            try list(inner, at: entryPath, depth: depth + 1, into: &candidates, &result)
        }
    }

    private struct Found {
        let inode: UInt64
        let mode: mode_t
        let changedAt: UInt64
        let byteCount: UInt64
    }

    private static func look(at name: UnsafePointer<CChar>, in raw: Int32) -> Found? {
        var status = stat()
        // It may have gone since.
        guard unsafe fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let seconds = UInt64(clamping: status.st_ctim.tv_sec)
        return Found(
            inode: UInt64(status.st_ino),
            mode: status.st_mode,
            changedAt: seconds * 1_000_000_000 + UInt64(clamping: status.st_ctim.tv_nsec),
            byteCount: UInt64(clamping: status.st_blocks) * 512
        )
    }

    /// Removes what can have any name and any depth, by a name that it is given first.
    private static func removeWhole(
        _ name: UnsafePointer<CChar>,
        from directory: borrowing Descriptor
    ) -> Bool {
        let aside = ".belfry-\(UInt64.random(in: .min ... .max))"
        let raw = directory.raw
        guard unsafe renameat(raw, name, raw, aside) == 0 else { return false }
        if (try? directory.unlink(aside)) != nil { return true }
        return (try? directory.removeTree(aside)) != nil
    }

    // MARK: Removing

    /// What goes: files made since the beginning, then older ones, then directories, the newest
    /// first, until little enough is left.
    private func choose(_ candidates: [Candidate], _ size: TreeSize) -> Set<UInt64> {
        var (bytes, files) = (size.byteCount, size.fileCount)
        var chosen: Set<UInt64> = []
        let order = candidates.sorted { left, right in
            if left.isDirectory != right.isDirectory { return right.isDirectory }
            if left.isNew != right.isNew { return left.isNew }
            return left.changedAt > right.changedAt
        }
        for candidate in order {
            // Of a tree that was seen in part nobody knows how much is too much.
            let isSmall = candidate.isDirectory || bytes <= byteCount
            let isEnough = isSmall && files <= fileCount
            if isEnough, !size.isPartial || candidates.count < Self.passLimit { break }
            chosen.insert(candidate.inode)
            bytes -= min(bytes, candidate.byteCount)
            files -= 1
        }
        return chosen
    }

    private func remove(
        _ chosen: Set<UInt64>,
        from directory: borrowing Descriptor,
        _ result: inout Result
    ) throws(SystemError) {
        let raw = directory.raw
        unsafe try directory.eachEntry { name throws(SystemError) in
            guard let found = unsafe Self.look(at: name, in: raw) else { return }
            let isDirectory = found.mode & S_IFMT == S_IFDIR
            if isDirectory, let inner = try? unsafe directory.openToEmpty(name) {
                try remove(chosen, from: inner, &result)
            }
            guard chosen.contains(found.inode), isDirectory || isLate(found.changedAt),
                unsafe unlinkat(raw, name, isDirectory ? AT_REMOVEDIR : 0) == 0
            else { return }
            result.fileCount += 1
            result.byteCount += found.byteCount
            result.rest.fileCount -= 1
            result.rest.byteCount -= min(result.rest.byteCount, found.byteCount)
        }
    }
}
