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
