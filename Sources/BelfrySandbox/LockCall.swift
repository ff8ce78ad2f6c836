// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A system call that locks a file, which the host is told of and answers (man 2 flock, man 2 fcntl).
///
/// A lock that another process can see carries a bit to it, so none is taken on a file that several
/// bundles can open: those are all open for reading only.
package struct LockCall: Equatable, Sendable {
    /// What is locked.
    package enum Extent: Equatable, Sendable {
        /// The whole file, by flock(2), with its operation.
        case file(operation: Int32)
        /// A range, by fcntl(2). What else it says is in memory that the process can change.
        case range
    }

    /// What became of a try.
    package enum Outcome: Equatable, Sendable {
        /// The call answers this error number, or success for 0.
        case answer(errno: Int32)
        /// The process has to make the call itself, for the lock is to be its own.
        case pass
        /// Another process holds the lock, and this call waits for it.
        case wait
    }

    /// The process's number of the open file.
    package let descriptor: Int32

    /// What is locked.
    package let extent: Extent

    /// Reads a call from its number and its first two arguments; nil for one that locks nothing.
    package init?(_ call: SystemCall, _ first: UInt64, _ second: UInt64) {
        descriptor = Int32(truncatingIfNeeded: first)
        switch call {
        case Self.fileCall: extent = .file(operation: Int32(truncatingIfNeeded: second))
        case Self.descriptorCall
        where Self.rangeCommands.contains(UInt32(truncatingIfNeeded: second)):
            extent = .range
        default: return nil
        }
    }

    /// Whether it only gives back what was locked.
    package var isRelease: Bool { extent == .file(operation: LOCK_UN) }

    /// Tries to take the lock for a process, without waiting.
    ///
    /// A lock of a whole file is of the open file, which this process shares for as long as it has a
    /// descriptor of it; so there is no other file that the lock could be on.
    ///
    /// - Parameter process: A pidfd of the process that makes the call.
    /// - Returns: What became of it; `ENOLCK` for a file that is no regular one, that is not open for
    ///   writing, or that this process cannot look at.
    package func attempt(for process: borrowing Descriptor) -> Outcome {
        let number = belfry_pidfd_getfd(process.raw, descriptor)
        guard number >= 0 else { return .answer(errno: errno == EBADF ? EBADF : ENOLCK) }
        let file = Descriptor(owning: number)
        guard Self.isWritable(file) else { return .answer(errno: ENOLCK) }
        guard case .file(let operation) = extent else { return .pass }
        guard flock(file.raw, operation | LOCK_NB) != 0 else { return .answer(errno: 0) }
        let mayWait = errno == EWOULDBLOCK && operation & LOCK_NB == 0
        return mayWait ? .wait : .answer(errno: errno)
    }

    private static func isWritable(_ file: borrowing Descriptor) -> Bool {
        let flags = fcntl(file.raw, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { return false }
        var status = stat()
        return unsafe fstat(file.raw, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// F_GETLK, F_SETLK and F_SETLKW, and the same of open files (F_OFD_…).
    static let rangeCommands: [UInt32] = [5, 6, 7, 36, 37, 38]

    private static let fileCall = SystemCall(named: "flock")
    private static let descriptorCall = SystemCall(named: "fcntl")
}
