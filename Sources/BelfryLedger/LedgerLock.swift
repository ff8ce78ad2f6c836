// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import Glibc

/// The lock beside a ledger (man 2 flock): one process has it, and it ends with that process.
struct LedgerLock: ~Copyable {
    private let file: Descriptor

    /// Takes the lock.
    ///
    /// - Parameter path: The ledger's file.
    /// - Throws: ``CenterError`` where another process has it, or the file cannot be made.
    init(_ path: String) throws {
        file = try Self.take(path)
    }

    private static func take(_ path: String) throws -> Descriptor {
        do throws(SystemError) {
            let file = try Descriptor.open(path + ".lock", O_RDWR | O_CREAT)
            let raw = file.raw
            try checked("flock", path + ".lock") { flock(raw, LOCK_EX | LOCK_NB) }
            return file
        } catch {
            guard error.errno != EWOULDBLOCK else {
                throw CenterError(
                    .inUse,
                    "\(path) is open in another process; stop that one, or name another file"
                )
            }
            throw LedgerFault(error, path).error
        }
    }

    deinit {
        // Closing is not enough: a child that was forked and has not executed yet has it too.
        _ = flock(file.raw, LOCK_UN)
    }
}
