// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// Sockets that have a path (man 7 unix).
package enum UnixSocket {
    /// Most bytes of a socket's path.
    package static var pathByteLimit: Int { Int(belfry_unix_path_limit()) }

    /// Makes a socket that listens, whose file has its mode from the first moment on.
    ///
    /// - Parameters:
    ///   - path: Where; nothing may be there.
    ///   - mode: Who may connect: the file's permissions.
    /// - Returns: The socket, which does not block.
    /// - Throws: ``SystemError`` naming the path, `ENAMETOOLONG` and `EADDRINUSE` among others.
    package static func listen(at path: String, mode: UInt32) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("bind", path) {
                unsafe belfry_unix_listener(path, mode, SOMAXCONN)
            }
        )
    }

    /// Whether a path leads to a socket; nil where nothing is there.
    package static func isThere(_ path: String) -> Bool? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Removes a socket's file, if it is there.
    package static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    /// Sends one datagram.
    ///
    /// - Parameters:
    ///   - text: What is sent.
    ///   - path: The receiver's socket; a leading `@` stands for the abstract namespace.
    /// - Throws: ``SystemError`` naming the path.
    package static func send(_ text: String, to path: String) throws(SystemError) {
        let bytes = Array(text.utf8)
        try checked("sendto", path) { unsafe belfry_unix_datagram(path, bytes, bytes.count) }
    }
}

/// A lock that one process holds by a file, and that ends with that process (man 2 flock).
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Takes the lock, or returns nil where another process has it.
    ///
    /// - Parameter path: The file, made where there is none.
    /// - Throws: ``SystemError`` when the file cannot be opened.
    package init?(_ path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_RDWR | O_CREAT)
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
