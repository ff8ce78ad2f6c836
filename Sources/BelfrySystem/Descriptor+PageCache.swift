// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Has the kernel forget what it keeps of this file in memory, so that the next to read it waits
    /// for the disk (man 2 posix_fadvise, `POSIX_FADV_DONTNEED`).
    ///
    /// Pages that a process has mapped stay, and so do those that are not written yet.
    ///
    /// - Throws: ``SystemError`` for what is no file.
    package borrowing func dropCachedPages() throws(SystemError) {
        let code = posix_fadvise(raw, 0, 0, POSIX_FADV_DONTNEED)
        guard code == 0 else { throw SystemError(call: "posix_fadvise", errno: code) }
    }

    /// Waits until this file is on the disk (man 2 fdatasync).
    package borrowing func synchronise() throws(SystemError) {
        try checked("fdatasync") { fdatasync(raw) }
    }

    /// How much of this file is in memory (man 2 mincore); of a file that is not this user's, all.
    ///
    /// - Throws: ``SystemError`` of fstat, mmap or mincore.
    package borrowing func cachedByteCount() throws(SystemError) -> Int {
        let byteCount = Int(try status().st_size)
        guard byteCount > 0 else { return 0 }
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        let descriptor = raw
        let address = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw SystemError(call: "mmap", errno: errno)
        }
        defer { unsafe munmap(address, byteCount) }
        var pages = [UInt8](repeating: 0, count: (byteCount + pageSize - 1) / pageSize)
        try checked("mincore") { unsafe mincore(address, byteCount, &pages) }
        return min(byteCount, pages.count { $0 & 1 == 1 } * pageSize)
    }
}
