// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a directory and all beneath it take on the disk.
package struct TreeSize: Equatable, Sendable {
    /// Bytes of the blocks that are in use.
    package var byteCount: UInt64 = 0

    /// Files and directories, the topmost not counted.
    package var fileCount = 0

    /// The first thing that kept the count from being whole; nil where everything was counted.
    package var gap: Gap?

    /// Whether there is more than was looked at, or something that cannot be.
    package var isPartial: Bool { gap != nil }

    package init() {}

    /// Why not everything beneath a directory was counted.
    ///
    /// Paths begin beneath that directory, and are empty for itself. Extensions choose them.
    package enum Gap: Equatable, Sendable {
        /// There are more entries than were to be looked at.
        case moreEntries
        /// A directory cannot be listed, as one of mode 0300 cannot.
        case unlisted(String)
        /// A directory lies deeper than ``Descriptor/measuredDepth`` levels.
        case tooDeep(String)
        /// The name of something in a directory is not UTF-8.
        case nameNotText(inDirectory: String)
    }

    /// Notes what kept the count from being whole, unless something else has before.
    mutating func note(_ gap: Gap) {
        if self.gap == nil { self.gap = gap }
    }
}

extension Descriptor {
    /// How many levels of a tree are looked at: each takes a descriptor.
    package static let measuredDepth = 32

    /// Counts what is beneath this directory, whatever it is; links are not followed.
    ///
    /// - Parameter fileLimit: How many entries to look at, so that a tree of millions is not waited
    ///   for.
    /// - Returns: The count, partial where there is more of it or it lies too deep.
    /// - Throws: ``SystemError`` when a directory cannot be read.
    package borrowing func measureTree(fileLimit: Int) throws(SystemError) -> TreeSize {
        var size = TreeSize()
        try measure(into: &size, at: "", depth: 1, fileLimit) { _ in }
        return size
    }

    /// Counts what is beneath this directory, and notes it to be counted again.
    ///
    /// - Parameter fileLimit: How many entries to look at.
    /// - Returns: The record, which may be of no use (``TreeRecord/canBeRecounted``).
    /// - Throws: ``SystemError`` when a directory cannot be read.
    package borrowing func recordTree(fileLimit: Int) throws(SystemError) -> TreeRecord {
        let time = MonotonicTime.read(CLOCK_REALTIME) ?? 0
        // Before it is listed: what changes meanwhile is another time's.
        let status = try status()
        var record = TreeRecord()
        var entries: [TreeRecord.Entry] = []
        try measure(into: &record.size, at: "", depth: 1, fileLimit) { entries.append($0) }
        record.entries = entries.reversed()
        record.entries.append(TreeRecord.Entry(path: "", status))
        record.canBeRecounted = !record.size.isPartial && record.isSettled(at: time)
        return record
    }

    private borrowing func measure(
        into size: inout TreeSize,
        at path: String,
        depth: Int,
        _ fileLimit: Int,
        _ note: (TreeRecord.Entry) -> Void
    ) throws(SystemError) {
        for name in try entryNames(limit: fileLimit - size.fileCount + 1) {
            guard size.fileCount < fileLimit else { return size.note(.moreEntries) }
            guard let name else {
                size.note(.nameNotText(inDirectory: path))
                continue
            }
            // It may have gone since.
            guard let status = try? status(of: name) else { continue }
            size.fileCount += 1
            size.byteCount += UInt64(clamping: status.st_blocks) * 512
            let entryPath = path.isEmpty ? name : path + "/" + name
            note(TreeRecord.Entry(path: entryPath, status))
            guard status.st_mode & S_IFMT == S_IFDIR else { continue }
            guard depth < Self.measuredDepth else {
                size.note(.tooDeep(entryPath))
                continue
            }
            let directory: Descriptor
            do throws(SystemError) {
                directory = try openDirectoryBeneath(name)
            } catch {
                // One that its maker cannot list, of mode 0300, may hold anything.
                if error.errno != ENOENT { size.note(.unlisted(entryPath)) }
                continue
            }
            try directory.measure(into: &size, at: entryPath, depth: depth + 1, fileLimit, note)
        }
    }

    /// The names in this directory, as many as are wanted; nil for one that is not UTF-8.
    ///
    /// - Parameter limit: How many names to read at most.
    /// - Returns: The names in the kernel's order, without `.` and `..`.
    /// - Throws: ``SystemError`` when the directory cannot be opened again.
    package borrowing func entryNames(limit: Int) throws(SystemError) -> [String?] {
        let copy = try openDirectoryBeneath(".")
        guard let stream = unsafe fdopendir(copy.raw) else {
            throw SystemError(call: "fdopendir", errno: errno)
        }
        // The stream closes it.
        _ = copy.release()
        defer { unsafe closedir(stream) }
        var names: [String?] = []
        while names.count < limit, let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(validatingCString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
