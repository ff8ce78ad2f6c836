// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// A directory that one process has for itself, by its lock (man 2 flock): the kernel lets go of it
/// with that process, whichever PID namespace it is in.
final class DirectoryClaim: Sendable {
    private let lock: Mutex<FileLock?>

    /// Claims a directory; nil where another process has it.
    ///
    /// - Parameter path: The directory.
    /// - Throws: ``SystemError`` when it cannot be opened, or its file system has no locks.
    init?(_ path: String) throws(SystemError) {
        guard let lock = try FileLock(directory: path) else { return nil }
        self.lock = Mutex(lock)
    }

    /// Lets go of the directory.
    func release() {
        lock.withLock { $0 = nil }
    }
}
