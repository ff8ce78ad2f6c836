// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
package import Glibc

/// An open file descriptor with one owner, closed when the owner is gone.
///
/// Everything made here is close-on-exec; handing a descriptor to a child is always explicit.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, borrowed: valid while the owner lives.
    package let raw: Int32

    /// Takes over an open descriptor.
    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        Glibc.close(raw)
    }

    /// Closes it now (man 2 close), where an error matters, such as after writing a file.
    package consuming func close() throws(SystemError) {
        let raw = self.raw
        discard self
        // Not retried: after EINTR Linux has closed it, and the number may be somebody else's.
        guard Glibc.close(raw) == 0 || errno == EINTR else {
            throw SystemError(call: "close", subject: "\(raw)", errno: errno)
        }
    }

    /// Gives up ownership; the caller closes it.
    package consuming func release() -> Int32 {
        let raw = self.raw
        discard self
        return raw
    }

    /// Makes a second descriptor of the same open file (man 2 fcntl, `F_DUPFD_CLOEXEC`).
    package borrowing func duplicate() throws(SystemError) -> Descriptor {
        let raw = self.raw
        return Descriptor(owning: try checked("fcntl") { fcntl(raw, F_DUPFD_CLOEXEC, 0) })
    }

    /// Makes reads and writes answer `EAGAIN` instead of waiting.
    package borrowing func setNonblocking() throws(SystemError) {
        let raw = self.raw
        let flags = try checked("fcntl") { fcntl(raw, F_GETFL) }
        try checked("fcntl") { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
    }
}

extension Descriptor {
    /// Opens a file by path (man 2 open), close-on-exec.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: `O_RDONLY` and its kin.
    ///   - mode: Permissions, when the call creates the file.
    /// - Returns: The open file.
    /// - Throws: ``SystemError`` naming the path.
    package static func open(
        _ path: String,
        _ flags: Int32,
        mode: UInt32 = 0o600
    ) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("open", path) { unsafe belfry_open(path, flags | O_CLOEXEC, mode) }
        )
    }

    /// Opens a file beneath this directory, refusing links of any kind and every way out of it
    /// (man 2 openat2, `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS`).
    package borrowing func openBeneath(
        _ path: String,
        _ flags: Int32,
        mode: UInt32 = 0
    ) throws(SystemError) -> Descriptor {
        let raw = self.raw
        return Descriptor(
            owning: try checked("openat2", path) {
                unsafe belfry_openat2(
                    raw,
                    path,
                    UInt64(bitPattern: Int64(flags | O_CLOEXEC)),
                    UInt64(mode),
                    belfry_resolve_beneath | belfry_resolve_no_links
                )
            }
        )
    }

    /// A pipe (man 2 pipe), both ends close-on-exec.
    package static func pipe() throws(SystemError) -> Pair {
        var ends: [Int32] = [-1, -1]
        try checked("pipe2") { unsafe belfry_pipe(&ends) }
        return Pair(first: Descriptor(owning: ends[0]), second: Descriptor(owning: ends[1]))
    }

    /// A connected pair of packet sockets (man 7 unix, `SOCK_SEQPACKET`).
    package static func packetPair() throws(SystemError) -> Pair {
        try socketPair(SOCK_SEQPACKET)
    }

    /// A connected pair of stream sockets (man 7 unix, `SOCK_STREAM`), both close-on-exec.
    package static func streamPair() throws(SystemError) -> Pair {
        try socketPair(SOCK_STREAM)
    }

    private static func socketPair(_ kind: __socket_type) throws(SystemError) -> Pair {
        var ends: [Int32] = [-1, -1]
        let type = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue)
        try checked("socketpair") { unsafe socketpair(AF_UNIX, type, 0, &ends) }
        return Pair(first: Descriptor(owning: ends[0]), second: Descriptor(owning: ends[1]))
    }

    /// Two descriptors that belong together: a pipe's read and write ends, a socket pair.
    package struct Pair: ~Copyable {
        /// A pipe's read end; either end of a socket pair.
        package var first: Descriptor

        /// A pipe's write end; the other end of a socket pair.
        package var second: Descriptor

        /// Hands both over at once, as a pair cannot be taken apart member by member.
        package consuming func split<Result, Failure: Error>(
            _ body: (consuming Descriptor, consuming Descriptor) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(first, second)
        }
    }
}

extension Descriptor {
    /// Reads up to `capacity` bytes (man 2 read); an empty array is the end of the file.
    ///
    /// - Throws: ``SystemError``, `EAGAIN` among others when the descriptor does not block.
    package borrowing func read(upTo capacity: Int) throws(SystemError) -> [UInt8] {
        let raw = self.raw
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            do throws(SystemError) {
                count = try checked("read") { unsafe Glibc.read(raw, buffer.baseAddress, capacity) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads to the end of the file, refusing more than `limit` bytes with `EFBIG`.
    package borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let chunk = try read(upTo: min(64 * 1024, limit + 1 - all.count))
            if chunk.isEmpty { return all }
            all += chunk
            guard all.count <= limit else { throw SystemError(call: "read", errno: EFBIG) }
        }
    }

    /// Waits until the disk has what was written, or a directory's entries (man 2 fsync).
    ///
    /// - Parameter path: The file, for the error.
    /// - Throws: ``SystemError`` naming the path.
    package borrowing func synchronize(_ path: String) throws(SystemError) {
        let raw = raw
        try checked("fsync", path) { fsync(raw) }
    }

    /// Writes all bytes (man 2 write).
    package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        let raw = self.raw
        var done = 0
        while done < bytes.count {
            done += try checked("write") {
                unsafe bytes.withUnsafeBytes { buffer in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                    return unsafe Glibc.write(raw, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Type, size and owner (man 2 fstat).
    package borrowing func status() throws(SystemError) -> stat {
        let raw = self.raw
        var result = stat()
        try checked("fstat") { unsafe fstat(raw, &result) }
        return result
    }

    /// Whether the process's own user owns the file and nobody else may do anything with it.
    package borrowing func isPrivate() throws(SystemError) -> Bool {
        let status = try status()
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
