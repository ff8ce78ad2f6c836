// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A lock that one process holds by a file, and that ends with that process (man 2 flock).
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Takes the lock, or returns nil where another process has it.
    ///
    /// - Parameter path: The file, made where there is none.
    /// - Throws: ``SystemError`` when the file cannot be opened.
    package init?(_ path: String) throws(SystemError) {
        try self.init(try Descriptor.open(path, O_RDWR | O_CREAT), path)
    }

    /// Looks whether a process has a lock, and makes no file.
    ///
    /// Whoever wants the lock in the moment of this look does not get it.
    ///
    /// - Parameter path: The file, which may be absent.
    /// - Returns: Whether one has it; false where it cannot be looked at.
    package static func isHeld(_ path: String) -> Bool {
        guard let file = try? Descriptor.open(path, O_RDWR) else { return false }
        let raw = file.raw
        do throws(SystemError) {
            try checked("flock", path) { flock(raw, LOCK_SH | LOCK_NB) }
        } catch {
            return error.errno == EWOULDBLOCK
        }
        _ = flock(file.raw, LOCK_UN)
        return false
    }

    /// Takes the lock of a directory, or returns nil where another process has it.
    ///
    /// - Parameter path: The directory, which is there.
    /// - Throws: ``SystemError`` when it cannot be opened, or its file system has no such locks.
    package init?(directory path: String) throws(SystemError) {
        try self.init(try Descriptor.openDirectory(path), path)
    }

    private init?(_ file: consuming Descriptor, _ path: String) throws(SystemError) {
        let raw = file.raw
        do throws(SystemError) {
            try checked("flock", path) { flock(raw, LOCK_EX | LOCK_NB) }
        } catch  where error.errno == EWOULDBLOCK {
            return nil
        }
        self.file = file
    }

    deinit {
        // Closing is not enough: a child that was forked and has not executed yet has it too.
        _ = flock(file.raw, LOCK_UN)
    }
}
