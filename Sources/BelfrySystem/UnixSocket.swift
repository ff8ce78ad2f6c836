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

    /// Where a socket is bound (man 2 getsockname).
    ///
    /// - Parameter socket: The socket; it stays the caller's.
    /// - Returns: The path; nil for a socket of another family, without a name or in the abstract
    ///   namespace.
    package static func path(of socket: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe getsockname(socket, name, &length)
            }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let bytes = unsafe withUnsafeBytes(of: &address.sun_path) { unsafe Array($0) }
        let path = bytes.prefix { $0 != 0 }
        return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    }

    /// Whether a socket has an address and a port in place of a path (man 7 socket, SO_DOMAIN).
    package static func isInternet(_ socket: Int32) -> Bool {
        var domain: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &length)
        return result == 0 && [AF_INET, AF_INET6].contains(domain)
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
