// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

extension Descriptor {
    /// Removes a directory of this one with all beneath it; links in it are removed, not followed.
    ///
    /// Everything is reached through descriptors, so that nobody can put another directory in the
    /// way. What lies deeper than ``removalDepth`` is moved up beside `name` first, as `name~1` and
    /// so on: a tree of any depth takes so many descriptors and no more.
    ///
    /// - Parameter name: A name, not a path.
    /// - Throws: ``SystemError`` at the first thing that cannot be removed.
    package borrowing func removeTree(_ name: String) throws(SystemError) {
        var names = [name]
        var movedCount = 0
        while let next = names.popLast() {
            let directory = unsafe try openToEmpty(next)
            unsafe try directory.empty(depth: 1) { from, entry throws(SystemError) in
                movedCount += 1
                let moved = "\(name)~\(movedCount)"
                unsafe try moveHere(entry, from: from, as: moved)
                names.append(moved)
            }
            let raw = self.raw
            try checked("unlinkat", next) { unsafe unlinkat(raw, next, AT_REMOVEDIR) }
        }
    }

    /// How many levels of a tree are open at once while it is removed: moving one up is slow.
    package static let removalDepth = 32

    /// Removes what is in this directory.
    ///
    /// - Parameters:
    ///   - depth: How many levels are open, this one included.
    ///   - moveUp: Takes a directory that would be one too many out of the one with a number.
    /// - Throws: ``SystemError`` at the first thing that cannot be removed.
    private borrowing func empty(
        depth: Int,
        moveUp: (Int32, UnsafePointer<CChar>) throws(SystemError) -> Void
    ) throws(SystemError) {
        let raw = self.raw
        unsafe try eachEntry { name throws(SystemError) in
            if unsafe unlinkat(raw, name, 0) == 0 { return }
            guard errno == EISDIR else {
                let failure = errno
                throw unsafe SystemError(
                    call: "unlinkat",
                    subject: String(cString: name),
                    errno: failure
                )
            }
            if unsafe unlinkat(raw, name, AT_REMOVEDIR) == 0 { return }
            guard depth < Self.removalDepth else { return unsafe try moveUp(raw, name) }
            unsafe try openToEmpty(name).empty(depth: depth + 1, moveUp: moveUp)
            try checked("unlinkat") { unsafe unlinkat(raw, name, AT_REMOVEDIR) }
        }
    }

    /// Gives the name of everything in this directory; a name need not be UTF-8.
    borrowing func eachEntry(
        _ body: (UnsafePointer<CChar>) throws(SystemError) -> Void
    ) throws(SystemError) {
        let copy = try duplicate()
        guard let stream = unsafe fdopendir(copy.raw) else {
            throw SystemError(call: "fdopendir", errno: errno)
        }
        // The stream closes it.
        _ = copy.release()
        defer { unsafe closedir(stream) }
        // A duplicate begins where the last reader of the directory ended.
        unsafe rewinddir(stream)
        while let entry = unsafe readdir(stream) {
            let name = unsafe UnsafeRawPointer(entry)
                .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            if unsafe strcmp(name, ".") != 0 && strcmp(name, "..") != 0 { unsafe try body(name) }
        }
    }

    /// Opens a directory of this one with all rights on it that its owner can have.
    borrowing func openToEmpty(
        _ name: UnsafePointer<CChar>
    ) throws(SystemError) -> Descriptor {
        let raw = self.raw
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let open = {
            unsafe belfry_openat2(
                raw,
                name,
                UInt64(bitPattern: Int64(flags)),
                0,
                belfry_resolve_beneath | belfry_resolve_no_links
            )
        }
        let directory: Descriptor
        do throws(SystemError) {
            directory = Descriptor(owning: try checked("openat2", "", open))
        } catch  where error.errno == EACCES {
            // Never root's case, whom a link put in the way could deceive.
            unsafe _ = fchmodat(raw, name, 0o700, 0)
            directory = Descriptor(owning: try checked("openat2", "", open))
        }
        // Whether it was needed shows when it did not help.
        _ = fchmod(directory.raw, 0o700)
        return directory
    }

    private borrowing func moveHere(
        _ name: UnsafePointer<CChar>,
        from directory: Int32,
        as newName: String
    ) throws(SystemError) {
        let raw = self.raw
        if unsafe renameat(directory, name, raw, newName) == 0 { return }
        if errno == EACCES { unsafe _ = fchmodat(directory, name, 0o700, 0) }
        try checked("renameat", newName) { unsafe renameat(directory, name, raw, newName) }
    }
}
