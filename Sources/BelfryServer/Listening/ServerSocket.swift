// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// The API's socket in the file system, which one daemon has at a time.
final class ServerSocket: Sendable {
    /// The socket's path; nil where the service manager made the sockets.
    let path: String?

    /// What listens, by number; the listeners close it.
    let descriptors: [Int32]

    private let lock: FileLock?

    /// Takes over sockets that the service manager made, or makes one.
    ///
    /// - Parameters:
    ///   - path: Where the socket is made. What a daemon that was killed left there is replaced.
    ///   - given: The service manager's sockets.
    /// - Throws: ``DaemonError`` for a path that is too long, in use, or something else.
    init(_ path: String, _ given: [Int32]) throws(DaemonError) {
        guard given.isEmpty else {
            self.path = nil
            descriptors = given
            lock = nil
            return
        }
        try Self.check(path)
        let parent = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        try DaemonFiles.ensureDirectory(parent)
        lock = try Self.lock(path)
        // Its daemon is gone: the lock says so.
        if UnixSocket.isThere(path) == true { UnixSocket.remove(path) }
        do throws(SystemError) {
            descriptors = [try UnixSocket.listen(at: path, mode: 0o600).release()]
        } catch {
            throw Self.failure(path, error)
        }
        self.path = path
    }

    /// Looks whether the API's socket can be made, and makes nothing.
    ///
    /// - Parameter path: Where the socket is to be.
    /// - Throws: ``DaemonError`` for a path that is too long, in use, or something else.
    static func check(_ path: String) throws(DaemonError) {
        guard path.utf8.count <= UnixSocket.pathByteLimit else {
            throw DaemonError(
                .usage,
                "the socket's path has \(path.utf8.count) bytes, and the system takes "
                    + "\(UnixSocket.pathByteLimit); name a shorter one with --socket: \(path)"
            )
        }
        guard UnixSocket.isThere(path) != false else {
            throw DaemonError(
                .cannotCreate,
                "\(path) is there and is no socket; remove it, or name another one with --socket"
            )
        }
        guard !FileLock.isHeld(lockPath(path)) else { throw inUse(path) }
    }

    /// Where callers find it; nil where the service manager's sockets have no path.
    var address: String? {
        path ?? descriptors.lazy.compactMap(UnixSocket.path).first
    }

    /// Removes the socket's file, when nothing listens on it any more.
    func remove() {
        if let path { UnixSocket.remove(path) }
    }

    private static func lockPath(_ path: String) -> String { path + ".lock" }

    private static func lock(_ path: String) throws(DaemonError) -> FileLock {
        do throws(SystemError) {
            if let lock = try FileLock(lockPath(path)) { return lock }
        } catch {
            throw failure(path, error)
        }
        throw inUse(path)
    }

    private static func inUse(_ path: String) -> DaemonError {
        DaemonError(
            .temporary,
            "another belfryd listens on \(path); stop that one, or name another socket with "
                + "--socket and another state directory with --state"
        )
    }

    private static func failure(_ path: String, _ error: SystemError) -> DaemonError {
        DaemonError(
            .cannotCreate,
            "the socket \(path): \(SystemError.sentence(of: error.errno)); name another one with "
                + "--socket"
        )
    }
}
