// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a file system has free for ordinary users, and how much it has in all (man 3 statvfs).
package struct FileSystemRoom: Equatable, Sendable {
    /// Bytes that are free.
    package var freeByteCount: UInt64

    /// Bytes in all.
    package var byteCount: UInt64

    /// Files that can still be made; 0 where the file system does not count them.
    package var freeFileCount: UInt64

    /// A room of known sizes.
    package init(freeByteCount: UInt64, byteCount: UInt64, freeFileCount: UInt64) {
        self.freeByteCount = freeByteCount
        self.byteCount = byteCount
        self.freeFileCount = freeFileCount
    }

    /// The room of the file system that a path lies on; nil when there is no such path.
    package init?(at path: String) {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The most that is kept free of any file system, in bytes.
    package static let greatestReserve: UInt64 = 1024 * 1024 * 1024

    /// What is kept free of this one, in bytes: a twentieth, and no more than ``greatestReserve``.
    package var reserve: UInt64 { min(Self.greatestReserve, byteCount / 20) }

    fileprivate init(_ status: statvfs) {
        let block = UInt64(status.f_frsize)
        freeByteCount = UInt64(status.f_bavail).multipliedReportingOverflow(by: block).partialValue
        byteCount = UInt64(status.f_blocks).multipliedReportingOverflow(by: block).partialValue
        freeFileCount = UInt64(status.f_favail)
    }
}

extension Descriptor {
    /// The room of the file system that this file lies on (man 3 fstatvfs).
    package borrowing func fileSystemRoom() throws(SystemError) -> FileSystemRoom {
        let raw = self.raw
        var status = statvfs()
        try checked("fstatvfs") { unsafe fstatvfs(raw, &status) }
        return FileSystemRoom(status)
    }
}
