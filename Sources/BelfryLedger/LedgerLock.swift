// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem

/// The lock beside a ledger: one process has it, and it ends with that process.
struct LedgerLock: ~Copyable {
    private let lock: FileLock

    /// Takes the lock.
    ///
    /// - Parameter path: The ledger's file.
    /// - Throws: ``CenterError`` where another process has it, or the file cannot be made.
    init(_ path: String) throws {
        lock = try Self.take(path)
    }

    private static func take(_ path: String) throws -> FileLock {
        do throws(SystemError) {
            if let lock = try FileLock(path + ".lock") { return lock }
        } catch {
            throw LedgerFault(error, path).error
        }
        throw CenterError(
            .inUse,
            "\(path) is open in another process; stop that one, or use another state directory (--state)"
        )
    }
}
