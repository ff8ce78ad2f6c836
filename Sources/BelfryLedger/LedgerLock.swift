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

    /// Looks whether another process has the lock, and makes no file.
    ///
    /// - Parameter path: The ledger's file, which may be absent.
    /// - Throws: ``CenterError`` where another process has it.
    static func check(_ path: String) throws(CenterError) {
        if FileLock.isHeld(file(path)) { throw inUse(path) }
    }

    private static func file(_ path: String) -> String { path + ".lock" }

    private static func take(_ path: String) throws -> FileLock {
        do throws(SystemError) {
            if let lock = try FileLock(file(path)) { return lock }
        } catch {
            throw LedgerFault(error, path).error
        }
        throw inUse(path)
    }

    private static func inUse(_ path: String) -> CenterError {
        CenterError(
            .inUse,
            "\(path) is open in another process; stop that one, or use another state directory (--state)"
        )
    }
}
